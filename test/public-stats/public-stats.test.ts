import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as } from '../support/visitor.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const read = () => test.rest.get('/v1/public-stats')
const lifetime = { minutes: 5 }
const computing = (sql: string) => /update statistics/.test(sql)

/** The figures as they are now: the last ones have had their time. */
async function fresh(): Promise<Record<string, number>> {
  test.clock.advance(lifetime)
  // On a busy machine the last ones are given while the new ones are counted.
  return vi.waitFor(async () => {
    const { status, json, headers } = await read()
    expect([status, headers.age]).toEqual([200, '0'])
    return json
  }, 30_000)
}

async function clicked(account: SeededAccount, times: number) {
  const link = await test.seed.link(account)
  for (let made = 0; made < times; made++) {
    expect((await test.rest.get(`/${link.shortUrl}`, { ...as('chrome'), from: `198.51.100.${made}` })).status).toBe(302)
  }
  return link
}

describe('GET /public-stats', () => {
  it('is computed once for two hundred who ask at the same time, before anybody ever has', async () => {
    await test.seed.account()
    test.statements.splice(0)
    const answers = await Promise.all(Array.from({ length: 200 }, read))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(test.statements.filter(computing)).toHaveLength(1)
  })

  it('answers for five minutes from memory, with its age, and is then computed once more', async () => {
    const before = await fresh()
    await test.seed.account()
    test.statements.splice(0)
    for (const [seconds, age] of [
      [0, '0'],
      [61, '61'],
      [238, '299'],
    ] as const) {
      test.clock.advance({ seconds })
      const { json, headers } = await read()
      expect(json).toEqual(before)
      expect([headers['cache-control'], headers.age]).toEqual(['public, max-age=300', age])
    }
    expect(test.statements).toEqual([])
    test.clock.advance({ seconds: 1 })
    const answers = await Promise.all(Array.from({ length: 50 }, read))
    for (const { json, headers } of answers) {
      expect(json).toEqual({ ...before, totalUsers: Number(before.totalUsers) + 1 })
      expect(headers.age).toBe('0')
    }
    expect(test.statements.filter(computing)).toHaveLength(1)
  })

  it('says the same over GraphQL, and of numbers past 32 bits', async () => {
    const rest = await fresh()
    const query = '{ publicStats { totalLinks totalClicks totalUsers activeWorkspaces } }'
    expect((await test.graph(query)).data.publicStats).toEqual(rest)
    await test.sql('update statistics set gone_clicks = gone_clicks + 5000000000')
    const { totalClicks } = await fresh()
    expect(totalClicks).toBe(Number(rest.totalClicks) + 5_000_000_000)
    expect((await test.graph(query)).data.publicStats.totalClicks).toBe(totalClicks)
  })

  it('may be read by anybody and by scripts of any origin, and HEAD is told as much', async () => {
    const { headers } = await test.rest.get('/v1/public-stats', { headers: { origin: 'https://app.example.com' } })
    expect(headers['access-control-allow-origin']).toBe('*')
    expect(headers).not.toHaveProperty('vary')
    const head = await test.rest.send('HEAD', '/v1/public-stats')
    expect([head.status, head.headers['cache-control'], head.text]).toEqual([200, 'public, max-age=300', ''])
    expect((await test.rest.get('/v1/public-stats', { token: 'a.forged.token' })).status).toBe(200)
  })

  it('lets no cache keep a refusal', async () => {
    const { status, headers } = await test.rest.post('/v1/public-stats', {})
    expect([status, headers['cache-control']]).toEqual([405, 'no-store'])
    expect(headers).not.toHaveProperty('age')
  })
})

describe('what is counted', () => {
  let before: Record<string, number>
  let account: SeededAccount
  beforeEach(async () => {
    before = await fresh()
    account = await test.seed.account()
  })
  /** What has been added to the figures since. */
  const added = async () => {
    const after = await fresh()
    return Object.fromEntries(Object.entries(after).map(([name, value]) => [name, value - Number(before[name])]))
  }

  it('are links, with an account and without, clicks by people, and accounts', async () => {
    await clicked(account, 3)
    await test.rest.post('/v1/free-urls/shorten', { longUrl: 'https://example.com/free' })
    const { shortUrl } = await test.seed.link(account)
    await test.rest.get(`/${shortUrl}`, as('googlebot'))
    expect(await added()).toEqual({ totalLinks: 3, totalClicks: 3, totalUsers: 1, activeWorkspaces: 1 })
  })

  it('keeps the clicks of a link that is deleted, and counts the link no more', async () => {
    const link = await clicked(account, 4)
    expect(await added()).toMatchObject({ totalLinks: 1, totalClicks: 4 })
    await test.rest.delete(`/v1/urls/${link.id}`, { token: account.token })
    expect(await added()).toMatchObject({ totalLinks: 0, totalClicks: 4 })
    expect(await added()).toMatchObject({ totalLinks: 0, totalClicks: 4 })
  })

  it('keeps the clicks of all links that go with their account', async () => {
    await clicked(account, 2)
    await clicked(account, 1)
    await test.sql('delete from account where id = ?', [account.id])
    expect(await added()).toEqual({ totalLinks: 0, totalClicks: 3, totalUsers: 0, activeWorkspaces: 0 })
  })

  it('keeps the clicks of a link made without an account whose code somebody else takes over', async () => {
    const customCode = test.seed.word()
    const shorten = () => test.rest.post('/v1/free-urls/shorten', { longUrl: 'https://example.com', customCode })
    await shorten()
    await test.rest.get(`/${customCode}`, as('chrome'))
    test.clock.advance({ days: 38 })
    expect((await shorten()).status).toBe(201)
    const { totalLinks, totalClicks } = await added()
    expect([totalLinks, totalClicks]).toEqual([1, 1])
  })

  it('is an active workspace for 30 days after a link was made or changed, and as long after a click', async () => {
    const link = await clicked(account, 0)
    test.clock.advance({ days: 20 })
    await test.sql('delete from account where id <> ?', [account.id])
    expect((await fresh()).activeWorkspaces).toBe(1)
    await test.rest.get(`/${link.shortUrl}`, as('chrome'))
    test.clock.advance({ days: 29 })
    expect((await fresh()).activeWorkspaces).toBe(1)
    await test.rest.get(`/${link.shortUrl}`, as('googlebot'))
    test.clock.advance({ days: 1 })
    expect((await fresh()).activeWorkspaces).toBe(0)
  })
})
