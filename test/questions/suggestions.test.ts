import { describe, expect, it } from 'vitest'
import {
  exampleQuestions,
  findNearestQuestions,
} from '../../src/modules/statistics/questions/rules/nearest-questions.ts'
import { summarizeParsedQuestion } from './plan-summary.ts'

describe('an example question', () => {
  it.each(exampleQuestions)('is understood: %s', async (question) => {
    expect(await summarizeParsedQuestion(question)).not.toBe('-')
  })
})

describe('the three nearest questions', () => {
  it.each([
    ['Which weekday converts best?', 'What day of the week is best?'],
    ['What is the bounce rate by country in percent?', 'Clicks by country in percent'],
    ['how many lnks did my intern create this month', 'How many links did I create this month?'],
    ['average time on page per day', 'How many clicks do I get per day on average?'],
    ['Which bots visit me?', 'How many bots visited my links last week?'],
    ['Which QR codes were scanned by tourists this month?', 'Which QR codes were not scanned this month?'],
    ['best campaign of my competitor', 'Which campaign brought the most clicks this month?'],
    ['clicks this month compared with the budget last year', 'Clicks in the same month last year'],
  ])('of %s include: %s', (question, nearest) => {
    const found = findNearestQuestions(question)
    expect(found).toContain(nearest)
    expect(new Set(found).size).toBe(3)
  })

  it.each(['日本', '', '???', 'x'.repeat(500)])(
    'are the first examples for a question without a known word: %s',
    (question) => {
      expect(findNearestQuestions(question)).toEqual(exampleQuestions.slice(0, 3))
    },
  )
})
