import { describe, expect, it } from 'vitest'
import { type Asked, beyond, totals } from './corpus.ts'
import { breakdowns, filters, series } from './corpus-breakdowns.ts'
import { heldOut } from './corpus-held-out.ts'
import { compared, named, ranked } from './corpus-links.ts'
import { second } from './corpus-second.ts'
import { third } from './corpus-third.ts'
import { read } from './told.ts'

const parts: Readonly<Record<string, readonly Asked[]>> = {
  ...{ totals, beyond, breakdowns, filters, series, ranked, named, compared, second, third },
}

/** The questions that are read as something else, or not at all, and how. */
function misread(asked: readonly Asked[]): string[] {
  return asked.flatMap(([question, plan]) => {
    const found = read(question)
    return found === plan ? [] : [`${question}\n    ${found} instead of ${plan}`]
  })
}

/** Prints the score of a part, and answers with it. */
function scoreOf(part: string, asked: readonly Asked[]): number {
  const wrong = misread(asked)
  console.info([`${part}: ${asked.length - wrong.length} of ${asked.length}`, ...wrong].join('\n  '))
  return (asked.length - wrong.length) / asked.length
}

describe('the rules', () => {
  it.each(Object.entries(parts))('read at least 95 of 100 questions they were made with: %s', (part, asked) => {
    expect(scoreOf(part, asked)).toBeGreaterThanOrEqual(0.95)
  })

  it('read at least 85 of 100 questions they were not made with', () => {
    expect(scoreOf('held out', heldOut)).toBeGreaterThanOrEqual(0.85)
  })

  it('are asked more than 250 questions, none of them twice', () => {
    const all = [...Object.values(parts).flat(), ...heldOut].map(([question]) => question.toLowerCase())
    expect(all.length).toBeGreaterThan(250)
    expect(new Set(all).size).toBe(all.length)
  })
})
