import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertClickRows } from '../clicks/rows.ts'
import { tokenOf } from '../contract/oauth.ts'
import { emptiedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await emptiedApp()
  test.clock.set(new Date('2026-11-18T12:00:00Z'))
  ada = await test.seed.account()
  for (const customUrl of ['launch', 'spring']) {
    const link = await test.seed.link(ada, { title: `The ${customUrl}`, customUrl })
    const at = (daysAgo: number) => new Date(test.clock.now().getTime() - daysAgo * 86_400_000)
    await insertClickRows(test, link, [
      { visitor: 'a', at: at(0), utm_source: 'newsletter' },
      { visitor: 'b', at: at(1), device: 'Mobile' },
      { visitor: 'c', at: at(80) },
      { is_bot: true, at: at(1) },
    ])
  }
})
afterAll(() => test.close())

const ask = (question: string, token = ada.token) => test.rest.post('/v1/analytics-ai/query', { question }, { token })

/** A question of each operation. */
const questions = [
  'How many clicks did I get?',
  'How many clicks did the newsletter bring?',
  'What share of clicks did launch get?',
  'average clicks per day this month',
  'How many bots visited?',
  'Clicks by country in percent',
  'Clicks by day in the last 7 days',
  'Clicks by weekday',
  'Clicks by hour of the day in the last 90 days',
  'Compare this week with last week',
  'Top 5 links',
  'worst link this month',
  'Links without clicks this week',
  'Which links did I create this week?',
  'How many links do I have?',
  'launch vs spring',
  'tell me about launch',
]

describe('200', () => {
  it.each(questions)('takes at most 20 statements and returns a query that can be repeated: %s', async (question) => {
    await ask(question)
    test.statements.splice(0)
    const { status, json } = await ask(question)
    const statements = test.statements.splice(0).filter((sql) => /^\s*(?:select|with)/i.test(sql))
    expect([status, json.data.query === null]).toEqual([200, false])
    expect(statements.length).toBeLessThanOrEqual(20)
    const { document, variables } = json.data.query
    const { data, errors } = await test.graph(document, { token: ada.token, variables })
    expect(errors).toBeUndefined()
    if (data.urls) return expect(json.data.linkCount).toBe(data.urls.totalCount)
    const counts = [data.summary, data.part2, data.part3].map(
      (part) => (part?.totalClicks ?? 0) + (part?.botClicks ?? 0),
    )
    expect(json.data.total).toBe(counts.reduce((sum, count) => sum + count, 0))
  })
})

describe('without the scope read:links', () => {
  const readToken = () => tokenOf({ test, account: ada, word: () => test.seed.word() }, 'read:analytics')

  it.each(['How many links do I have?', 'Which links did I create this week?'])(
    'says that the scope is missing: %s',
    async (question) => {
      const { status, json } = await ask(question, await readToken())
      expect([status, json.data.query, json.data.rows]).toEqual([200, null, []])
      expect(json.answer).toContain('read:links')
    },
  )

  it.each(['worst link', 'links without clicks in 2025', 'top links in percent'])(
    'names links by their ids only: %s',
    async (question) => {
      const { text, json } = await ask(question, await readToken())
      expect(json.data.query).not.toBeNull()
      expect(text).not.toMatch(/The launch|The spring|"launch"|"spring"/)
    },
  )

  it('compares no links by their titles', async () => {
    const { json } = await ask('launch vs spring', await readToken())
    expect([json.data.query, json.data.rows]).toEqual([null, []])
  })
})

it('answers a question about the hours of the day for at most 120 days', async () => {
  expect((await ask('clicks by hour of the day in the last 120 days')).json.data.rows).toHaveLength(24)
  const { json } = await ask('clicks by hour of the day in the last 121 days')
  expect([json.data.query, json.answer.includes('120 days')]).toEqual([null, true])
})

it('adds up the hours of all windows of a long period', async () => {
  const { data } = (await ask('clicks by hour of the day in the last 90 days')).json
  expect([data.total, data.rows[12].clicks]).toEqual([6, 6])
})

it('says that an unknown name is unknown, and names the nearest questions', async () => {
  const { json } = await ask('How many clicks did utm_source podcast bring?')
  expect(json.answer).toMatch(/^I found no campaign, source or medium “podcast” in your clicks\. You can ask “/)
  expect(json.data.suggestions).toHaveLength(3)
  for (const suggestion of json.data.suggestions) expect((await ask(suggestion)).json.data.query).not.toBeNull()
})

describe('a link and a source of the same name', () => {
  let grace: SeededAccount
  beforeAll(async () => {
    grace = await test.seed.account()
    const link = await test.seed.link(grace, { title: 'Newsletter', customUrl: 'newsletter-2' })
    await insertClickRows(test, link, [{ visitor: 'a' }, { visitor: 'b' }, { visitor: 'c' }])
    const other = await test.seed.link(grace, { title: 'Podcast' })
    await insertClickRows(test, other, [{ visitor: 'a', utm_source: 'newsletter' }])
  })

  it.each([
    ['How many clicks did utm_source newsletter bring?', 1],
    ['clicks from source newsletter', 1],
    ['newsletter source clicks', 1],
    ['clicks from utm_source "newsletter"', 1],
    ['clicks on the link newsletter', 3],
    ['clicks on "Newsletter"', 3],
    ['How many clicks did Newsletter get?', 3],
  ])('are distinguished: %s', async (question, total) => {
    expect((await ask(question, grace.token)).json.data.total).toBe(total)
  })

  it.each(['How many clicks came from the newsletter?', 'How many clicks did the newsletter bring?'])(
    'are both possible: %s',
    async (question) => {
      const { json } = await ask(question, grace.token)
      expect([json.data.query, json.answer.split('.')[0]]).toEqual([null, '“newsletter” is a link and a campaign'])
    },
  )

  it.each(['How many clicks did utm_source podcast bring?', 'clicks of the podcast campaign'])(
    'do not let the title of a link stand for an unknown campaign: %s',
    async (question) => {
      const { json } = await ask(question, grace.token)
      expect([json.data.query, json.answer.split('.')[0]]).toEqual([
        null,
        'I found no campaign, source or medium “podcast” in your clicks',
      ])
    },
  )
})
