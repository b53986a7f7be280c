/** Replaces words that have been parsed, so that no pattern matches across them. */
const consumedMarker = '¦'

/** A question during parsing. Parsed words are blanked, so that all other words keep their position. */
export class QuestionScanner {
  #text: string

  constructor(text: string) {
    this.#text = text
  }

  get text(): string {
    return this.#text
  }

  has(pattern: RegExp): boolean {
    return pattern.test(this.#text)
  }

  /** Blanks the first match and returns it. */
  take(pattern: RegExp): RegExpExecArray | null {
    const match = pattern.exec(this.#text)
    if (match) this.blank(match.index, match[0].length)
    return match
  }

  /** Blanks all matches and returns them. */
  takeAll(pattern: RegExp): RegExpExecArray[] {
    const matches: RegExpExecArray[] = []
    for (let match = this.take(pattern); match && match[0] !== ''; match = this.take(pattern)) matches.push(match)
    return matches
  }

  /** Blanks all matches and returns whether there were any. */
  takeAny(pattern: RegExp): boolean {
    return this.takeAll(pattern).length > 0
  }

  blank(at: number, length: number): void {
    this.#text = this.#text.slice(0, at) + consumedMarker.repeat(length) + this.#text.slice(at + length)
  }

  /** Returns the words that have not been parsed, as runs of adjacent words. */
  remainingWords(): { readonly at: number; readonly words: string[] }[] {
    return [...this.#text.matchAll(/[^¦]+/g)].map(({ 0: run, index }) => ({
      at: index,
      words: run.split(/[\s,]+/).filter(Boolean),
    }))
  }
}

/** Normalizes a question: plain quotes, lower case, single spaces, no punctuation at the end of words. */
export function normalizeQuestion(question: string): string {
  return question
    .normalize('NFKC')
    .replaceAll(consumedMarker, ' ')
    .replace(/[“”„«»″]/g, '"')
    .replace(/[‘’`´]/g, "'")
    .toLowerCase()
    .replace(/[–—]/g, ' - ')
    .replace(/\b(what|which|who|how|where|when|that|it|there)'s\b/g, '$1 is')
    .replace(/'s\b/g, ' s')
    .replace(/[?!;]+/g, ' ')
    .replace(/[.,:]+(?=\s|$)/g, ' , ')
    .replace(/(\s*,)+\s*$/, '')
    .replace(/\s+/g, ' ')
    .replace(/\b(?:the )?(?:start|beginning|end) of (?:(?:the|this) (?=week|month|quarter|year))?/g, (text) =>
      text.endsWith('of ') ? '' : 'this ',
    )
    .replace(/\bof the (?=(?:week|month|quarter|year)\b)/g, 'of this ')
    .trim()
}
