import { expect, it } from 'vitest'
import { Calendar } from '../../src/modules/statistics/questions/calendar.ts'
import { selectMentionedValues } from '../../src/modules/statistics/questions/rules/mentioned-values.ts'
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

it('parses a question of the maximum length in less than a second, whatever it repeats', async () => {
  const parseContext = {
    calendar: new Calendar(corpusTime, 'UTC'),
    candidates: links,
    shortUrl: 'http://tack.test',
    campaigns: manyCampaigns,
  }
  await parseQuestion('clicks', parseContext)
  const questions = pieces.flatMap((piece, n) => [
    repeatPieces(piece),
    repeatPieces(piece, pieces[(n * 7 + 3) % pieces.length] ?? ''),
  ])
  const slow: string[] = []
  for (const question of questions) {
    const before = process.cpuUsage()
    await parseQuestion(question, parseContext)
    const { user } = process.cpuUsage(before)
    if (user > 1_000_000) slow.push(`${question.slice(0, 30)}: ${user} microseconds`)
  }
  expect(slow).toEqual([])
})

it('looks for the 20 longest of the campaigns whose names all occur in a question', async () => {
  const values = Array.from({ length: 500 }, (_, n) => `${'a '.repeat(1 + (n % 240))}${n % 3 === 0 ? 'A' : 'a'}`)
  const found = await selectMentionedValues(['a '.repeat(250)], values)
  expect(new Set(found.map((value) => value.toLowerCase())).size).toBe(20)
  expect(Math.min(...found.map(({ length }) => length))).toBe(2 * 221 + 1)
  expect(await selectMentionedValues(['clicks from the news letter'], [...values, 'News-Letter', 'b'])).toEqual([
    'News-Letter',
  ])
})
