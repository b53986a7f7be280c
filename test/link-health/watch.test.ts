import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasWatchedLinks } from '../../src/modules/operation/link-health/index.ts'
import { emptiedApp, type TestApp } from '../support/app.ts'
import { Owner, until } from './owner.ts'
import { type Site, type Sites, startSites } from './sites.ts'

let test: TestApp
let sites: Sites
let owner: Owner
/** Destination of a link that is never watched, while all other links of this file are checked. */
let unwatched: Site
beforeAll(async () => {
  test = await emptiedApp({ ALLOW_PRIVATE_DESTINATIONS: 'true' })
  sites = await startSites()
  owner = new Owner(test, await test.seed.account())
  unwatched = sites.open(200)
  await owner.createLink(unwatched)
})
afterAll(async () => {
  await sites.close()
  await test.close()
})

/** Ends when no more requests are due. */
const runDueChecks = () => test.app.recurringTasks.runAll()

describe('a watched destination', () => {
  it('is requested with HEAD every 6 hours, and isFrameable is read from its headers', async () => {
    const site = sites.open([200, { 'content-security-policy': "frame-ancestors 'none'" }])
    const { id } = await owner.createWatchedLink(site)
    await until(async () => expect((await owner.getHealth(id)).state).toBe('reachable'))
    expect(site.seen).toEqual(['HEAD /page'])
    const now = test.clock.now()
    expect(await owner.getHealth(id)).toEqual({
      urlId: id,
      isWatched: true,
      ownSetting: true,
      state: 'reachable',
      lastStatus: 200,
      lastError: null,
      lastCheckedAt: now.toISOString(),
      failingSince: null,
      isFrameable: false,
      nextCheckAt: new Date(now.getTime() + 6 * 3_600_000).toISOString(),
    })
    test.clock.advance({ hours: 6 })
    await until(() => expect(site.seen).toEqual(['HEAD /page', 'HEAD /page']))
  })

  it('is requested with GET 10 seconds later when HEAD fails', async () => {
    const site = sites.open((request, response) => response.writeHead(request.method === 'GET' ? 200 : 405).end())
    const { id } = await owner.createWatchedLink(site)
    await until(() => expect(site.seen).toHaveLength(1))
    test.clock.advance({ ms: 9_900 })
    await runDueChecks()
    expect(site.seen).toEqual(['HEAD /page'])
    test.clock.advance({ ms: 200 })
    await until(async () => expect(await owner.getHealth(id)).toMatchObject({ state: 'reachable', lastStatus: 200 }))
    expect(site.seen).toEqual(['HEAD /page', 'GET /page'])
  })

  it('is followed through a redirect', async () => {
    const target = sites.open([200, { 'x-frame-options': 'DENY' }])
    const { id } = await owner.createWatchedLink(sites.open([302, { location: target.url }]))
    await until(async () => expect(await owner.getHealth(id)).toMatchObject({ lastStatus: 200, isFrameable: false }))
  })

  it('that shares its host with another gets one request in 10 seconds', async () => {
    const site = sites.open(200)
    const links = [await owner.createWatchedLink(site), await owner.createWatchedLink(site)]
    await until(() => expect(site.seen).toHaveLength(1))
    await runDueChecks()
    expect(site.seen).toHaveLength(1)
    test.clock.advance({ seconds: 10 })
    for (const { id } of links) await until(async () => expect((await owner.getHealth(id)).state).toBe('reachable'))
    expect(site.seen).toHaveLength(2)
  })

  it('is requested again when the claim of a dead process has timed out', async () => {
    const site = sites.open(() => undefined)
    const { id } = await owner.createWatchedLink(site)
    await until(() => expect(site.seen).toHaveLength(1))
    site.answer = 200
    test.clock.advance({ seconds: 20 })
    await until(async () => expect((await owner.getHealth(id)).state).toBe('reachable'))
    expect(site.seen).toEqual(['HEAD /page', 'HEAD /page'])
  })

  it('that does not answer delays no other, and is requested with GET after 5 s', async () => {
    const silent = sites.open(() => undefined)
    const { id } = await owner.createWatchedLink(silent)
    await until(() => expect(silent.seen).toEqual(['HEAD /page']))
    const other = await owner.createWatchedLink(sites.open(200))
    await until(async () => expect((await owner.getHealth(other.id)).state).toBe('reachable'))
    silent.answer = 503
    const timedOut = () => test.sql('select 1 from link_health where link_id = ? and check_duration_ms >= 5000', [id])
    await until(async () => expect(await timedOut()).toHaveLength(1))
    test.clock.advance({ seconds: 10 })
    await until(async () => expect(await owner.getHealth(id)).toMatchObject({ state: 'failing', lastStatus: 503 }))
    expect(silent.seen).toEqual(['HEAD /page', 'GET /page'])
  })
})

describe('the links of an account', () => {
  it('have a health field in GraphQL, and a list of links loads it with one statement for each table', async () => {
    const document = '{ urls(first: 10) { nodes { id health { isWatched state url { id } } } } }'
    test.statements.splice(0)
    const { data } = await test.graph(document, owner.credentials)
    const urls = data.urls.nodes as { id: string; health: { url: { id: string } } }[]
    expect(urls.length).toBeGreaterThan(3)
    for (const { id, health } of urls) expect(health.url.id).toBe(id)
    for (const table of ['link_health', 'link_health_setting'])
      expect(test.statements.filter((sql) => sql.includes(`from "${table}" `))).toHaveLength(1)
  })

  it('are watched with later links, except links with a setting of their own, until the setting is off', async () => {
    const other = new Owner(test, await test.seed.account())
    const hasWatched = () => hasWatchedLinks(test.app.database.orm.em.fork(), other.account.workspaceId)
    const [before, apart, after] = [sites.open(200), sites.open(200), sites.open(200)]
    const { id } = await other.createLink(before)
    const set = await other.createLink(apart)
    await other.watch(set.id, false)
    expect(await hasWatched()).toBe(false)
    expect(await other.watchAll(true)).toEqual({ isOn: true, unreachable: 0 })
    expect(await hasWatched()).toBe(true)
    await other.createLink(after)
    await until(() => expect([before.seen, after.seen]).toEqual([['HEAD /page'], ['HEAD /page']]))
    expect(await other.getHealth(set.id)).toMatchObject({ isWatched: false, ownSetting: false })

    await other.watchAll(false)
    const unknown = { isWatched: false, state: 'unknown', lastStatus: null, nextCheckAt: null }
    expect(await other.getHealth(id)).toMatchObject(unknown)
    test.clock.advance({ hours: 7 })
    await runDueChecks()
    expect([before.seen, after.seen, apart.seen]).toEqual([['HEAD /page'], ['HEAD /page'], []])
    const rows = await test.sql('select link_id from link_health where workspace_id = ?', [other.account.workspaceId])
    expect(rows).toEqual([{ link_id: set.id }])
  })
})

describe('a destination that is not watched', () => {
  it('is never requested', () => {
    expect(unwatched.seen).toEqual([])
  })
})
