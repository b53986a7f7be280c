import { enterTurn } from '../../../../platform/shared/event-loop/turn-queue.ts'

/** For each step of reading a question: all questions together have one place among the callers that take turns. */
export function enterQuestionTurn(): Promise<void> | undefined {
  return enterTurn('questions')
}

/** Replaces words that have been parsed, so that no pattern matches across them. */
const consumedMarker = '¦'

/** A question during parsing. Parsed words are blanked, so that all other words keep their position. */
export class QuestionScanner {
  private ownText: string

  constructor(text: string) {
    this.ownText = text
  }

  get text(): string {
    return this.ownText
  }

  /** Blanks the first match and returns it. */
  take(pattern: RegExp): RegExpExecArray | null {
    const match = pattern.exec(this.ownText)
    if (match) this.blank(match.index, match[0].length)
    return match
  }

  /** Blanks all matches and returns them. */
  takeAll(pattern: RegExp): RegExpExecArray[] {
    const matches: RegExpExecArray[] = []
    for (let match = this.take(pattern); match && match[0] !== ''; match = this.take(pattern)) matches.push(match)
    return matches
  }

  blank(at: number, length: number): void {
    this.ownText = this.ownText.slice(0, at) + consumedMarker.repeat(length) + this.ownText.slice(at + length)
  }

  /** Returns the words that have not been parsed, as runs of adjacent words. */
  remainingWords(): ScannedWord[][] {
    return [...this.ownText.matchAll(/[^¦]+/g)].map(({ 0: run, index }) =>
      [...run.matchAll(/[^\s,]+/g)].map((match) => ({ word: match[0], at: index + match.index })),
    )
  }
}

/** A word and its position in the question. */
export interface ScannedWord {
  readonly word: string
  readonly at: number
}

/** In characters. The time of the patterns of questions may grow with its square, and no faster. */
export const maxQuestionLength = 500

/** Normalizes a question: plain quotes, lower case, no contractions, single spaces, no punctuation at the end of words. */
export function normalizeQuestion(question: string): string {
  return (
    question
      .normalize('NFKC')
      // Normalization can turn one character into eighteen.
      .slice(0, maxQuestionLength)
      .replaceAll(consumedMarker, ' ')
      .replace(/[“”„«»″]/g, '"')
      .replace(/[‘’`´]/g, "'")
      .toLowerCase()
      .replace(/[–—]/g, ' - ')
      .replace(/\b(what|which|who|how|where|when|that|it|there)'s\b/g, '$1 is')
      .replace(/\b(did|do|does|was|were|is|are|has|have|had)n'?t\b/g, '$1 not')
      .replace(/\b(i|we|you|they|what|how)'(?:d|ve|re|m)\b/g, '$1')
      .replace(/'s\b/g, ' s')
      .replace(/ ?%(?=\s|$|[?!.,;])/g, ' percent')
      .replace(/[?!;]+/g, ' ')
      .replace(/[.,:]+(?=\s|$)/g, ' , ')
      .replace(/[\s,]+$/, '')
      .replace(/\s+/g, ' ')
      .replace(/\b(since|from) (?:the )?(?:start|beginning) of (?:(?:the|this) (?=week|month|quarter|year))?/g, toBound)
      .replace(/\b(until|till|to) (?:the )?end of (?:(?:the|this) (?=week|month|quarter|year))?/g, toBound)
      .replace(/(?<!\bdays? )(?<!\btimes? )\bof the (?=(?:week|month|quarter|year)\b)/g, 'of this ')
      .trim()
  )
}

/** `since the start of the year` is `since this year`, and `until the end of May` is `until May`. */
function toBound(text: string, word: string): string {
  return text.endsWith('of ') ? `${word} ` : `${word} this `
}

/** Escapes a text for a regular expression. */
export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
}
