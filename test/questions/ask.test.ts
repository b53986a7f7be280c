import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertClickRows as given } from '../clicks/rows.ts'
import { tokenOf } from '../contract/oauth.ts'
import { apiRoots, expectError, expectGraphqlError } from '../links/answers.ts'
import { emptiedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'

let test: TestApp
let ada: SeededAccount
let launch: SeededLink
let sale: SeededLink
beforeAll(async () => {
  test = await emptiedApp()
  // At noon, so that clicks of a day ago are clicks of yesterday.
  const today = new Date(test.clock.now())
  today.setUTCHours(12, 0, 0, 0)
  test.clock.set(today)
  ada = await test.seed.account()
  launch = await test.seed.link(ada, { title: 'Launch page 2', customUrl: 'launch-2' })
  sale = await test.seed.link(ada, { title: 'Spring sale', customUrl: 'spring' })
  const ago = (days: number) => new Date(today.getTime() - days * 86_400_000)
  await given(test, launch, [
    { country: 'DE', browser: 'Firefox', referrer_host: 't.co', visitor: 'a', at: ago(0) },
    { country: 'DE', browser: 'Chrome', device: 'Mobile', visitor: 'b', at: ago(0) },
    { country: 'FR', browser: 'Chrome', visitor: 'c', at: ago(1) },
  ])
  await given(test, sale, [
    { country: 'US', browser: 'Safari', trigger: 'qr', utm_campaign: 'black friday', visitor: 'd', at: ago(0) },
  ])
  const eve = await test.seed.account()
  await given(test, await test.seed.link(eve, { title: 'Spring sale of Eve' }), [{ country: 'DE', visitor: 'e' }])
})
afterAll(() => test.close())

const ask = (question: string, more: object = {}, token: string | undefined = ada.token) =>
  test.rest.post('/v1/analytics-ai/query', { question, ...more }, { token })

const answers: [string, string][] = [
  ['How many clicks did I get?', 'Your links had 4 clicks in all, from 4 unique visitors.'],
  ['unique visitors today', 'Your links had 3 unique visitors today, with 3 clicks.'],
  ['clicks by country', 'Clicks by country in all: Germany 2, France 1, United States 1 (4 clicks together).'],
  [
    'top 2 countries',
    'Clicks by country in all: Germany 2, France 1 (of 4 clicks; not all of the 2 with 1 are listed).',
  ],
  ['clicks by device', 'Clicks by device in all: Desktop 3, Mobile 1 (4 clicks together).'],
  ['clicks by trigger', 'Clicks by trigger in all: link 3, qr 1 (4 clicks together).'],
  ['Which link did best today?', '“Launch page 2” has the most clicks today: 2.'],
  ['top 5 links', '“Launch page 2” has the most clicks in all: 3. Then “Spring sale” with 1.'],
  ['compare today with yesterday', 'Your links had 3 clicks today, and 1 click yesterday. That is 2 more clicks.'],
  [
    'compare yesterday with today for spring',
    '“Spring sale” had 1 click today, and 0 clicks yesterday. That is 1 more click.',
  ],
  ['How many clicks did launch-2 get yesterday?', '“Launch page 2” had 1 click yesterday, from 1 unique visitor.'],
  ['How many QR scans today?', 'Your links had 1 click today (trigger qr), from 1 unique visitor.'],
  [
    'clicks from Germany on mobile',
    'Your links had 1 click in all (country DE; device Mobile), from 1 unique visitor.',
  ],
  ['clicks not from Germany', 'Your links had 2 clicks in all (country not DE), from 2 unique visitors.'],
  ['clicks in 2001', 'None of your links was clicked in 2001.'],
  ['top links in 2001', 'None of your links was clicked in 2001.'],
  ['clicks by country in Japan', 'None of your links was clicked in all (country JP).'],
  ['which browsers for the link "spring"', 'Clicks by browser in all for “Spring sale”: Safari 1 (1 click together).'],
]

describe('200', () => {
  it.each(answers)('%s', async (question, answer) => {
    const { status, json } = await ask(question)
    expect([status, json.answer, json.data.source]).toEqual([200, answer, 'rules'])
  })

  it('returns the same under every REST root and over GraphQL', async () => {
    const question = 'clicks by browser yesterday'
    const all = await Promise.all(
      apiRoots.map((root) => test.rest.post(`${root}/analytics-ai/query`, { question }, { token: ada.token })),
    )
    expect(new Set(all.map(({ text }) => text)).size).toBe(1)
    const document = `query Ask($question: String!) { askAnalytics(question: $question) {
      answer data { query { document variables } rows { name value urlId timestamp clicks uniqueVisitors share average }
      link { id title code isActive createdAt } placement { kind id name } total linkCount tiedCount clickBound change period { from to label }
      comparedTo { from to label } source suggestions } } }`
    const { data } = await test.graph(document, { token: ada.token, variables: { question } })
    const [one] = all
    expect(data.askAnalytics).toEqual({ ...one?.json, data: { ...one?.json.data, source: 'RULES' } })
    expect(data.askAnalytics.data).toMatchObject({ total: 1, rows: [{ name: 'Chrome', value: 'Chrome', clicks: 1 }] })
  })

  it.each([...answers.map(([question]) => question), 'clicks by day in the last 7 days', 'tell me about spring'])(
    'returns a query that can be repeated, and no number that is not in data: %s',
    async (question) => {
      const { answer, data } = (await ask(question)).json
      const { document, variables } = data.query
      const repeated = await test.graph(document, { token: ada.token, variables })
      expect(repeated.errors).toBeUndefined()
      const { summary, previous } = repeated.data
      expect(data.total).toBe(summary.totalClicks)
      if (previous)
        expect(data.rows.map(({ clicks }: { clicks: number }) => clicks)).toEqual([
          summary.totalClicks,
          previous.totalClicks,
        ])
      const counts = JSON.stringify(summary)
      for (const { clicks } of data.rows)
        expect(counts + JSON.stringify(previous ?? {})).toMatch(new RegExp(`\\b${clicks}\\b`))
      const known = JSON.stringify(data).match(/\d+/g)?.map(Number) ?? []
      for (const number of answer.match(/\d+/g) ?? []) expect(known, number).toContain(Number(number))
    },
  )

  it('returns a query whose filter has lists and the enums of GraphQL', async () => {
    const { query } = (await ask('clicks from Germany or France, not on mobile, including bots')).json.data
    expect(query.document).toContain('query Answer($filter: ClickFilter)')
    expect(query.variables).toEqual({
      filter: { timezone: 'UTC', country: { in: ['DE', 'FR'] }, device: { notIn: ['MOBILE'] }, includeBots: true },
    })
  })

  it('leads to the links of the rows and of the question over GraphQL', async () => {
    const document = `query ($question: String!) { askAnalytics(question: $question) {
      data { rows { url { code } } link { code url { title } } } } }`
    const read = async (question: string, token = ada.token) =>
      (await test.graph(document, { token, variables: { question } })).data.askAnalytics.data
    expect((await read('top links')).rows).toEqual([{ url: { code: 'launch-2' } }, { url: { code: 'spring' } }])
    expect(await read('How many clicks did spring get?')).toEqual({
      rows: [{ url: { code: 'spring' } }],
      link: { code: 'spring', url: { title: 'Spring sale' } },
    })
    expect((await read('clicks by day in the last 2 days')).rows).toEqual([{ url: null }, { url: null }])
  })

  it('uses the days of the requested time zone', async () => {
    const { json } = await ask('clicks today', { timezone: 'Pacific/Kiritimati' })
    const next = new Date(test.clock.now().getTime() + 14 * 3_600_000).toISOString().slice(0, 10)
    expect(json.data.period.from).toBe(new Date(`${next}T00:00:00+14:00`).toISOString())
    expect(json.data.query.variables.filter.timezone).toBe('Pacific/Kiritimati')
  })

  const unanswerable = ['clicks before 1 May 10 BC', 'clicks of "no such link" and "nor this one"']
  it.each([
    'What is the weather?',
    '???',
    '日本',
    "'; drop table link; --",
    '%',
    'x'.repeat(500),
    '"',
    '" "',
    ...unanswerable,
  ])('returns the three nearest questions when the question is not understood: %s', async (question) => {
    const { status, json } = await ask(question)
    expect([status, json.data.rows, json.data.query]).toEqual([200, [], null])
    expect(json.data.suggestions).toHaveLength(3)
    for (const suggestion of json.data.suggestions) expect((await ask(suggestion)).json.data.query).not.toBeNull()
  })

  it.each([
    'clicks tomorrow in 2031',
    'clicks in 2031',
    'clicks by minute since 2020',
    'clicks from 2026-02-02 to 2026-01-01',
  ])('returns no rows for an impossible period: %s', async (question) => {
    const { status, json } = await ask(question)
    expect([status, json.data.rows]).toEqual([200, []])
  })

  it('finds a link by its code among 25 links with the same title', async () => {
    const eve = await test.seed.account()
    const title = test.seed.word()
    const codes = Array.from({ length: 25 }, (_, n) => `${title}-${n}`)
    for (const customUrl of codes) await test.seed.link(eve, { title, customUrl })
    const { data } = (await ask(`How many clicks did "${codes[1]}" get?`, {}, eve.token)).json
    expect(data.link?.shortUrl).toBe(codes[1])
  })

  it('lists the matching links of the caller, with a question for each', async () => {
    const twin = await test.seed.link(ada, { title: 'Launch page 3' })
    const { json } = await ask('how many clicks did launch page get')
    expect(json.data.rows.map(({ urlId }: { urlId: string }) => urlId).toSorted()).toEqual(
      [launch.id, twin.id].toSorted(),
    )
    expect(json.data.suggestions).toContain('How many clicks did "launch-2" get?')
    expect((await ask('How many clicks did "sale of" get?')).json.answer).toMatch(/^You have no link “/)
    expect((await ask('How many clicks did "Spring sale of Eve" get?')).json.data.rows).toEqual([])
  })

  it('accepts an API key; without read:links the answer contains only ids of links', async () => {
    const { key } = await test.seed.key(ada)
    expect((await ask('clicks', {}, key)).json.data.total).toBe(4)
    const actor = { test, account: ada, word: () => test.seed.word() }
    const token = await tokenOf(actor, 'read:analytics')
    const { text, json } = await ask('top links', {}, token)
    expect(json.data.rows.map(({ name }: { name: string }) => name)).toEqual([launch.id, sale.id])
    expect(text).not.toMatch(/spring|Launch/)
    for (const question of ['clicks for spring', 'clicks for "Launch page 2"', 'tell me about "launch-2"'])
      expect((await ask(question, {}, token)).json.answer).toMatch(/^You have no link “/)
    expect((await ask(`tell me about ${sale.id}`, {}, token)).json.data).toMatchObject({
      total: 1,
      link: { title: sale.id },
    })
  })
})

describe('400 INVALID_PARAMS', () => {
  it.each([
    ['question', { question: ' ' }],
    ['question', { question: 'x'.repeat(501) }],
    ['question', { question: 7 }],
    ['timezone', { question: 'clicks', timezone: 'Mars/Olympus' }],
  ])('names the invalid field %s of %j over REST and GraphQL', async (field, input) => {
    expectError(await test.rest.post('/v1/analytics-ai/query', input, { token: ada.token }), 400, 'INVALID_PARAMS', [
      field,
    ])
    const document = `query Ask($question: String!, $timezone: String) { askAnalytics(question: $question, timezone: $timezone) { answer } }`
    if (typeof input.question === 'string')
      expectGraphqlError(await test.graph(document, { token: ada.token, variables: input }), 400, 'INVALID_PARAMS', [
        field,
      ])
  })
})

it('returns 401 without a credential, before the body is parsed', async () => {
  expectError(await test.rest.post('/v1/analytics-ai/query', '{ not JSON'), 401, 'UNAUTHENTICATED')
})
