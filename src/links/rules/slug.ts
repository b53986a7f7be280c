import { InvalidParams } from '../../base/failures.ts'
import type { DeniedWords } from './denied.ts'
import { SlugNotAllowed, SlugReserved } from './failures.ts'

export interface Slug {
  /** As the owner typed it. */
  readonly shown: string
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
export function readSlug(field: SlugField, text: string, rules: SlugRules): Slug {
  const shown = spell(text)
  if (shown.length < rules.minLength || shown.length > slugMaxLength) {
    throw InvalidParams.of(field, `must be ${rules.minLength} to ${slugMaxLength} characters long`)
  }
  if (!isCode(shown)) {
    throw InvalidParams.of(field, 'must be letters A to Z, digits and dashes, with at least one letter or digit')
  }
  const key = shown.toLowerCase()
  if (rules.reserved.has(key)) throw new SlugReserved(field, shown)
  if (rules.denied.denies(key)) throw new SlugNotAllowed(field, shown)
  return { shown, key }
}

/**
 * The key under which a code met in an address is looked up, or null when no link can have that code.
 * It knows no minimum, reserved or denied words: those may change after a link was made.
 */
export function codeKey(text: string): string | null {
  const code = spell(text)
  return code.length <= slugMaxLength && isCode(code) ? code.toLowerCase() : null
}

/** Folds full-width and other compatibility letters, so both doors agree on what was typed. */
function spell(text: string): string {
  return text.trim().normalize('NFKC')
}

function isCode(text: string): boolean {
  return /^[A-Za-z0-9-]+$/.test(text) && /[A-Za-z0-9]/.test(text)
}
