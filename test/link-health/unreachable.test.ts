import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findUnreachableLinks, getCheckExecutions } from '../../src/modules/operation/link-health/index.ts'
import { emptiedApp, type TestApp } from '../support/app.ts'
import { nameServers } from '../support/name-servers.ts'
import { Owner, until } from './owner.ts'
import { type Site, type Sites, startSites } from './sites.ts'

let test: TestApp
let sites: Sites
let owner: Owner
beforeAll(async () => {
  const quotas = { RATE_LIMITS: 'on', RATE_LIMIT_PER_MINUTE: '100000', RATE_LIMIT_PER_HOUR: '100000' }
  test = await emptiedApp({ ALLOW_PRIVATE_DESTINATIONS: 'true', ...quotas })
  sites = await startSites()
  owner = new Owner(test, await test.seed.account())
})
afterAll(async () => {
  await sites.close()
  await test.close()
})

const em = () => test.app.database.orm.em.fork()
const unreachable = () => findUnreachableLinks(em(), owner.account.workspaceId, 10)
const countUnreachable = async () => (await findUnreachableLinks(em(), owner.account.workspaceId, 0)).total

const commandCenter = async () =>
  (await test.rest.get('/v1/integrations/command-center?source=link_health', owner.credentials)).json

async function expectNone(): Promise<void> {
  expect([await unreachable(), await countUnreachable()]).toEqual([{ items: [], total: 0 }, 0])
}

describe('a destination that fails', () => {
  it('is unreachable after two failures, with an alert and activities, until a check succeeds', async () => {
    const from = test.clock.now()
    const site = sites.open(404)
    const { id, shortUrl } = await owner.createWatchedLink(site)
    await test.seed.webhook(owner.account, { events: ['link.unreachable', 'link.reachable'], linkIds: [id] })
    const failCheck = async () => {
      await owner.untilGetIsNext(id)
      test.clock.advance({ seconds: 10 })
      const lastCheckedAt = test.clock.now().toISOString()
      await until(async () => expect(await owner.getHealth(id)).toMatchObject({ lastCheckedAt }))
    }
    await failCheck()
    expect(site.seen).toHaveLength(2)
    const health = await owner.getHealth(id)
    expect(health).toMatchObject({ state: 'failing', lastStatus: 404, lastError: 'answered 404' })
    expect(Date.parse(health.nextCheckAt) - test.clock.now().getTime()).toBe(15 * 60_000)
    await expectNone()

    test.clock.advance({ minutes: 15 })
    await failCheck()
    expect(site.seen).toHaveLength(4)
    expect((await owner.getHealth(id)).state).toBe('unreachable')
    expect((await test.rest.get('/v1/link-health', owner.credentials)).json).toEqual({ isOn: false, unreachable: 1 })
    const since = new Date(health.failingSince)
    const item = { linkId: id, name: shortUrl, status: 404, error: 'answered 404', since, isGone: true }
    expect([await unreachable(), await countUnreachable()]).toEqual([{ items: [item], total: 1 }, 1])
    expect(await commandCenter()).toMatchObject({
      workflows: [{ id: 'link-health', isActive: true, status: 'failing', failed: 2, lastError: 'answered 404' }],
      sla: [{ workflowId: 'link-health', metric: 'link_health_success', status: 'breached', sampleSize: 2 }],
      alerts: [{ kind: 'link_unreachable', severity: 'error', subjectId: id, createdAt: health.failingSince }],
      recommendations: [{ kind: 'replace_destination', action: { method: 'PATCH', path: `/urls/${id}` } }],
      recentActivity: { items: [{ type: 'link.unreachable', severity: 'error' }] },
    })

    site.answer = 200
    test.clock.advance({ seconds: 10 })
    expect((await owner.requestCheck(id)).status).toBe(202)
    await until(async () => expect(await owner.getHealth(id)).toMatchObject({ state: 'reachable', failingSince: null }))
    await expectNone()
    expect(await commandCenter()).toMatchObject({ alerts: [], recommendations: [], summary: { alerts: 0 } })
    const activities = await test.sql(
      `select type, severity, actor, source from activity where subject_id = ? and source = 'link_health' order by id`,
      [id],
    )
    expect(activities).toEqual([
      { type: 'link.unreachable', severity: 'error', actor: 'system', source: 'link_health' },
      { type: 'link.reachable', severity: 'info', actor: 'system', source: 'link_health' },
    ])
    const events = await test.sql<{ payload: string }>('select payload from event where link_id = ? order by id', [id])
    expect(events.map(({ payload }) => JSON.parse(payload))).toMatchObject([
      { type: 'link.unreachable', data: { link: { id, code: shortUrl }, reason: 'answered 404' } },
      { type: 'link.reachable', data: { link: { id } } },
    ])

    test.clock.advance({ seconds: 1 })
    const to = test.clock.now()
    const all = await getCheckExecutions(em(), owner.account.workspaceId, { from, to })
    expect(all).toMatchObject({ executions: 3, succeeded: 1, failed: 2, running: 0, lastError: 'answered 404' })
    expect(all.p95DurationMs).toBeGreaterThanOrEqual(0)
    expect(await getCheckExecutions(em(), owner.account.workspaceId, { from: to, to })).toEqual({
      executions: 0,
      succeeded: 0,
      failed: 0,
      running: 0,
      averageDurationMs: null,
      p95DurationMs: null,
      lastExecutionAt: null,
      lastError: null,
    })
  })

  it('fails with a reason in words for a loop of redirects and for more than five, over both interfaces', async () => {
    const loop = sites.open((_, response) => response.writeHead(302, { location: loop.url }).end())
    const chain = Array.from({ length: 7 }, () => sites.open(200))
    for (const [index, site] of chain.entries()) {
      const next = chain[index + 1]
      if (next) site.answer = [301, { location: next.url }]
    }
    const [first, second] = [chain[0] as Site, chain[1] as Site]
    const expectHealth = (id: string, expected: object) =>
      until(async () => expect(await owner.getHealth(id)).toMatchObject(expected))
    const expectFailed = async (id: string, expected: object) => {
      await owner.untilGetIsNext(id)
      test.clock.advance({ seconds: 10 })
      await expectHealth(id, { state: 'failing', ...expected })
    }
    const lastError = 'redirects in a loop: an address redirects to itself'
    const looping = await owner.createWatchedLink(loop)
    await expectFailed(looping.id, { lastStatus: 302, lastError })
    expect(loop.seen).toEqual(['HEAD /page', 'GET /page'])
    const document = `{ url(id: "${looping.id}") { health { state lastError } } }`
    expect((await test.graph(document, owner.credentials)).data.url.health).toEqual({ state: 'FAILING', lastError })

    const far = await owner.createWatchedLink(first)
    await expectFailed(far.id, { lastStatus: 301, lastError: 'redirects more than 5 times' })
    expect(chain.map(({ seen }) => seen.length)).toEqual([2, 2, 2, 2, 2, 2, 0])
    // The hosts are not called again before.
    test.clock.advance({ seconds: 10 })
    const near = await owner.createWatchedLink(second)
    await expectHealth(near.id, { state: 'reachable', lastStatus: 200, lastError: null })
    await test.rest.delete(`/v1/urls/${looping.id}`, owner.credentials)
    await test.rest.delete(`/v1/urls/${far.id}`, owner.credentials)
  })

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['the link is switched off', (id) => test.rest.patch(`/v1/urls/${id}`, { isActive: false }, owner.credentials)],
    ['the link is deleted', (id) => test.rest.delete(`/v1/urls/${id}`, owner.credentials)],
    ['the link is no longer watched', (id) => owner.watch(id, false)],
    ['the link follows the account, whose setting is off', (id) => owner.watch(id, null)],
  ])('is no longer listed when %s', async (_when, act) => {
    const { id } = await owner.createUnreachableLink(sites.open(410))
    expect(await unreachable()).toMatchObject({ items: [{ linkId: id }], total: 1 })
    await act(id)
    await expectNone()
  })

  it('is no longer listed when the destination changes, and the new destination is checked at once', async () => {
    const { id } = await owner.createUnreachableLink(sites.open(410))
    const site = sites.open(200)
    await test.rest.patch(`/v1/urls/${id}`, { originalUrl: site.url }, owner.credentials)
    test.clock.advance({ ms: 1 })
    await expectNone()
    await until(async () => expect(await owner.getHealth(id)).toMatchObject({ state: 'reachable', failingSince: null }))
    expect(site.seen).toEqual(['HEAD /page'])
  })
})

describe('while no name server answers', () => {
  const { resolveAddresses, areAnswering } = nameServers
  afterEach(() => void Object.assign(nameServers, { resolveAddresses, areAnswering }))

  it('a check is repeated, and fails only when others are answered', async () => {
    let lookups = 0
    let areOthersAnswered = false
    nameServers.areAnswering = async () => areOthersAnswered
    nameServers.resolveAddresses = async () => {
      lookups++
      throw Object.assign(new Error('queryA ETIMEOUT'), { code: 'ETIMEOUT' })
    }
    const { id } = await owner.createWatchedLink({ url: 'http://silent.example/', seen: [], answer: 200 })
    await until(() => expect(lookups).toBe(1))
    test.clock.advance({ seconds: 21 })
    await until(() => expect(lookups).toBe(2))
    expect(await owner.getHealth(id)).toMatchObject({ state: 'unknown', lastCheckedAt: null })
    areOthersAnswered = true
    // The request by HEAD, and then the one by GET.
    for (const count of [3, 4]) {
      test.clock.advance({ seconds: 21 })
      await until(() => expect(lookups).toBeGreaterThanOrEqual(count))
    }
    await until(async () =>
      expect(await owner.getHealth(id)).toMatchObject({ state: 'failing', lastError: 'no answer: ETIMEOUT' }),
    )
  })
})

describe('POST /urls/{id}/health/check', () => {
  it('returns 429 for the second request within a minute', async () => {
    const { id } = await owner.createWatchedLink(sites.open(200))
    expect((await owner.requestCheck(id)).status).toBe(202)
    const refused = await owner.requestCheck(id)
    expect([refused.status, refused.json.error.code]).toEqual([429, 'RATE_LIMITED'])
  })
})
