import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'

/**
 * Words that no name may contain, written in kebab-case. docs/glossary.md has the words to use instead. Only words that
 * are wrong wherever they stand are listed.
 */
const forbiddenWords = `
  around asked courier door doors enrolment enrolments happening happenings heard hearer hearers house judge judged
  judging ledger meant noted noting outward pulse refusal refusals sought standing telling told turnstile untold wish
  wished wishes
  database-away first-answer first-answers first-writing give-up given-up held-work is-away keep-house let-go
  most-at-once most-in-batch most-under-way own-documents set-aside soon-ms too-late
`
  .trim()
  .split(/\s+/)

/** `takeOneHTTPCall` and `take-one.http-call` as `take-one-http-call`. The name of a product is one word. */
function toKebabCase(name: string): string {
  return name
    .replace(/ClickHouse/g, 'Clickhouse')
    .replace(/clickHouse/g, 'clickhouse')
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .replace(/[^a-zA-Z\d]+/g, '-')
    .toLowerCase()
}

function findForbiddenWords(name: string): string[] {
  const words = `-${toKebabCase(name)}-`
  return forbiddenWords.filter((word) => words.includes(`-${word}-`))
}

const stringPattern = (quote: string, excluded = '') => `${quote}(?:\\\\.|[^\\\\${quote}${excluded}])*${quote}`

/** Comments and strings, as far as a regular expression can tell them. A template is left out with its expressions. */
const commentOrString = new RegExp(
  ['/\\*[\\s\\S]*?\\*/|//.*', stringPattern("'", '\\n'), stringPattern('"', '\\n'), stringPattern('`')].join('|'),
  'g',
)

/** The names that stand in a source text, each once. Names in capitals are settings, which have words of their own. */
function identifiersOf(source: string): string[] {
  const code = source.replace(commentOrString, "''")
  return [...new Set(code.match(/[A-Za-z_$][\w$]*/g))].filter((name) => !/^[A-Z\d_]+$/.test(name))
}

async function sourceFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true })
  return names
    .filter((name) => name.endsWith('.ts') && !/(consumers|clickhouse).(node_modules|generated)/.test(name))
    .map((name) => join(folder, name))
}

describe('the words of a name', () => {
  it('are found in every spelling', () => {
    expect(findForbiddenWords('settleWishes')).toEqual(['wishes'])
    expect(findForbiddenWords('HTTPLedger')).toEqual(['ledger'])
    expect(findForbiddenWords('rotation-door.test.ts')).toEqual(['door'])
    expect(findForbiddenWords('LetGoOf')).toEqual(['let-go'])
    expect(findForbiddenWords('wishful')).toEqual([])
  })

  it('are not looked for in comments and strings', () => {
    const source =
      "/** A wish. */\nconst text = 'a ledger' // told\nconst sql = `select told`\nconst x = 'it\\'s told'\n"
    expect(identifiersOf(source)).toEqual(['const', 'text', 'sql', 'x'])
  })
})

describe.each(['src', 'test'])('in %s', (folder) => {
  it('no file has a name with a forbidden word', async () => {
    const files = await sourceFiles(folder)
    expect(files.length).toBeGreaterThan(50)
    expect(files.filter((file) => findForbiddenWords(basename(file)).length > 0)).toEqual([])
  })

  it('no identifier contains a forbidden word', async () => {
    const found: string[] = []
    for (const file of await sourceFiles(folder)) {
      const names = identifiersOf(await readFile(file, 'utf8')).filter((name) => findForbiddenWords(name).length > 0)
      if (names.length > 0) found.push(`${file}: ${names.join(', ')}`)
    }
    expect(found).toEqual([])
  })
})
