import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import { ended, liveClient } from '../support/live.ts'
import type { SeededAccount } from '../support/seed.ts'

const perMinute = 60

let test: TestApp
let ada: SeededAccount
let urlId: string
beforeAll(async () => {
  test = await sharedApp({ RATE_LIMITS: 'on', RATE_LIMIT_PER_MINUTE: String(perMinute) })
  ada = await test.seed.account()
  urlId = (await test.seed.link(ada)).id
})
afterAll(() => test.close())

const filter = '(filter: { country: { in: ["DE"] } })'
const times = (count: number, field: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => field(n)).join(' ')

/** The calls that a document was charged, and its answer. */
async function charge(query: string) {
  test.clock.advance({ seconds: 60 })
  test.statements.splice(0)
  const answer = await test.rest.post('/graphql', { query }, { token: ada.token })
  const calls = perMinute - Number(answer.headers['ratelimit-remaining'])
  return { calls, status: answer.status, message: answer.json.errors?.[0]?.message as string | undefined }
}

describe('a document', () => {
  it('with thirty filtered summaries of a link is rejected before any statement but that of its session', async () => {
    const document = `{ url(id: "${urlId}") { ${times(30, (n) => `a${n}: analytics${filter} { totalClicks }`)} } }`
    const { calls, status, message } = await charge(document)
    expect([status, calls]).toEqual([400, 1])
    expect(message).toMatch(/^The operation costs 3\d\d\d; at most 1000 is allowed\. Select fewer fields/)
    expect(test.statements).toEqual([])
  })

  it.each([
    [
      'one call for a page of a hundred links',
      1,
      '{ urls(first: 100) { nodes { id } pageInfo { endCursor } totalCount } }',
    ],
    ['one call for one summary', 1, `{ clickAnalytics(urlId: "$id") { totalClicks } }`],
    [
      'one call for each hundred of its price',
      5,
      `{ url(id: "$id") { ${times(5, (n) => `a${n}: analytics${filter} { totalClicks }`)} } }`,
    ],
    [
      'less for summaries that rollups answer',
      2,
      `{ url(id: "$id") { ${times(5, (n) => `a${n}: analytics { totalClicks }`)} } }`,
    ],
    ['one call for each root field', 7, `{ ${times(7, (n) => `u${n}: url(id: "$id") { id }`)} }`],
  ])('is charged %s', async (_title, calls, document) => {
    const answer = await charge(document.replaceAll('$id', urlId))
    expect(answer).toEqual({ status: 200, calls, message: undefined })
  })

  it('with more password hashes than fit is rejected', async () => {
    const login = (n: number) =>
      `l${n}: login(input: { email: "nobody@example.com", password: "wrong password" }) { token }`
    expect(await charge(`mutation { ${times(11, login)} }`)).toMatchObject({ status: 400, calls: 1 })
    const create = (n: number) =>
      `c${n}: createUrl(input: { destination: "https://example.com/", password: "a password" }) { id }`
    expect(await charge(`mutation { ${times(11, create)} }`)).toMatchObject({ status: 400, calls: 1 })
  })

  it('for a subscription is rejected when each event would cost much', async () => {
    const client = await liveClient(test.app.server, { token: ada.token })
    const { errors } = await ended(
      client.subscribe(`subscription { clickRecorded { url { analytics${filter} { totalClicks } } } }`),
    )
    expect(errors?.[0]?.message).toMatch(/^The operation costs \d+; at most 100 is allowed/)
    await client.close()
  })
})

it('a REST call is charged one call', async () => {
  test.clock.advance({ seconds: 60 })
  const { status, headers } = await test.rest.get(`/v1/clicks/analytics/${urlId}?country=DE`, { token: ada.token })
  expect([status, Number(headers['ratelimit-remaining'])]).toEqual([200, perMinute - 1])
})
