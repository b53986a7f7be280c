import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const run = promisify(execFile)

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tack-lint-'))
  await copyFile('biome.json', join(folder, 'biome.json'))
})
afterEach(() => rm(folder, { recursive: true }))

/** What the project's linter says of a small tree of files, with this project's own rules. */
async function lint(files: Record<string, string>): Promise<string> {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }
  const options = ['lint', '--vcs-enabled=false', '--error-on-warnings', '.']
  const biome = join(process.cwd(), 'node_modules/.bin/biome')
  return run(biome, options, { cwd: folder }).then(
    () => 'clean',
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
  )
}

const using = (source: string) => `import { x } from '${source}'\n\nexport const y = x\n`

describe('the linter', () => {
  it('takes a tree in which every import points down', async () => {
    const files = {
      'src/base/a.ts': 'export const x = 1\n',
      'src/links/index.ts': using('../base/a.ts'),
      'src/clicks/b.ts': using('../links/index.ts'),
    }
    expect(await lint(files)).toBe('clean')
  })

  it.each([
    ['src/base/a.ts', '../links/index.ts', 'src/base may import only itself'],
    ['src/access/a.ts', '../graphql/context.ts', 'src/access may import only base'],
    ['src/graphql/a.ts', '../server/server.ts', 'src/graphql may import only'],
    ['src/rest/openapi/a.ts', '../../server/server.ts', 'src/rest may import only'],
    ['src/server/a.ts', '../redirect/index.ts', 'src/server may import only'],
    ['src/accounts/a.ts', '../links/index.ts', 'only lower rooms'],
    ['src/keys/a.ts', '../links/index.ts', 'only lower rooms'],
    ['src/keys/a.ts', '../accounts/account.ts', 'through its door'],
    ['src/links/rules/a.ts', '../../clicks/index.ts', 'only lower rooms'],
    ['src/clicks/a.ts', '../links/link.ts', 'through its door'],
    ['src/redirect/pages/a.ts', '../../clicks/visitor/agent.ts', 'through its door'],
    ['src/links/a.ts', '../abuse/index.ts', 'only lower rooms'],
    ['src/redirect/a.ts', '../abuse/sweeper.ts', 'through its door'],
  ])('refuses %s importing %s', async (file, source, sentence) => {
    expect(await lint({ [file]: using(source) })).toContain(sentence)
  })

  it('refuses a cycle', async () => {
    const said = await lint({
      'src/links/a.ts': using('./b.ts'),
      'src/links/b.ts': "import { y } from './a.ts'\n\nexport const x = y\n",
    })
    expect(said).toContain('noImportCycles')
  })
})
