import { expect, it } from 'vitest'
import { Calendar } from '../../src/modules/questions/calendar.ts'
import { parseQuestion } from '../../src/modules/questions/rules/question-parser.ts'
import { askedAt, links } from './corpus.ts'

const pieces = [
  ...[
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
  ],
  ...[
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
  ],
  ...[
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
    '((((',
    '\\',
  ],
]

/** The longest question there is, of these pieces by turns. */
const longest = (...parts: string[]) => parts.join('').repeat(500).slice(0, 500)

it('reads the longest question, whatever it repeats, without making others wait', () => {
  const known = { calendar: new Calendar(askedAt, 'UTC'), candidates: links, shortUrl: 'http://tack.test' }
  parseQuestion('clicks', known)
  const slow = pieces
    .flatMap((one, n) => [longest(one), longest(one, pieces[(n * 7 + 3) % pieces.length] ?? '')])
    .flatMap((question) => {
      const before = process.cpuUsage()
      parseQuestion(question, known)
      const { user } = process.cpuUsage(before)
      return user > 1_000_000 ? [`${question.slice(0, 30)}: ${user} microseconds`] : []
    })
  expect(slow).toEqual([])
})
