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

/** The output of the linter for a small tree of files, with the rules of this project. */
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
  it('accepts modules that import the platform, and other modules through their index', async () => {
    const files = {
      'src/platform/shared/a.ts': 'export const x = 1\n',
      'src/modules/publishing/links/index.ts': using('../../../platform/shared/a.ts'),
      'src/modules/publishing/targeting/a.ts': using('../links/index.ts'),
      'src/modules/publishing/targeting/rules/a.ts': using('../../links/index.ts'),
      'src/modules/visits/clicks/b.ts': using('../../publishing/links/index.ts'),
      'src/modules/visits/clicks/export/c.ts': using('../../../publishing/links/index.ts'),
      'src/modules/visits/clicks/export/d.ts': using('../b.ts'),
      'src/modules/visits/clicks/export/e.ts': using('../../../../platform/shared/a.ts'),
    }
    expect(await lint(files)).toBe('clean')
  })

  it.each([
    ['src/platform/shared/a.ts', '../../modules/publishing/links/index.ts', 'knows no module'],
    ['src/platform/rest/openapi/a.ts', '../../../modules/publishing/links/index.ts', 'knows no module'],
    ['src/platform/http/a.ts', '../../app.ts', 'knows no module'],
    ['src/modules/visits/clicks/a.ts', '../../publishing/links/link.entity.ts', 'through its index.ts'],
    ['src/modules/visits/clicks/export/a.ts', '../../../publishing/links/rules/slug.ts', 'through its index.ts'],
    ['src/modules/visits/redirects/a.ts', '../clicks/click.service.ts', 'through its index.ts'],
    ['src/modules/visits/redirects/pages/a.ts', '../../clicks/tracking/user-agent.ts', 'through its index.ts'],
  ])('rejects %s importing %s', async (file, source, sentence) => {
    expect(await lint({ [file]: using(source) })).toContain(sentence)
  })

  it.each([
    ['a promise that nobody awaits', 'export function run(): void {\n  save()\n}', 'floating'],
    ['a promise as a condition', 'export function run(): string {\n  return save() ? "saved" : ""\n}', 'conditional'],
    ['void', 'export function run(): void {\n  void save()\n}', 'void is not allowed'],
  ])('rejects %s', async (_what, code, sentence) => {
    const files = {
      'src/platform/shared/save.ts': 'export async function save(): Promise<void> {}\n',
      'src/platform/shared/run.ts': `import { save } from './save.ts'\n\n${code}\n`,
    }
    expect(await lint(files)).toContain(sentence)
  })

  it.each(['import', 'import type'])('rejects a cycle with %s', async (statement) => {
    const said = await lint({
      'src/modules/publishing/links/a.ts': using('./b.ts'),
      'src/modules/publishing/links/b.ts': `${statement} { y } from './a.ts'\n\nexport const x: typeof y = 1\n`,
    })
    expect(said).toContain('noImportCycles')
  })
})
