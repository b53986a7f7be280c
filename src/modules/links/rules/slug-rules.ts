import { InvalidParams } from '../../../platform/shared/general.errors.ts'
import { SlugNotAllowed, SlugReserved } from '../link.errors.ts'

/** Obscene words and slurs without an innocent meaning. Brand names come from the configuration. */
export const defaultDeniedWords: readonly string[] = [
  'arsehole',
  'asshole',
  'bitch',
  'bullshit',
  'cunt',
  'dickhead',
  'faggot',
  'fuck',
  'fucker',
  'fucking',
  'motherfucker',
  'nigger',
  'shit',
  'slut',
  'wanker',
  'whore',
]

/** The letters a sign may stand for. */
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
 * Words no slug may hold, also spelt with digits for letters. Whole dash-separated words are compared, because looking
 * inside them would refuse towns and surnames (Kutt #436, #682).
 */
export class DeniedWords {
  readonly #wordsByShape = new Map<string, string[]>()

  /** Throws on a word that is not letters and digits: it could never match, and nobody would notice. */
  constructor(words: Iterable<string>) {
    for (const each of words) {
      const word = each.trim().toLowerCase()
      if (word === '') continue
      if (!/^[a-z0-9]+$/.test(word)) throw new Error(`The denied word "${word}" must be letters and digits only.`)
      const shape = toShape(word)
      this.#wordsByShape.set(shape, [...(this.#wordsByShape.get(shape) ?? []), word])
    }
  }

  hasDeniedWord(slug: string): boolean {
    return slug.toLowerCase().split('-').some(this.#isDenied)
  }

  // The shape puts l and i together, since 1 may be either, so a word of the same shape is compared sign by sign:
  // a list with "fail" must not refuse "fall".
  readonly #isDenied = (text: string): boolean =>
    (this.#wordsByShape.get(toShape(text)) ?? []).some((word) => canBeReadAs(text, word))
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

/** Words kept even where no route uses them yet (DECISIONS part 4), so that a later route never meets a link. */
const alwaysReserved = `
  api v1 v2 graphql rest admin app auth login logout register signup oauth authorize token dashboard settings account
  billing docs openapi swagger health healthz readyz metrics status static assets public robots sitemap favicon
  well-known p q qr bio l link links url urls free-urls clicks analytics analytics-ai keys dynamic-qr public-stats
  integrations webhooks workspaces pixels imports exports help support abuse report terms privacy legal security www
  null undefined
`
  .trim()
  .split(/\s+/)

/**
 * The lower-case words no slug may be: the kept ones and the first path segment of every route of the service.
 * A file name reserves its stem as well (`/robots.txt` both), and a dotted folder its name (`/.well-known/*`).
 */
export function listReservedWords(routePaths: Iterable<string>): ReadonlySet<string> {
  const words = new Set(alwaysReserved)
  for (const route of routePaths) {
    const segment = route.replace(/^\/+/, '').split('/')[0]?.toLowerCase()
    if (!segment || /[:*]/.test(segment)) continue
    words.add(segment)
    const stem = segment.replace(/^\.+/, '').split('.')[0]
    if (stem) words.add(stem)
  }
  return words
}

export interface Slug {
  /** As the owner typed it. */
  readonly display: string
  /** Lower case: the spelling that is unique and looked up. */
  readonly key: string
}

export interface SlugRules {
  /** In characters: 3 for owners, 5 for anonymous links. */
  readonly minLength: number
  /** Lower-case words, as `reservedWords()` makes them. */
  readonly reserved: ReadonlySet<string>
  readonly denied: DeniedWords
}

/** The input that carries the slug. */
export type SlugField = 'customUrl' | 'customCode'

export const slugMaxLength = 64

/**
 * Reads a slug somebody chose: letters A-Z, digits and dashes, at least one of them not a dash, `minLength` to 64 long.
 * Refuses with InvalidParams, SlugReserved or SlugNotAllowed. Whether it is taken is for the index to say.
 */
export function parseSlug(field: SlugField, text: string, rules: SlugRules): Slug {
  const display = normalizeText(text)
  if (display.length < rules.minLength || display.length > slugMaxLength) {
    throw InvalidParams.forField(field, `must be ${rules.minLength} to ${slugMaxLength} characters long`)
  }
  if (!isCode(display)) {
    throw InvalidParams.forField(field, 'must be letters A to Z, digits and dashes, with at least one letter or digit')
  }
  const key = display.toLowerCase()
  if (rules.reserved.has(key)) throw new SlugReserved(field, display)
  if (rules.denied.hasDeniedWord(key)) throw new SlugNotAllowed(field, display)
  return { display, key }
}

/**
 * The key under which a code met in an address is looked up, or null when no link can have that code.
 * It knows no minimum, reserved or denied words: those may change after a link was made.
 */
export function toCodeKey(text: string): string | null {
  const code = normalizeText(text)
  return code.length <= slugMaxLength && isCode(code) ? code.toLowerCase() : null
}

/** Folds full-width and other compatibility letters, so both doors agree on what was typed. */
function normalizeText(text: string): string {
  return text.trim().normalize('NFKC')
}

function isCode(text: string): boolean {
  return /^[A-Za-z0-9-]+$/.test(text) && /[A-Za-z0-9]/.test(text)
}
