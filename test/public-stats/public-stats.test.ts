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
const cacheTtl = { minutes: 5 }
const isComputation = (sql: string) => /update statistics/.test(sql)

/** Returns newly computed statistics. */
async function readFresh(): Promise<Record<string, number>> {
  test.clock.advance(cacheTtl)
  // On a busy machine, older statistics are returned during the computation.
  return vi.waitFor(async () => {
    const { status, json, headers } = await read()
    expect([status, headers.age]).toEqual([200, '0'])
    return json
  }, 30_000)
}

async function createClickedLink(account: SeededAccount, times: number) {
  const link = await test.seed.link(account)
  for (let n = 0; n < times; n++) {
    expect((await test.rest.get(`/${link.shortUrl}`, { ...as('chrome'), from: `198.51.100.${n}` })).status).toBe(302)
  }
  return link
}

// First, because a process keeps showing statistics that it has read once.
it('the home page has none while they cannot be read', async () => {
  await test.sql('alter table statistics rename to statistics_away')
  const { status, text } = await test.rest
    .get('/')
    .finally(() => test.sql('alter table statistics_away rename to statistics'))
  expect(status).toBe(200)
  expect(text).toContain('<form class="panel" method="post">')
  expect(text).not.toContain('<dl')
})

describe('GET /public-stats', () => {
  it('computes the first statistics once for 200 concurrent requests', async () => {
    await test.seed.account()
    test.statements.splice(0)
    const answers = await Promise.all(Array.from({ length: 200 }, read))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(test.statements.filter(isComputation)).toHaveLength(1)
  })

  it('answers from memory with the age for 5 minutes, and computes once afterwards', async () => {
    const before = await readFresh()
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
    expect(test.statements.filter(isComputation)).toHaveLength(1)
  })

  it('returns the same over GraphQL, also numbers beyond 32 bits', async () => {
    const rest = await readFresh()
    const query = '{ publicStats { totalLinks totalClicks totalUsers activeWorkspaces } }'
    expect((await test.graph(query)).data.publicStats).toEqual(rest)
    await test.sql('update statistics set deleted_link_clicks = deleted_link_clicks + 5000000000')
    const { totalClicks } = await readFresh()
    expect(totalClicks).toBe(Number(rest.totalClicks) + 5_000_000_000)
    expect((await test.graph(query)).data.publicStats.totalClicks).toBe(totalClicks)
  })

  it('is public, allows any origin and answers HEAD', async () => {
    const { headers } = await test.rest.get('/v1/public-stats', { headers: { origin: 'https://app.example.com' } })
    expect(headers['access-control-allow-origin']).toBe('*')
    expect(headers).not.toHaveProperty('vary')
    const head = await test.rest.send('HEAD', '/v1/public-stats')
    expect([head.status, head.headers['cache-control'], head.text]).toEqual([200, 'public, max-age=300', ''])
    expect((await test.rest.get('/v1/public-stats', { token: 'a.forged.token' })).status).toBe(200)
  })

  it('forbids caches to store an error', async () => {
    const { status, headers } = await test.rest.post('/v1/public-stats', {})
    expect([status, headers['cache-control']]).toEqual([405, 'no-store'])
    expect(headers).not.toHaveProperty('age')
  })
})

describe('the statistics', () => {
  let before: Record<string, number>
  let account: SeededAccount
  beforeEach(async () => {
    before = await readFresh()
    account = await test.seed.account()
  })
  /** Returns the differences to the statistics before the test. */
  const readChanges = async () => {
    const after = await readFresh()
    return Object.fromEntries(Object.entries(after).map(([name, value]) => [name, value - Number(before[name])]))
  }

  it('count links with and without an account, clicks by people, and accounts', async () => {
    await createClickedLink(account, 3)
    await test.rest.post('/v1/free-urls/shorten', { longUrl: 'https://example.com/free' })
    const { shortUrl } = await test.seed.link(account)
    await test.rest.get(`/${shortUrl}`, as('googlebot'))
    expect(await readChanges()).toEqual({ totalLinks: 3, totalClicks: 3, totalUsers: 1, activeWorkspaces: 1 })
  })

  it('include the clicks of a deleted link, but not the link', async () => {
    const link = await createClickedLink(account, 4)
    expect(await readChanges()).toMatchObject({ totalLinks: 1, totalClicks: 4 })
    await test.rest.delete(`/v1/urls/${link.id}`, { token: account.token })
    expect(await readChanges()).toMatchObject({ totalLinks: 0, totalClicks: 4 })
    expect(await readChanges()).toMatchObject({ totalLinks: 0, totalClicks: 4 })
  })

  it('include the clicks of the links of a deleted account', async () => {
    await createClickedLink(account, 2)
    await createClickedLink(account, 1)
    await test.sql('delete from account where id = ?', [account.id])
    expect(await readChanges()).toEqual({ totalLinks: 0, totalClicks: 3, totalUsers: 0, activeWorkspaces: 0 })
  })

  it('include the clicks of an anonymous link whose code is taken over', async () => {
    const customCode = test.seed.word()
    const shorten = () => test.rest.post('/v1/free-urls/shorten', { longUrl: 'https://example.com', customCode })
    await shorten()
    await test.rest.get(`/${customCode}`, as('chrome'))
    test.clock.advance({ days: 38 })
    expect((await shorten()).status).toBe(201)
    const { totalLinks, totalClicks } = await readChanges()
    expect([totalLinks, totalClicks]).toEqual([1, 1])
  })

  it('count each workspace of an account, and none that is deleted', async () => {
    const own = { token: account.token }
    const [team, gone] = await Promise.all(
      ['Team', 'Gone'].map(async (name) => (await test.rest.post('/v1/workspaces', { name }, own)).json),
    )
    for (const workspaceId of [account.workspaceId, team.id, gone.id]) await test.seed.link(account, { workspaceId })
    await test.rest.post('/v1/workspaces', { name: 'Empty' }, own)
    expect(await readChanges()).toMatchObject({ totalUsers: 1, activeWorkspaces: 3 })
    await test.rest.delete(`/v1/workspaces/${gone.id}`, own)
    expect(await readChanges()).toMatchObject({ totalUsers: 1, activeWorkspaces: 2 })
    await test.rest.post(`/v1/workspaces/${gone.id}/restore`, undefined, own)
    expect(await readChanges()).toMatchObject({ totalUsers: 1, activeWorkspaces: 3 })
    for (const { id } of [team, gone]) await test.rest.delete(`/v1/workspaces/${id}`, own)
  })

  it('count a workspace as active for 30 days after a link was created, changed or clicked', async () => {
    const link = await createClickedLink(account, 0)
    test.clock.advance({ days: 20 })
    await test.sql('delete from account where id <> ?', [account.id])
    expect((await readFresh()).activeWorkspaces).toBe(1)
    await test.rest.get(`/${link.shortUrl}`, as('chrome'))
    test.clock.advance({ days: 29 })
    expect((await readFresh()).activeWorkspaces).toBe(1)
    await test.rest.get(`/${link.shortUrl}`, as('googlebot'))
    test.clock.advance({ days: 1 })
    expect((await readFresh()).activeWorkspaces).toBe(0)
  })
})
