/** Stands where words have been understood, so that nothing is read across it. */
const consumedMarker = '¦'

/** A question while it is read: what has been understood is blanked, and everything keeps its place. */
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

  /** Takes the first words that fit. */
  take(pattern: RegExp): RegExpExecArray | null {
    const match = pattern.exec(this.#text)
    if (match) this.blank(match.index, match[0].length)
    return match
  }

  /** Takes all words that fit, one after the other. */
  takeAll(pattern: RegExp): RegExpExecArray[] {
    const all: RegExpExecArray[] = []
    for (let match = this.take(pattern); match && match[0] !== ''; match = this.take(pattern)) all.push(match)
    return all
  }

  blank(at: number, length: number): void {
    this.#text = this.#text.slice(0, at) + consumedMarker.repeat(length) + this.#text.slice(at + length)
  }

  /** The words nobody has understood, in runs as they stand together. */
  remainingWords(): { readonly at: number; readonly words: string[] }[] {
    return [...this.#text.matchAll(/[^¦]+/g)].map(({ 0: run, index }) => ({
      at: index,
      words: run.split(/[\s,]+/).filter(Boolean),
    }))
  }
}

/** The question as the rules read it: plain quotes, small letters, single spaces, no punctuation at ends of words. */
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
