import { expect, it } from 'vitest'
import { Calendar } from '../../src/modules/statistics/questions/calendar.ts'
import { parseQuestion } from '../../src/modules/statistics/questions/rules/question-parser.ts'
import { campaigns, corpusTime, links } from './corpus.ts'

const pieces = [
  'a',
  ' ',
  '"',
  '1',
  '-',
  '.',
  '/',
  ',',
  "'s ",
  'the ',
  'where ',
  'more ',
  'from ',
  'not ',
  'utm source',
  'last 9',
  'launch ',
  'today ',
  'top 5 ',
  '2026-',
  'may ',
  'monday ',
  'clicks ',
  'qr ',
  'the link ',
  'a.b.',
  'http://tack.test/',
  '¦',
  'start of the ',
  'us ',
  'compared to ',
  'ﬃ',
  '日',
  'İ',
  '1 may to ',
  '11/',
  'who have ',
  'zz zzzzzzzz ',
  'have been not ',
  'my new links ',
  'which links did ',
  'percent of ',
  'on average ',
  'every monday ',
  'weekends or ',
  'campaign ',
  'from the newsletter ',
  'same month last year ',
  'bots ',
  'created ',
  'time of day ',
  '((((',
  '\\',
]

/** As many values as are read, which all occur in some of the questions. */
const manyCampaigns = {
  ...campaigns,
  utmSource: [
    ...campaigns.utmSource,
    ...Array.from({ length: 500 }, (_, n) => `${'z'.repeat((n % 8) + 1)} ${'a'.repeat(n % 60)}`),
  ],
}

/** A question of the maximum length that repeats the pieces. */
const repeatPieces = (...parts: string[]) => parts.join('').repeat(500).slice(0, 500)

it('parses a question of the maximum length in less than a second, whatever it repeats', () => {
  const parseContext = {
    calendar: new Calendar(corpusTime, 'UTC'),
    candidates: links,
    shortUrl: 'http://tack.test',
    campaigns: manyCampaigns,
  }
  parseQuestion('clicks', parseContext)
  const slow = pieces
    .flatMap((piece, n) => [repeatPieces(piece), repeatPieces(piece, pieces[(n * 7 + 3) % pieces.length] ?? '')])
    .flatMap((question) => {
      const before = process.cpuUsage()
      parseQuestion(question, parseContext)
      const { user } = process.cpuUsage(before)
      return user > 1_000_000 ? [`${question.slice(0, 30)}: ${user} microseconds`] : []
    })
  expect(slow).toEqual([])
})
