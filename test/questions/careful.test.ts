import { describe, expect, it } from 'vitest'
import { summarizeParsedQuestion } from './plan-summary.ts'

/** Today is Wednesday, 18 November 2026. */
describe('a comparison', () => {
  it.each([
    ['clicks compared to last week', 'compare 2026-11-16..now vs 2026-11-09..2026-11-16'],
    ['How are we doing compared to last month?', 'compare 2026-11-01..now vs 2026-10-01..2026-11-01'],
    ['are clicks up from last month?', 'compare 2026-11-01..now vs 2026-10-01..2026-11-01'],
    ['more clicks than yesterday?', 'compare 2026-11-18..now vs 2026-11-17..2026-11-18'],
    ['clicks compared with October', 'compare 2026-11-01..now vs 2026-10-01..2026-11-01'],
    ['Did "launch" do better than last week?', 'compare 2026-11-16..now vs 2026-11-09..2026-11-16 link=launch'],
  ])('with one period compares it with the current one: %s', (question, plan) => {
    expect(summarizeParsedQuestion(question)).toBe(plan)
  })

  it.each([
    ['last 7 days vs previous 7 days', 'compare 2026-11-12..now vs 2026-11-05..2026-11-12'],
    ['compare the last 7 days to the 7 days before', 'compare 2026-11-12..now vs 2026-11-05..2026-11-12'],
    ['last thirty days versus the thirty days before that', 'compare 2026-10-20..now vs 2026-09-20..2026-10-20'],
    ['previous 7 days vs last 7 days', '-'],
  ])('never compares a period with itself: %s', (question, plan) => {
    expect(summarizeParsedQuestion(question)).toBe(plan)
  })
})

describe('a question that is not answered, because the answer would be wrong', () => {
  it.each([
    ['a month that does not exist', 'clicks on 2026-13-01'],
    ['a day that does not exist', 'clicks on 2026-02-31'],
    ['a period of no days', 'clicks in the last 0 days'],
    ['a year before Christ', 'clicks since 10 August 234 BC'],
    ['a year of one digit', 'clicks on 1 January 1 AD'],
    ['recurring days', 'clicks on mondays'],
    ['recurring weekends', 'clicks on weekends'],
    ['a vague length', 'clicks in the last few days'],
    ['another vague length', 'clicks in the last couple of weeks'],
    ['a period relative to another one', 'clicks this week vs the same week last year'],
    ['a rate', 'clicks per visitor'],
    ['an empty name', 'How many clicks did "" get?'],
  ])('names %s', (_what, question) => {
    expect(summarizeParsedQuestion(question)).toBe('-')
  })
})
