import { describe, expect, it } from 'vitest'
import { beyond, type CorpusEntry, totals } from './corpus.ts'
import { breakdowns, filters, series } from './corpus-breakdowns.ts'
import { field } from './corpus-field.ts'
import { heldOut, heldOutMarketer } from './corpus-held-out.ts'
import { compared, named, ranked } from './corpus-links.ts'
import { second } from './corpus-second.ts'
import { third } from './corpus-third.ts'
import { summarizeParsedQuestion } from './plan-summary.ts'

const parts: Readonly<Record<string, readonly CorpusEntry[]>> = {
  totals,
  beyond,
  breakdowns,
  filters,
  series,
  ranked,
  named,
  compared,
  second,
  third,
  field,
}

/** Describes the questions that are not parsed as expected. */
async function describeMistakes(entries: readonly CorpusEntry[]): Promise<string[]> {
  const mistakes: string[] = []
  for (const [question, plan] of entries) {
    const found = await summarizeParsedQuestion(question)
    if (found !== plan) mistakes.push(`${question}\n    ${found} instead of ${plan}`)
  }
  return mistakes
}

/** Returns the part of the questions that are parsed as expected, and prints the others. */
async function measureScore(part: string, entries: readonly CorpusEntry[]): Promise<number> {
  const mistakes = await describeMistakes(entries)
  const score = entries.length - mistakes.length
  console.info([`${part}: ${score} of ${entries.length}`, ...mistakes].join('\n  '))
  return score / entries.length
}

describe('the rules', () => {
  it.each(Object.entries(parts))(
    'parse at least 95 % of the questions they were developed with: %s',
    async (part, entries) => {
      expect(await measureScore(part, entries)).toBeGreaterThanOrEqual(0.95)
    },
  )

  it.each(Object.entries({ heldOut, heldOutMarketer }))(
    'parse at least 85 % of the held-out questions: %s',
    async (part, entries) => {
      expect(await measureScore(part, entries)).toBeGreaterThanOrEqual(0.85)
    },
  )

  it('take no held-out question of a marketer for another one', async () => {
    const mistaken: string[] = []
    for (const [question, plan] of heldOutMarketer) {
      const found = await summarizeParsedQuestion(question)
      if (found !== '-' && found !== plan) mistaken.push(question)
    }
    expect(mistaken).toEqual([])
  })

  it('are tested with more than 250 different questions', () => {
    const all = [...Object.values(parts).flat(), ...heldOut, ...heldOutMarketer].map(([question]) =>
      question.toLowerCase(),
    )
    expect(all.length).toBeGreaterThan(250)
    expect(new Set(all).size).toBe(all.length)
  })
})
