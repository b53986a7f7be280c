import { isAbsent } from './absent-values.ts'

/** PostgreSQL writes t and f, MySQL 1 and 0 or b'1', spreadsheets a word of their language. */
const trueWords: ReadonlySet<string> = new Set(
  `true t yes y 1 1.0 on x b'1' enabled active ja wahr oui vrai si sí verdadero vero sim verdadeiro waar prawda tak sand`.split(
    ' ',
  ),
)
const falseWords: ReadonlySet<string> = new Set(
  `false f no n 0 0.0 off b'0' disabled inactive nein falsch non faux falso não nao nee onwaar fałsz nie falsk falskt`.split(
    ' ',
  ),
)

const longestWord = 12

/** Null for a cell without a value, and `undefined` for a text that is no boolean. */
export function readBoolean(text: string): boolean | null | undefined {
  if (isAbsent(text)) return null
  if (text.length > longestWord) return undefined
  const word = text.trim().toLowerCase()
  if (trueWords.has(word)) return true
  return falseWords.has(word) ? false : undefined
}

/** The status of a link in another product. An archived link is hidden from the list, and still redirects. */
export type LinkStatus = 'on' | 'archived' | 'off'

const statusWords: Readonly<Record<LinkStatus, string>> = {
  on: 'active enabled live published public ok approved expired',
  archived: 'archived hidden',
  off: 'inactive disabled deactivated paused banned blocked suspended deleted draft trash trashed off',
}
const statusByWord = new Map(
  Object.entries(statusWords).flatMap(([status, words]) =>
    words.split(' ').map((word) => [word, status as LinkStatus] as const),
  ),
)

/** Null for a cell without a value, and `undefined` for a word that is not known. */
export function readStatus(text: string): LinkStatus | null | undefined {
  const boolean = readBoolean(text)
  if (boolean === null) return null
  if (boolean !== undefined) return boolean ? 'on' : 'off'
  return text.length > longestWord ? undefined : statusByWord.get(text.trim().toLowerCase())
}
