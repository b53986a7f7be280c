import { toClosestSlug, toCodeKey } from './slug-rules.ts'
import { VisitorQuery } from './visitor-query.ts'

/** What the address of a link says. */
export interface CodeAddress {
  /** The code with the punctuation after it, for `listCodeKeys`. No link need have it. */
  readonly code: string
  /** A plus sign follows the code. */
  readonly isPreview: boolean
  readonly query: VisitorQuery
}

/** The start of a query that was appended with `&`: a parameter with a value, or a flag of this service. */
const appendedQuery = /^(?:[^=&;]+=|(?:qr|no-track)(?:&|$))/

/** The rest of a character reference in HTML, such as `&quot;`, after its `&`. */
const htmlEntity = /^#?\w{2,8};/

/**
 * Reads the address of a link. A query that was appended with `&`, or with an encoded question mark, is read as a
 * query. `code` is the decoded part of the path, `url` the URL of the request.
 */
export function readCodeAddress(code: string, url: string): CodeAddress {
  // Nearly all codes are plain, and most others are previews.
  const [, plainCode, plus] = /^([A-Za-z0-9-]+)(\+?)$/.exec(code) ?? []
  if (plainCode !== undefined) return { code: plainCode, isPreview: plus === '+', query: VisitorQuery.fromUrl(url) }
  const end = code.search(/[?&#]/)
  const appended = end < 0 ? '' : readAppendedQuery(code, end, url)
  if (appended === null) return { code, isPreview: false, query: VisitorQuery.fromUrl(url) }
  const text = end < 0 ? code : code.slice(0, end)
  const stem = dropTrailing(text)
  const isPreview = stem.endsWith('+')
  const [path = ''] = url.split('?', 1)
  const query = [appended, url.slice(path.length + 1)].filter((text) => text !== '').join('&')
  return { code: isPreview ? stem.slice(0, -1) : text, isPreview, query: new VisitorQuery(query) }
}

/**
 * The keys of the codes that a part of an address can name, best first. Nearly all are plain and name one. Programs that
 * find addresses in texts append characters that follow the address: punctuation, quotes, brackets and invisible
 * characters. Only codes on domains can have some of these characters. Dots and underscores are read as dashes last,
 * like in aliases that an import renames, but for a dot before a name, with which scanners look for files.
 */
export function listCodeKeys(code: string, hasDomain: boolean): readonly string[] {
  const plainKey = toCodeKey(code)
  if (plainKey !== null) return [plainKey]
  const stem = dropTrailing(code)
  const closest = /[._]/.test(stem) && /^[\w-][\w.-]+$/.test(stem) ? toClosestSlug(stem) : stem
  const keys = [code, dropTrailing(code, '_'), stem, closest].flatMap(
    (each) => toCodeKey(each, { isImported: hasDomain }) ?? [],
  )
  return [...new Set(keys)]
}

/** The query that begins at `end` in the decoded code; null when there is no query there. A fragment is dropped. */
function readAppendedQuery(code: string, end: number, url: string): string | null {
  const rest = code.slice(end + 1)
  if (code[end] === '#' || (code[end] === '&' && (rest === '' || (htmlEntity.test(rest) && !rest.startsWith('amp;')))))
    return ''
  const [path = ''] = url.split(/[?#]/, 1)
  const start = path.indexOf('&')
  // A parameter after a plain `&` is not decoded, because its value can contain an encoded one.
  const isRaw = code[end] === '&' && start >= 0 && !path.slice(0, start).includes('%26')
  const query = (isRaw ? path.slice(start + 1) : (rest.split('#', 1)[0] ?? ''))
    .replace(/^amp;/, '')
    .replaceAll('&amp;', '&')
  return code[end] === '?' || appendedQuery.test(query) ? query : null
}

/**
 * Drops the end of a text that cannot be the end of a code or its plus sign. Punctuation of other scripts ends the code too,
 * because their texts go on without a space. The character `kept` can end it as well.
 */
export function dropTrailing(text: string, kept = ''): string {
  const foreign = text.search(/(?![\x21-\x7e])\p{P}/u)
  const characters = [...(foreign > 0 ? text.slice(0, foreign) : text)]
  const isEnd = (character: string) => character === kept || /[\p{L}\p{N}+-]/u.test(character)
  return characters.slice(0, characters.findLastIndex(isEnd) + 1).join('')
}
