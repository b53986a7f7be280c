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
const readings: ReadonlyMap<string, string> = new Map([
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
      const shape = shapeOf(word)
      this.#wordsByShape.set(shape, [...(this.#wordsByShape.get(shape) ?? []), word])
    }
  }

  denies(slug: string): boolean {
    return slug.toLowerCase().split('-').some(this.#isDenied)
  }

  // The shape puts l and i together, since 1 may be either, so a word of the same shape is compared sign by sign:
  // a list with "fail" must not refuse "fall".
  readonly #isDenied = (written: string): boolean =>
    (this.#wordsByShape.get(shapeOf(written)) ?? []).some((word) => canRead(written, word))
}

function shapeOf(word: string): string {
  return [...word]
    .map((sign) => readings.get(sign)?.charAt(0) ?? sign)
    .join('')
    .replaceAll('i', 'l')
}

function canRead(written: string, word: string): boolean {
  return [...word].every((letter, at) => {
    const sign = written.charAt(at)
    return sign === letter || readings.get(sign)?.includes(letter) === true
  })
}
