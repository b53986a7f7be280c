import { enterQuestionTurn, escapeRegExp } from './question-scanner.ts'

/** How many names of one kind a question can mention. Each is looked for with expressions of its own. */
export const maxMentionedValues = 20

/**
 * The values that occur in one of the texts. With more than 20 names, the longest. Strangers choose the campaigns of clicks, so
 * there can be hundreds in one question.
 */
export async function selectMentionedValues(texts: readonly string[], values: readonly string[]): Promise<string[]> {
  const textKeys = texts.map(toKey)
  const valuesByKey = new Map<string, string[]>()
  for (const value of values) {
    await enterQuestionTurn()
    const key = toKey(value)
    const sameValues = valuesByKey.get(key)
    if (sameValues) sameValues.push(value)
    else if (textKeys.some((textKey) => isMentioned(key, textKey))) valuesByKey.set(key, [value])
  }
  return [...valuesByKey]
    .toSorted(([a], [b]) => b.length - a.length)
    .slice(0, maxMentionedValues)
    .flatMap(([, sameValues]) => sameValues)
}

interface MentionedValues {
  /** The words of the values, in lower case. */
  readonly key: string
  /** Matches the spellings of the values in a question. */
  readonly pattern: string
  /** Values that differ in case and separators only. */
  readonly values: readonly string[]
}

/** The values that occur in the text, long ones first. Case, dashes, underscores and spaces are the same, and accents are optional. */
export function findMentionedValues(text: string, values: readonly string[]): MentionedValues[] {
  const textKey = toKey(text)
  const valuesByKey = Map.groupBy(values, toKey)
  return [...valuesByKey]
    .filter(([key]) => isMentioned(key, textKey))
    .toSorted(([a], [b]) => b.length - a.length)
    .map(([key, sameValues]) => {
      const spellings = spell(key).map((spelling) => spelling.split(' ').map(escapeRegExp).join('[\\s_+-]+'))
      return { key, pattern: `(?:${spellings.join('|')})`, values: sameValues }
    })
}

function isMentioned(key: string, textKey: string): boolean {
  return key !== '' && spell(key).some((spelling) => textKey.includes(spelling))
}

function spell(key: string): string[] {
  return [...new Set([key, key.normalize('NFD').replace(/\p{M}/gu, '')])]
}

export function toKey(text: string): string {
  return text
    .toLowerCase()
    .split(/[\s_+-]+/)
    .filter(Boolean)
    .join(' ')
}
