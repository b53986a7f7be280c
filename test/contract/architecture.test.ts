import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { modules } from '../../src/modules.ts'

interface SourceFile {
  readonly path: string
  readonly lines: number
  /** The files that it imports or re-exports from, including types. */
  readonly imports: readonly string[]
}

async function readFiles(folder: string): Promise<SourceFile[]> {
  const names = (await readdir(folder, { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !/consumers.(node_modules|generated)/.test(name),
  )
  return Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      const text = await readFile(path, 'utf8')
      const imports = [...text.matchAll(/\bfrom '(\.[^']*)'/g)].map(([, file = '']) =>
        normalize(join(dirname(path), file)),
      )
      return { path, lines: text.trimEnd().split('\n').length, imports }
    }),
  )
}

/** The folders that CONTRIBUTING.md lists under a heading, in its order. A module stands in the folder of its area. */
async function listedUnder(heading: string): Promise<string[]> {
  const text = await readFile('CONTRIBUTING.md', 'utf8')
  const section = text.split(`### ${heading}\n`)[1]?.split('\n#')[0] ?? ''
  return [...section.matchAll(/^\d+\. `([\w/-]+)`/gm)].map(([, name = '']) => name)
}

let sources: SourceFile[]
beforeAll(async () => {
  sources = await readFiles('src')
})

describe('every file', () => {
  it('in src has at most 300 lines', async () => {
    expect(sources.length).toBeGreaterThan(50)
    expect(sources.filter(({ lines }) => lines > 300).map(({ path }) => path)).toEqual([])
  })

  it('is one of at most 20 in its folder', () => {
    const folders = Map.groupBy(sources, ({ path }) => dirname(path))
    const full = [...folders].filter(([, files]) => files.length > 20).map(([folder]) => folder)
    expect(full).toEqual([])
  })

  it('has a name in kebab-case, with its role after a dot', () => {
    const odd = sources
      .map(({ path }) => path.split('/').at(-1) ?? '')
      .filter((name) => !/^[a-z0-9-]+(\.[a-z]+)?\.ts$/.test(name))
    expect(odd).toEqual([])
  })
})

describe.each([
  { group: 'src/platform', heading: 'The platform', depth: 1 },
  { group: 'src/modules', heading: 'The modules', depth: 2 },
])('the folders of $group', ({ group, heading, depth }) => {
  /** Of a file or folder below the group; otherwise empty. */
  const folderOf = (path: string) => {
    const names = path.startsWith(`${group}/`) ? path.slice(group.length + 1).split('/') : []
    return names.length > depth ? names.slice(0, depth).join('/') : ''
  }

  it('stand in CONTRIBUTING.md', async () => {
    const folders = new Set(sources.map(({ path }) => folderOf(path)).filter((folder) => folder !== ''))
    expect(folders.size).toBeGreaterThan(10)
    expect((await listedUnder(heading)).toSorted()).toEqual([...folders].toSorted())
  })

  it('import only those before them in that list', async () => {
    const order = await listedUnder(heading)
    const upward = sources.flatMap(({ path, imports }) =>
      imports
        .filter(
          (file) => order.indexOf(folderOf(file)) > order.indexOf(folderOf(path)) && order.includes(folderOf(path)),
        )
        .map((file) => `${path} imports ${file}`),
    )
    expect(upward).toEqual([])
  })
})

describe('the settings', () => {
  it('import nothing but one another, so that everything may import them', () => {
    const settings = sources.filter(({ path }) => /^src\/config(\/|\.ts$)/.test(path))
    expect(settings.length).toBeGreaterThan(5)
    const upward = settings.flatMap(({ path, imports }) =>
      imports.filter((file) => !file.startsWith('src/config/')).map((file) => `${path} imports ${file}`),
    )
    expect(upward).toEqual([])
  })
})

describe('the areas', () => {
  it('import only areas before them, but for modules that are older than this rule', () => {
    const order = ['identity', 'publishing', 'visits', 'statistics', 'integrations', 'operation', 'frontend']
    const areaOf = (path: string) => path.split('/')[2] ?? ''
    const moduleOf = (path: string) => path.split('/').slice(2, 4).join('/')
    const upward = sources
      .filter(({ path }) => path.startsWith('src/modules/'))
      .flatMap(({ path, imports }) =>
        imports
          .filter((file) => order.indexOf(areaOf(file)) > order.indexOf(areaOf(path)))
          .map((file) => `${moduleOf(path)} imports ${moduleOf(file)}`),
      )
    expect([...new Set(upward)].sort()).toEqual([
      'publishing/bio-pages imports visits/clicks',
      'publishing/bio-pages imports visits/redirects',
      'publishing/qr-codes imports visits/clicks',
    ])
  })
})

describe('the modules', () => {
  it('are created in the order of CONTRIBUTING.md', async () => {
    const text = await readFile('src/modules.ts', 'utf8')
    const imports = text.matchAll(/import \{ (\w+) \} from '\.\/modules\/([\w/-]+)\/[\w-]+\.module\.ts'/g)
    const folders = new Map([...imports].map(([, name = '', folder]) => [name, folder]))
    const names = /ModuleDefinition\[\] = \[([^\]]*)\]/.exec(text)?.[1]?.match(/\w+/g) ?? []
    expect(names.map((name) => folders.get(name))).toEqual(await listedUnder('The modules'))
    expect(modules).toHaveLength(names.length)
  })
})
