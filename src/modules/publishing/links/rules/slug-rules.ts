import { HasNoIssue } from '../../../../platform/graphql/inputs/argument-validation.ts'
import { defineIssue, type FieldIssue } from '../../../../platform/shared/field-issue.ts'
import { InvalidParams } from '../../../../platform/shared/general.errors.ts'
import { type SlugField, SlugNotAllowed, SlugReserved } from '../link.errors.ts'

/** Obscene words and slurs without an innocent meaning. Operators add brand names in the settings. */
export const defaultDeniedWords: readonly string[] = `
  arsehole asshole bitch bullshit cunt dickhead faggot fuck fucker fucking motherfucker nigger shit slut wanker whore
`
  .trim()
  .split(/\s+/)

/** The letters that a character may replace. */
const lookalikeLetters: ReadonlyMap<string, string> = new Map([
  ['0', 'o'],
  ['1', 'li'],
  ['3', 'e'],
  ['4', 'a'],
  ['5', 's'],
  ['7', 't'],
  ['@', 'a'],
])

/**
 * Words that no slug may contain, including spellings with digits for letters. Only whole words between signs are
 * compared, because a search inside words would reject towns and surnames (Kutt #436, #682).
 */
export class DeniedWords {
  private readonly wordsByShape = new Map<string, string[]>()

  /** Throws if a word has characters other than letters and digits, because such a word could never match. */
  constructor(words: Iterable<string>) {
    for (const text of words) {
      const word = text.trim().toLowerCase()
      if (word === '') continue
      if (!/^[a-z0-9]+$/.test(word)) throw new Error(`The denied word "${word}" must be letters and digits only.`)
      const shape = toShape(word)
      this.wordsByShape.set(shape, [...(this.wordsByShape.get(shape) ?? []), word])
    }
  }

  hasDeniedWord(slug: string): boolean {
    return slug.toLowerCase().split(/[-._]/).some(this.isDenied)
  }

  // Words of the same shape are compared character by character: the shape treats l and i alike, because 1 can replace
  // both, and a list with "fail" must not reject "fall".
  private readonly isDenied = (text: string): boolean =>
    (this.wordsByShape.get(toShape(text)) ?? []).some((word) => canBeReadAs(text, word))
}

function toShape(word: string): string {
  return [...word]
    .map((character) => lookalikeLetters.get(character)?.charAt(0) ?? character)
    .join('')
    .replaceAll('i', 'l')
}

function canBeReadAs(text: string, word: string): boolean {
  return [...word].every((letter, index) => {
    const character = text.charAt(index)
    return character === letter || lookalikeLetters.get(character)?.includes(letter) === true
  })
}

export interface Slug {
  /** In the spelling of the owner. */
  readonly display: string
  /** In lower case. It is unique and used for lookups. */
  readonly key: string
}

export interface SlugRules {
  /** In characters: 3 for owners, 5 for anonymous links. */
  readonly minLength: number
  /** The result of `listReservedWords`. */
  readonly reserved: ReadonlySet<string>
  readonly denied: DeniedWords
  /** The present key of the link, which it may keep. */
  readonly currentKey?: string | undefined
  /** Whether the slug is an alias of another service, which can have dots and underscores. */
  readonly isImported?: boolean
  /** The input with the slug, which errors name. */
  readonly field?: SlugField
}

export const slugMaxLength = 64

const wrongSlugLength = defineIssue('WRONG_SLUG_LENGTH', 'must be {min} to {max} characters long')
const wrongSlug = defineIssue(
  'WRONG_SLUG',
  'must be letters A to Z, digits and dashes, with at least one letter or digit',
)
const wrongImportedSlug = defineIssue(
  'WRONG_IMPORTED_SLUG',
  'must be letters A to Z, digits and dots, dashes and underscores, with at least one letter or digit',
)

/**
 * Accepts what can be a slug: `minLength` to 64 letters A-Z, digits and dashes, at least one of them not a dash. With
 * `orImported` also the code that an imported link can have, for inputs with which a link keeps its code.
 */
export function IsSlug(minLength: number, { orImported = false } = {}): PropertyDecorator {
  return HasNoIssue('isSlug', (text) =>
    orImported && toCodeKey(String(text), { isImported: true }) !== null
      ? undefined
      : findSlugIssue(normalizeText(String(text)), minLength, false),
  )
}

function findSlugIssue(slug: string, minLength: number, isImported: boolean): FieldIssue | undefined {
  if (slug.length < minLength || slug.length > slugMaxLength)
    return wrongSlugLength({ min: minLength, max: slugMaxLength })
  if (isCode(slug, isImported)) return undefined
  return isImported ? wrongImportedSlug() : wrongSlug()
}

/**
 * Parses a chosen slug (`IsSlug`). Throws InvalidParams, SlugReserved or SlugNotAllowed. It does not check whether the
 * slug is taken.
 */
export function parseSlug(text: string, { field = 'code', isImported = false, ...rules }: SlugRules): Slug {
  const display = normalizeText(text)
  const key = display.toLowerCase()
  if (key === rules.currentKey) return { display, key }
  const issue = findSlugIssue(display, rules.minLength, isImported)
  if (issue) throw InvalidParams.forField(field, issue)
  if (rules.reserved.has(key)) throw new SlugReserved(display, field)
  if (rules.denied.hasDeniedWord(key)) throw new SlugNotAllowed(display, field)
  return { display, key }
}

/** The beginning of the codes of pages. No slug has a slash, so a page and a link can have the same slug. */
export const pageCodePrefix = 'p/'

/**
 * The lookup key of a code in an address, or null if no link can have that code. It ignores the minimum length and the
 * reserved and denied words, because they may change after a link was created. With `isImported` the code can have dots
 * and underscores, which only imported links on domains have.
 */
export function toCodeKey(text: string, { isImported = false } = {}): string | null {
  const code = normalizeText(text)
  return code.length <= slugMaxLength && isCode(code, isImported) ? code.toLowerCase() : null
}

/** The closest slug to an alias of another service: letters without their accents, and a dash for each run of other characters. */
export function toClosestSlug(text: string): string {
  const plain = text
    .slice(0, 4 * slugMaxLength)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
  const words = plain.split(/[^A-Za-z0-9]/).filter((word) => word !== '')
  const slug = words.join('-').slice(0, slugMaxLength)
  return slug.endsWith('-') ? slug.slice(0, -1) : slug
}

/** Like `toCodeKey`, for the slug of a page. */
export function toPageKey(slug: string): string | null {
  const key = toCodeKey(slug)
  return key === null ? null : `${pageCodePrefix}${key}`
}

/**
 * The key of a route: the code in lower case, after the domain if the link has one. A space separates domain and code.
 * No path of a request contains a space, so no address of another host gives this key.
 */
export function toRouteKey(domainId: string | null, code: string): string {
  return domainId === null ? code.toLowerCase() : `${domainId} ${code.toLowerCase()}`
}

/** Converts full-width and other compatibility letters, so that an input and an address give the same key. */
function normalizeText(text: string): string {
  return text.trim().normalize('NFKC')
}

function isCode(text: string, isImported: boolean): boolean {
  return (isImported ? /^[\w.-]+$/ : /^[A-Za-z0-9-]+$/).test(text) && /[A-Za-z0-9]/.test(text)
}
