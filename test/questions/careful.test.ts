import { describe, expect, it } from 'vitest'
import { Calendar } from '../../src/modules/statistics/questions/calendar.ts'
import { parseQuestion } from '../../src/modules/statistics/questions/rules/question-parser.ts'
import { corpusTime } from './corpus.ts'
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
  ])('with one period compares it with the current one: %s', async (question, plan) => {
    expect(await summarizeParsedQuestion(question)).toBe(plan)
  })

  it.each([
    ['last 7 days vs previous 7 days', 'compare 2026-11-12..now vs 2026-11-05..2026-11-12'],
    ['compare the last 7 days to the 7 days before', 'compare 2026-11-12..now vs 2026-11-05..2026-11-12'],
    ['last thirty days versus the thirty days before that', 'compare 2026-10-20..now vs 2026-09-20..2026-10-20'],
    ['previous 7 days vs last 7 days', '-'],
  ])('never compares a period with itself: %s', async (question, plan) => {
    expect(await summarizeParsedQuestion(question)).toBe(plan)
  })
})

describe('a question that is not answered, because the answer would be wrong', () => {
  it.each([
    ['a month that does not exist', 'clicks on 2026-13-01'],
    ['a day that does not exist', 'clicks on 2026-02-31'],
    ['a period of no days', 'clicks in the last 0 days'],
    ['a year before Christ', 'clicks since 10 August 234 BC'],
    ['a year of one digit', 'clicks on 1 January 1 AD'],
    ['a vague length', 'clicks in the last few days'],
    ['another vague length', 'clicks in the last couple of weeks'],
    ['a rate', 'clicks per visitor'],
    ['an empty name', 'How many clicks did "" get?'],
  ])('names %s', async (_what, question) => {
    expect(await summarizeParsedQuestion(question)).toBe('-')
  })
})

describe('a question with a part that the answer would leave out', () => {
  it.each([
    ['the end of a month', 'clicks at the end of October'],
    ['a week of a month', 'clicks in the first week of October'],
    ['a part of a day', 'clicks this morning'],
    ['an hour', 'clicks yesterday at 5 pm'],
    ['hours between two', 'clicks between 9 and 17'],
    ['a day of another week', 'clicks on monday last week'],
    ['a distance in time without a date', 'clicks a week ago'],
    ['a date that countries write differently', 'clicks on 5/11/2026'],
    ['a number without a meaning', 'clicks 7 days'],
    ['no measure', 'when do people click'],
    ['a vague time', 'clicks recently'],
    ['two periods where one is possible', 'top countries this week and last week'],
    ['a ranking that is compared', 'which link did best this week compared to last week'],
    ['details in a period', 'tell me about launch last week'],
    ['a state of links', 'which links are inactive'],
    ['the number of values', 'how many countries do my clicks come from'],
    ['links between two numbers of clicks', 'links with more than 10 and fewer than 20 clicks'],
    [
      'links between two numbers of clicks, each with its noun',
      'links with more than 10 clicks and fewer than 20 clicks',
    ],
    ['links that are dead and without clicks', 'dead links without clicks'],
    ['new links without clicks', 'new links without clicks'],
    ['new links with a number of clicks', 'how many new links have more than 10 clicks'],
    ['a trend of groups', 'are clicks by country up'],
    ['links and a comparison', 'clicks per link this week vs last week'],
    ['hours of the day and a comparison', 'what time do people click vs the previous period'],
    ['the best of the working days', 'busiest working day'],
    ['the number of days', 'how many days did I get clicks'],
    ['days and months', 'average clicks per day each month'],
    ['days with a number of clicks', 'days with more than 10 clicks'],
    ['links that were deleted', 'how many links did I delete'],
    ['links and countries', 'clicks by country for each link'],
    ['two links and a dimension', 'launch vs spring by country'],
    ['two links and two periods', 'launch vs spring this week vs last week'],
    ['two shares', 'share of clicks from Germany this week vs last week'],
    ['a share of two filters', 'what proportion of mobile clicks came from Germany'],
    ['clicks of the links that were created', 'clicks on links created this week'],
    ['both ends of a ranking', 'best and worst link'],
    ['the sum of two links', 'total of launch and spring'],
    ['the same time of another day', 'clicks today compared to the same time yesterday'],
    ['alternatives of two kinds', 'clicks from Germany or on mobile'],
    ['alternatives of which one has many hosts', 'clicks from twitter or on mobile'],
    ['three alternatives of two kinds', 'clicks from Germany or France or on mobile'],
    ['an unknown word beside a dimension', 'clicks on apple devices'],
    ['an unknown source', 'How many clicks did utm_source podcast bring?'],
    ['an unknown campaign', 'how did the podcast campaign do'],
    ['the presence of a campaign', 'clicks with campaign'],
    ['unique visitors in groups', 'unique visitors by country'],
    ['more rows than are returned', 'top 100 links'],
    ['the names of bots', 'which bots visit me'],
    ['a trend of bots', 'are bots increasing'],
    ['a comparison of different things', 'scans vs clicks'],
    ['a month before a week', 'this week compared with the month before'],
    ['advice', 'how do I get more clicks'],
    ['an average of no unit', 'average clicks per link'],
    ['weekdays and hours', 'clicks per hour of the day on mondays'],
    ['a country and a weekday', 'top 5 countries on mondays'],
    ['negated values without a measure', 'which weekday has no clicks'],
  ])('is not answered: %s', async (_what, question) => {
    expect(await summarizeParsedQuestion(question)).toBe('-')
  })
})

it.each(['Report', 'Blog post', 'Business', 'Home page', 'Drop'])(
  'takes the title of a link that is also a word of a phrase for the link: %s',
  async (title) => {
    const link = { id: 'lnk_1', title, code: 'x1', domainHost: null, clicks: 0 }
    const calendar = new Calendar(corpusTime, 'UTC')
    const context = { calendar, candidates: [link], shortUrl: 'http://tack.test' }
    const parsed = await parseQuestion(`How many clicks did ${title} get?`, context)
    expect(parsed.kind === 'plan' && [parsed.plan.operation, parsed.plan.link]).toEqual(['totals', { id: 'lnk_1' }])
  },
)
