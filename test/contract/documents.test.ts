import { access, readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { readSettingNames } from './setting-names.ts'

interface Page {
  readonly path: string
  readonly text: string
}

async function readPages(folder: string, pattern: RegExp, recursive = true): Promise<Page[]> {
  const names = await readdir(folder, { recursive })
  const paths = names
    .filter((name) => pattern.test(name) && !name.includes('node_modules'))
    .map((name) => join(folder, name))
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(path, 'utf8') })))
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

/** The anchors of a page as GitHub makes them of its headings. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\d\s-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/** Where a link of a page leads within the repository; null when that is there. */
async function findDeadLink(page: Page, link: string): Promise<string | null> {
  const [file = '', anchor] = link.split('#')
  const target = file === '' ? page.path : join(dirname(page.path), file)
  if (!(await exists(target))) return `${page.path}: ${link}`
  if (anchor === undefined) return null
  return anchorsOf(await readFile(target, 'utf8')).includes(anchor) ? null : `${page.path}: ${link}`
}

let pages: Page[]
beforeAll(async () => {
  const folders = ['docs', 'bench', 'schema'].map((folder) => readPages(folder, /\.md$/))
  // The packages of the examples have pages of their own.
  const examples = await readPages('examples', /\.md$/, false)
  pages = [...(await readPages('.', /^[A-Z]+\.md$/, false)), ...(await Promise.all(folders)).flat(), ...examples]
})

describe('the documents', () => {
  it('link to pages and headings that exist', async () => {
    const links = pages.flatMap((page) =>
      [...page.text.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map(([, link = '']) => findDeadLink(page, link)),
    )
    expect(links.length).toBeGreaterThan(30)
    expect((await Promise.all(links)).filter((dead) => dead !== null)).toEqual([])
  })

  it('name in docs/security.md a test file for each promise', async () => {
    const rows = (await readFile('docs/security.md', 'utf8'))
      // One test tries this whole table.
      .replace(/^## What ends access$.*?(?=^## )/ms, '')
      .split('\n')
      .filter((line) => /^\| (?!(?:promise|pool) \|)/.test(line))
    expect(rows.length).toBeGreaterThan(40)
    const missing = rows.map(async (row) => {
      const files = [...row.matchAll(/`([\w/-]+\.test\.ts)`/g)].map(([, file]) => exists(`test/${file}`))
      return files.length > 0 && (await Promise.all(files)).every(Boolean) ? [] : [row]
    })
    expect((await Promise.all(missing)).flat()).toEqual([])
  })

  it('name source and test files that exist', async () => {
    const names = pages.flatMap(({ path, text }) =>
      [...text.matchAll(/\b(?:src|test|docs|bench)\/[\w./-]+\.(?:ts|md|lua)\b/g)].map(([file]) => ({ path, file })),
    )
    expect(names.length).toBeGreaterThan(20)
    const missing = await Promise.all(names.map(async (name) => ((await exists(name.file)) ? [] : [name])))
    expect(missing.flat()).toEqual([])
  })
})

describe('docs/api.md', () => {
  it('quotes the recipes for clients as they are tested', async () => {
    const page = await readFile('docs/api.md', 'utf8')
    const shared = ['session', 'problems'].map((name) => `examples/frontend/${name}.ts`)
    const recipes = await readPages('test/consumers/recipes', /\.ts$/)
    expect(recipes.length).toBeGreaterThan(5)
    for (const path of [...shared, ...recipes.map((recipe) => recipe.path)]) {
      const [, section = ''] = page.split(`](../${path})`)
      const [, quoted] = /^```ts\n([\s\S]*?)^```$/m.exec(section) ?? []
      // A reader has all of them in one folder.
      expect(quoted, path).toBe((await readFile(path, 'utf8')).replace('../../../examples/frontend/', './'))
    }
  })
})

describe('docs/decisions/README.md', () => {
  it('lists every decision', async () => {
    const names = (await readdir('docs/decisions')).filter((name) => name !== 'README.md')
    const index = await readFile('docs/decisions/README.md', 'utf8')
    expect(names.filter((name) => !index.includes(`](${name})`))).toEqual([])
  })
})

describe('the source', () => {
  it.each(['src', 'test', 'bench'])('in %s names documents that exist', async (folder) => {
    const named = (await readPages(folder, /\.ts$/)).flatMap(({ path, text }) =>
      [...text.matchAll(/\b(?:docs|bench|schema)\/[\w/-]+\.md\b/g)].map(([file]) => ({ path, file })),
    )
    const missing = await Promise.all(named.map(async (name) => ((await exists(name.file)) ? [] : [name])))
    expect(missing.flat()).toEqual([])
  })
})

describe('the reference pages', () => {
  it('name every setting', async () => {
    const { settings, files } = await readSettingNames()
    expect(settings.length).toBeGreaterThan(20)
    expect(files).toContain('JWT_SECRET_FILE')
    const page = await readFile('docs/settings.md', 'utf8')
    expect([...settings, ...files].filter((name) => !page.includes(`\`${name}\``))).toEqual([])
    const example = await readFile('.env.example', 'utf8')
    // The environment has NODE_ENV from elsewhere.
    const inExample = settings.filter((name) => name !== 'NODE_ENV')
    expect(inExample.filter((name) => !example.includes(`# ${name}=`))).toEqual([])
  })

  it('name every metric', async () => {
    const sources = await readPages('src', /\.ts$/)
    const metrics = sources.flatMap(
      ({ text }) => text.match(/(?<=')tack_(?:clicks?|database|jobs|live|mails|webhook)_\w+(?=')/g) ?? [],
    )
    expect(metrics.length).toBeGreaterThan(10)
    const page = await readFile('docs/operations.md', 'utf8')
    expect(metrics.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
  })
})
