import type { Meaning, Statement } from './phrase.ts'
import { phrases } from './phrases.ts'
import { enterQuestionTurn, type QuestionScanner } from './question-scanner.ts'

/** A phrase of a question. */
export interface FoundPhrase extends Meaning {
  readonly at: number
  readonly end: number
  readonly text: string
}

const patterns = phrases.map(([pattern, meaning]) => ({
  expression: new RegExp(`(?:${pattern})(?=[\\s,¦]|$)`, 'y'),
  meaning,
}))

/**
 * Takes all phrases, from left to right. If several phrases begin at a word, the longest is taken; if two have the same
 * length, the first.
 */
export async function takePhrases(scan: QuestionScanner): Promise<FoundPhrase[]> {
  const { text } = scan
  const found: FoundPhrase[] = []
  await compilePatterns()
  for (const { index: at } of text.matchAll(/(?<![^\s,¦])[^\s,¦]/g)) {
    await enterQuestionTurn()
    if (at < (found.at(-1)?.end ?? 0)) continue
    const phrase = findLongestPhrase(text, at)
    if (!phrase) continue
    found.push(phrase)
    scan.blank(at, phrase.text.length)
  }
  return found
}

/**
 * V8 compiles an expression when it is first used, and once more when it is used again: together 100 ms for all of them. It
 * drops what it has compiled after a time without questions.
 */
async function compilePatterns(): Promise<void> {
  for (const { expression } of patterns) {
    await enterQuestionTurn()
    for (let uses = 0; uses < 2; uses++) expression.test('')
  }
}

function findLongestPhrase(text: string, at: number): FoundPhrase | null {
  let longest: FoundPhrase | null = null
  for (const { expression, meaning } of patterns) {
    expression.lastIndex = at
    const match = expression.exec(text)
    if (!match || match[0].length <= (longest?.text.length ?? 0)) continue
    const [matched, ...captures] = match
    const said = typeof meaning === 'function' ? meaning(...captures) : meaning
    longest = { ...said, at, end: at + matched.length, text: matched }
  }
  return longest
}

/** Whether one of the phrases makes one of these statements. */
export function hasStatement(phrases: readonly FoundPhrase[], ...statements: readonly Statement[]): boolean {
  return phrases.some(({ says }) => says?.some((each) => statements.includes(each)))
}
