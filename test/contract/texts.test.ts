import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { describe, expect, it } from 'vitest'
import { parseAst } from 'vitest/node'
import { languages as consoleLanguages } from '../../console/texts/texts.ts'
import { languages as serviceLanguages } from '../../src/platform/web/language.ts'
import { createTranslator, markup } from '../../src/platform/web/texts.ts'
import { partOf } from '../../texts/parts.ts'

type Texts = Readonly<Record<string, string>>

const read = (language: string): Texts => JSON.parse(readFileSync(`texts/${language}.json`, 'utf8'))
const english = read('en')
const ids = Object.keys(english)
const languages = globSync('texts/*.json')
  .map((file) => file.slice('texts/'.length, -'.json'.length))
  .toSorted()

const names = [
  'API',
  'Android',
  'Business',
  'Chromebook',
  'Free',
  'GraphiQL',
  'IP Geolocation by DB-IP',
  'Linux',
  'Mac',
  'PNG, 300 px',
  'PNG, 1024 px',
  'Pro',
  'Spam',
  'Tack',
  'Webhooks',
  'Windows',
  'email',
  'newsletter',
  'spam',
]
/** Words that a language has in common with English. */
const sameAsEnglish: Readonly<Record<string, readonly string[]>> = {
  de: [
    ...names,
    'Code',
    'Computer',
    'Domain',
    'Domains',
    'Installation',
    'Link',
    'Links',
    'Live',
    'Logos',
    'Medium',
    'Minute',
    'Museum',
    'Name',
    'Operation',
    'Orange',
    'Passkey',
    'Passkeys',
    'Phishing',
    'Tablet',
    'Text',
    'Workspace',
    'Workspaces',
    'museum',
  ],
  fr: [
    ...names,
    ' robot',
    ' robots',
    'Applications',
    'Archive',
    'Code',
    'Continents',
    'Description',
    'Destination',
    'Destinations',
    'Installation',
    'Logos',
    'Minute',
    'Note',
    'Orange',
    'Pages',
    'Parts',
    'Pixels',
    'Robots',
    'Service',
    'Source',
    'Sources',
    'Type',
    'Variables',
    'robot',
    'robots',
    'scan',
    'scans',
  ],
  es: [
    ...names,
    ' robot',
    ' robots',
    'General',
    'Phishing',
    'Plan',
    'Plan: ',
    'Robots',
    'Variables',
    'personal',
    'phishing',
    'robot',
    'robots',
  ],
}

type Cases = Readonly<Record<string, unknown>>

/** The values that a message uses, the values that it shows, and its plurals. A language may need fewer plurals. */
function partsOf(message: CompiledMessage): { used: Set<string>; shown: Set<string>; plurals: Cases[] } {
  const used = new Set<string>()
  const shown = new Set<string>()
  const plurals: Cases[] = []
  const visit = (tokens: unknown) => {
    if (!Array.isArray(tokens)) return
    for (const token of tokens) {
      if (!Array.isArray(token)) continue
      const [value, kind, cases] = token
      used.add(value)
      if (kind === 'plural') plurals.push(cases)
      else shown.add(value)
      if (cases && typeof cases === 'object') Object.values(cases).forEach(visit)
    }
  }
  visit(message)
  return { used, shown, plurals }
}

/** What a message says beside its values. */
function wordsOf(message: unknown): string[] {
  if (typeof message === 'string') return [message]
  if (!Array.isArray(message)) return []
  return message.flatMap((token) =>
    Array.isArray(token) ? Object.values(token[2] ?? {}).flatMap(wordsOf) : wordsOf(token),
  )
}

/** The keys in the source: in calls of `t`, `t.html` and `translator(lang)`, and in tables of the type `TextId`. */
function usesIn(files: Iterable<string>): { exact: Set<string>; mentioned: Set<string>; patterns: RegExp[] } {
  const exact = new Set<string>()
  const mentioned = new Set<string>()
  const templates = new Set<string>()
  for (const file of files) {
    const source = readFileSync(file, 'utf8')
    for (const call of source.matchAll(/(?<![\w.])(?:t(?:\.html)?|translator\([^()]*\))\(/g)) {
      const argument = firstArgument(source.slice(call.index + call[0].length))
      for (const [, id = ''] of argument.replaceAll(/`[^`]*`/g, '').matchAll(/(?:^|[?:])\s*'([^']+)'/g)) exact.add(id)
      for (const [, template = ''] of argument.matchAll(/`([^`]+)`/g)) templates.add(template)
    }
    const dotted = [...source.matchAll(/'([a-z]\w*(?:\.\w+)+)'/g)].map(([, id = '']) => id)
    for (const id of dotted) mentioned.add(id)
    if (/\bTextId\b/.test(source)) for (const id of dotted) exact.add(id)
  }
  const patterns = [...templates].map((template) => {
    const fixed = template.split(/\$\{[^}]*\}/).map((text) => text.replaceAll('.', '\\.'))
    return new RegExp(`^${fixed.join('[^.]+')}$`)
  })
  return { exact, mentioned, patterns }
}

/** The files that a file loads at once, with the files that these load. */
function filesLoadedBy(file: string): Set<string> {
  const files = new Set([file])
  // A set may grow while it is read.
  for (const each of files)
    for (const [, path = ''] of readFileSync(each, 'utf8').matchAll(/^(?!import type).*from '(\.[^']+\.tsx?)'/gm))
      files.add(join(dirname(each), path))
  return files
}

/** The text up to the first comma or bracket that does not belong to something within it. */
function firstArgument(text: string): string {
  let depth = 0
  for (const [index, character] of [...text].entries()) {
    if (depth === 0 && /[,)]/.test(character)) return text.slice(0, index).trim()
    if (/[([{]/.test(character)) depth++
    if (/[)\]}]/.test(character)) depth--
  }
  return text
}

it('are there in each language of the service and of the console', () => {
  expect([serviceLanguages, Object.keys(consoleLanguages)].map((each) => each.toSorted())).toEqual([
    languages,
    languages,
  ])
})

describe.each(languages)('the texts of %s', (language) => {
  const texts = read(language)

  it('have the keys of the English ones, sorted', () => {
    expect(Object.keys(texts)).toEqual(ids.toSorted())
  })

  it('have the values of the English ones', () => {
    for (const [id, text] of Object.entries(texts)) {
      const { used, shown } = partsOf(compileMessageOrThrow(text))
      const original = partsOf(compileMessageOrThrow(english[id] ?? ''))
      expect(
        [...used].filter((value) => !original.used.has(value)),
        id,
      ).toEqual([])
      expect(
        [...original.shown].filter((value) => !shown.has(value)),
        id,
      ).toEqual([])
    }
  })

  it('have no empty message, and no spaces around one', () => {
    expect(Object.entries(texts).filter(([, text]) => text.trim() !== text || text === '')).toEqual([])
  })

  it('have the plurals of the language', () => {
    const rules = new Intl.PluralRules(language)
    // `many` is for millions.
    const categories = rules.resolvedOptions().pluralCategories.filter((each) => each !== 'many')
    for (const [id, text] of Object.entries(texts)) {
      for (const cases of partsOf(compileMessageOrThrow(text)).plurals) {
        expect(Object.keys(cases), id).toEqual(expect.arrayContaining(categories))
        // French counts 0 as a singular, too.
        if (rules.select(0) === 'one') expect(JSON.stringify(cases.one), id).not.toMatch(/\d/)
      }
    }
  })
})

describe('the translations', () => {
  it.each(languages.filter((each) => each !== 'en'))('into %s differ from English, but for a few words', (language) => {
    const words = (text: string) => wordsOf(compileMessageOrThrow(text)).filter((word) => /\p{L}/u.test(word))
    const same = Object.entries(read(language)).flatMap(([id, text]) => (text === english[id] ? words(text) : []))
    expect(same.filter((text) => !sameAsEnglish[language]?.includes(text))).toEqual([])
  })
})

describe.each([
  {
    program: 'console',
    files: globSync('console/**/*.{ts,tsx}', { exclude: ['console/**/*.graphql.ts'] }),
    own: ids.filter((id) => partOf(id) !== 'service'),
  },
  { program: 'service', files: globSync('src/**/*.ts'), own: ids.filter((id) => partOf(id) === 'service') },
])('the keys in the source of the $program', ({ files, own }) => {
  const { exact, mentioned, patterns } = usesIn(files)

  it('exist', () => {
    expect([...exact].filter((id) => !own.includes(id))).toEqual([])
    expect(patterns.filter((pattern) => !own.some((id) => pattern.test(id)))).toEqual([])
    expect(exact.size).toBeGreaterThan(0)
  })

  it('include every key', () => {
    const isUsed = (id: string) => exact.has(id) || mentioned.has(id) || patterns.some((pattern) => pattern.test(id))
    expect(own.filter((id) => !isUsed(id))).toEqual([])
  })
})

interface SyntaxNode {
  readonly type: string
  readonly [property: string]: unknown
}

/** The calls of `t` with one literal key, and the values that each passes; undefined where it passes a variable. */
function callsIn(node: unknown): { id: string; values: string[] | undefined }[] {
  if (Array.isArray(node)) return node.flatMap(callsIn)
  if (typeof node !== 'object' || node === null) return []
  const { type, callee, arguments: given } = node as SyntaxNode
  const inner = Object.values(node).flatMap(callsIn)
  if (type !== 'CallExpression') return inner
  const [id, values] = given as (SyntaxNode | undefined)[]
  if (!isTranslator(callee as SyntaxNode) || typeof id?.value !== 'string') return inner
  const properties = (values?.properties ?? []) as SyntaxNode[]
  const names = properties.map(({ key }) => (key as SyntaxNode | undefined)?.name)
  const isOpen = (values && values.type !== 'ObjectExpression') || names.includes(undefined)
  return [{ id: id.value, values: isOpen ? undefined : names.map(String) }, ...inner]
}

/** `t`, `t.html` and `translator(lang)`. */
function isTranslator({ type, name, object, callee }: SyntaxNode): boolean {
  if (type === 'MemberExpression') return isTranslator(object as SyntaxNode)
  return type === 'CallExpression' ? (callee as SyntaxNode).name === 'translator' : name === 't'
}

it('each call passes the values of its text in every language', () => {
  const files = globSync(['src/**/*.ts', 'console/**/*.{ts,tsx}'], { exclude: ['console/**/*.graphql.ts'] })
  const calls = files.flatMap((file) => {
    const source = readFileSync(file, 'utf8')
    if (!/\bt\(|\btranslator\(/.test(source)) return []
    return callsIn(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }))
  })
  const all = languages.map((language) => read(language))
  const missing = calls.flatMap(({ id, values }) => {
    const used = all.flatMap((texts) => [...partsOf(compileMessageOrThrow(texts[id] ?? '')).used])
    return used.filter((value) => values && !values.includes(value)).map((value) => `${id} needs ${value}`)
  })
  expect(calls.length).toBeGreaterThan(1000)
  expect(missing).toEqual([])
})

describe('the keys in the source of the console', () => {
  it('are of the first texts in the files that the list of links loads', () => {
    const files = [filesLoadedBy('console/main.tsx'), filesLoadedBy('console/features/links/links-screen.tsx')]
    const first = usesIn(new Set(files.flatMap((each) => [...each])))
    const needed = ids.filter((id) => first.exact.has(id) || first.patterns.some((pattern) => pattern.test(id)))
    expect(needed.length).toBeGreaterThan(50)
    expect(needed.filter((id) => partOf(id) !== 'first')).toEqual([])
  })
})

describe('a text of a page', () => {
  const compile = (text: string) => createTranslator('en', { 'page.device': compileMessageOrThrow(text) as never })
  const script = '<script>"\'&</script>'
  const escaped = '&#60;script&#62;&#34;&#39;&#38;&#60;/script&#62;'

  it('escapes its words and its values in HTML, and takes markup as it is', () => {
    const t = compile(
      `<b> {browser} & {system} {count, plural, one {<i>} other {{browser}}} {browser, select, other {"}}`,
    )
    const html = t.html('page.device', { browser: script, system: markup('<u>Linux</u>'), count: 2 })
    expect(html).toBe(`&#60;b&#62; ${escaped} &#38; <u>Linux</u> ${escaped} &#34;`)
  })

  it('inserts a value with escapes of JavaScript as it is', () => {
    const hostile = '\\u003cscript\\x3e {system} %d $1 #'
    const t = compile('{browser}, {system}')
    expect(t('page.device', { browser: hostile, system: 1 })).toBe(`${hostile}, 1`)
    expect(t.html('page.device', { browser: hostile, system: 1 })).toBe(`${hostile}, 1`)
  })

  it('chooses by plural and by word, and by nothing that objects inherit', () => {
    const t = compile(
      '{count, plural, =0 {none} one {# one} other {{count} many}} {word, select, yes {Yes} other {No}}',
    )
    const write = (count: number, word: string) => t('page.device', { count, word })
    expect([write(0, 'yes'), write(2, 'no'), write(21, 'toString')]).toEqual(['none Yes', '2 many No', '21 many No'])
  })
})
