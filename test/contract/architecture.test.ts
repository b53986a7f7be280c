import { describe, expect, it } from 'vitest'
import { cyclesIn, forbiddenIn, importsOf, sourcesIn } from './imports.ts'

const sources = await sourcesIn('src')
const imports = importsOf(sources)

describe('src', () => {
  it('is read: every import of ours leads to a file that is there', () => {
    expect(imports.length).toBeGreaterThan(sources.size)
    expect(imports.filter(({ to }) => !sources.has(to))).toEqual([])
  })

  it('has no import cycle, not even of types', () => {
    expect(cyclesIn(imports)).toEqual([])
  })

  it('imports as the design says: down, through doors, and only app.ts knows every room', () => {
    expect(forbiddenIn(imports)).toEqual([])
  })

  it('has no default export', () => {
    const files = [...sources].filter(([, text]) => /^export default\b|^export \{[^}]*\bas default\b/m.test(text))
    expect(files.map(([name]) => name)).toEqual([])
  })
})

describe('every file', () => {
  it.each(['src', 'test', 'bench'])('of %s has at most 250 lines', async (folder) => {
    const found = await sourcesIn(folder).catch(() => new Map<string, string>())
    const long = [...found].map(([name, text]) => [name, text.trimEnd().split('\n').length] as const)
    expect(long.filter(([, lines]) => lines > 250)).toEqual([])
  })
})

describe('the reader of imports', () => {
  const tree = (files: Record<string, string>) => importsOf(new Map(Object.entries(files)))

  it('finds every way to import, and none in packages or in words', () => {
    const found = tree({
      'links/a.ts': [
        "import { one } from './one.ts'",
        "import type { Two } from '../base/two.ts'",
        "import './three.ts'",
        'import {',
        '  four,',
        "} from './deep/four.ts'",
        "export { five } from './five.ts'",
        "export * from './six.ts'",
        "const seven = await import('./seven.ts')",
        "import { readFile } from 'node:fs/promises'",
        "// It comes from './nowhere.ts' in a comment.",
      ].join('\n'),
    })
    expect(found.map(({ to }) => to)).toEqual([
      'links/one.ts',
      'base/two.ts',
      'links/three.ts',
      'links/deep/four.ts',
      'links/five.ts',
      'links/six.ts',
      'links/seven.ts',
    ])
  })

  it('reports a cycle, of two files and of three, and of types alone', () => {
    const cycle = (files: Record<string, string>) => cyclesIn(tree(files)).map((way) => way.toSorted())
    expect(cycle({ 'a.ts': "import './b.ts'", 'b.ts': "import type { A } from './a.ts'" })).toEqual([['a.ts', 'b.ts']])
    expect(
      cycle({
        'a.ts': "import './b.ts'",
        'b.ts': "import './c.ts'",
        'c.ts': "import './a.ts'\nimport './d.ts'",
        'd.ts': '',
      }),
    ).toEqual([['a.ts', 'b.ts', 'c.ts']])
    expect(cycle({ 'a.ts': "import './b.ts'\nimport './c.ts'", 'b.ts': "import './c.ts'", 'c.ts': '' })).toEqual([])
  })

  it.each([
    ['base/a.ts', '../access/b.ts', 'base may import only nothing of ours'],
    ['base/a.ts', '../config.ts', 'base imports nothing of ours'],
    ['access/a.ts', '../graphql/b.ts', 'access may import only base'],
    ['database/a.ts', '../access/b.ts', 'database may import only base'],
    ['graphql/a.ts', '../rest/b.ts', 'graphql may import only access, events, database, base'],
    ['rest/a.ts', '../server/b.ts', 'rest may import only'],
    ['server/a.ts', '../links/index.ts', 'server may import only'],
    ['server/a.ts', '../app.ts', 'only what starts the service knows the app'],
    ['links/a.ts', '../clicks/index.ts', 'a room knows lower rooms only'],
    ['clicks/a.ts', '../qr/index.ts', 'a room knows lower rooms only'],
    ['clicks/a.ts', '../links/link.ts', 'a room is entered through its index.ts'],
    ['redirect/pages/a.ts', '../../links/rules/slug.ts', 'a room is entered through its index.ts'],
    ['app.ts', './links/link.ts', 'a room is entered through its index.ts'],
    ['main.ts', './links/index.ts', 'only app.ts knows the rooms'],
    ['app.ts', './main.ts', 'nothing imports main.ts'],
    ['links/a.ts', '../config/b.ts', 'config is no place of the design'],
    ['things/a.ts', '../base/b.ts', 'things is no place of the design'],
  ])('reports that %s imports %s', (from, source, rule) => {
    expect(forbiddenIn(tree({ [from]: `import { x } from '${source}'` }))).toEqual([expect.stringContaining(rule)])
  })

  it.each([
    ['access/a.ts', '../base/b.ts'],
    ['graphql/a.ts', '../config.ts'],
    ['links/a.ts', '../accounts/index.ts'],
    ['links/rules/a.ts', '../link.ts'],
    ['redirect/a.ts', '../server/page.ts'],
    ['integrations/a.ts', '../accounts/index.ts'],
    ['app.ts', './links/index.ts'],
    ['app.ts', './server/server.ts'],
    ['main.ts', './app.ts'],
  ])('is content that %s imports %s', (from, source) => {
    expect(forbiddenIn(tree({ [from]: `import { x } from '${source}'` }))).toEqual([])
  })
})
