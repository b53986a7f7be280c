import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasWatchedLinks } from '../../src/modules/link-health/index.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { beats, Owner, until } from './owner.ts'
import { type Site, type Sites, startSites } from './sites.ts'

let test: TestApp
let sites: Sites
let owner: Owner
/** Where a link leads that nobody has asked to watch, for as long as all the others are checked. */
let unasked: Site
beforeAll(async () => {
  test = await startApp({ ALLOW_PRIVATE_DESTINATIONS: 'true' })
  sites = await startSites()
  owner = new Owner(test, await test.seed.account())
  unasked = sites.open(200)
  await owner.linkTo(unasked)
})
afterAll(async () => {
  await sites.close()
  await test.close()
})

describe('a watched destination', () => {
  it('is called by HEAD every 6 hours, and what it says of frames is known', async () => {
    const site = sites.open([200, { 'content-security-policy': "frame-ancestors 'none'" }])
    const { id } = await owner.watchedLink(site)
    await until(async () => expect((await owner.healthOf(id)).state).toBe('reachable'))
    expect(site.seen).toEqual(['HEAD /page'])
    const now = test.clock.now()
    expect(await owner.healthOf(id)).toEqual({
      ...{ urlId: id, isWatched: true, ownSetting: true, state: 'reachable', lastStatus: 200, lastError: null },
      ...{ lastCheckedAt: now.toISOString(), failingSince: null, isFrameable: false },
      nextCheckAt: new Date(now.getTime() + 6 * 3_600_000).toISOString(),
    })
    test.clock.advance({ hours: 6 })
    await until(() => expect(site.seen).toEqual(['HEAD /page', 'HEAD /page']))
  })

  it('is called by GET 10 seconds later when it takes no HEAD', async () => {
    const site = sites.open((request, response) => response.writeHead(request.method === 'GET' ? 200 : 405).end())
    const { id } = await owner.watchedLink(site)
    await until(() => expect(site.seen).toHaveLength(1))
    test.clock.advance({ ms: 9_900 })
    await beats()
    expect(site.seen).toEqual(['HEAD /page'])
    test.clock.advance({ ms: 200 })
    await until(async () => expect(await owner.healthOf(id)).toMatchObject({ state: 'reachable', lastStatus: 200 }))
    expect(site.seen).toEqual(['HEAD /page', 'GET /page'])
  })

  it('is followed where it redirects to', async () => {
    const elsewhere = sites.open([200, { 'x-frame-options': 'DENY' }])
    const { id } = await owner.watchedLink(sites.open([302, { location: elsewhere.url }]))
    await until(async () => expect(await owner.healthOf(id)).toMatchObject({ lastStatus: 200, isFrameable: false }))
  })

  it('shares its host with others: one request in 10 seconds', async () => {
    const site = sites.open(200)
    const links = [await owner.watchedLink(site), await owner.watchedLink(site)]
    await until(() => expect(site.seen).toHaveLength(1))
    await beats()
    expect(site.seen).toHaveLength(1)
    test.clock.advance({ seconds: 10 })
    for (const { id } of links) await until(async () => expect((await owner.healthOf(id)).state).toBe('reachable'))
    expect(site.seen).toHaveLength(2)
  })

  it('is checked again, once its turn is over, when the process ended that was at it', async () => {
    const site = sites.open(() => undefined)
    const { id } = await owner.watchedLink(site)
    await until(() => expect(site.seen).toHaveLength(1))
    site.answer = 200
    test.clock.advance({ seconds: 20 })
    await until(async () => expect((await owner.healthOf(id)).state).toBe('reachable'))
    expect(site.seen).toEqual(['HEAD /page', 'HEAD /page'])
  })

  it('holds up no other when it does not answer, and is given up after 5 s and asked by GET', async () => {
    const silent = sites.open(() => undefined)
    const { id } = await owner.watchedLink(silent)
    await until(() => expect(silent.seen).toEqual(['HEAD /page']))
    const other = await owner.watchedLink(sites.open(200))
    await until(async () => expect((await owner.healthOf(other.id)).state).toBe('reachable'))
    silent.answer = 503
    const isGivenUp = () => test.sql('select 1 from health_link where link_id = ? and spent_ms >= 5000', [id])
    await until(async () => expect(await isGivenUp()).toHaveLength(1))
    test.clock.advance({ seconds: 10 })
    await until(async () => expect(await owner.healthOf(id)).toMatchObject({ state: 'failing', lastStatus: 503 }))
    expect(silent.seen).toEqual(['HEAD /page', 'GET /page'])
  })
})

describe('the links of an account', () => {
  it('tell of their health in a graph, all of them by one statement', async () => {
    const document = '{ urls(limit: 10) { id health { urlId isWatched state } } }'
    test.statements.splice(0)
    const { data } = await test.graph(document, owner.as)
    const urls = data?.urls as { id: string; health: { urlId: string } }[]
    expect(urls.length).toBeGreaterThan(3)
    for (const { id, health } of urls) expect(health.urlId).toBe(id)
    expect(test.statements.filter((sql) => sql.includes('health_link'))).toHaveLength(1)
  })

  it('are watched with those to come, but for the ones set apart, until it is switched off', async () => {
    const other = new Owner(test, await test.seed.account())
    const isOn = () => hasWatchedLinks(test.app.database.orm.em.fork(), other.account.id)
    const [before, apart, after] = [sites.open(200), sites.open(200), sites.open(200)]
    const { id } = await other.linkTo(before)
    const set = await other.linkTo(apart)
    await other.watch(set.id, false)
    expect(await isOn()).toBe(false)
    expect(await other.watchAll(true)).toEqual({ isOn: true, unreachable: 0 })
    expect(await isOn()).toBe(true)
    await other.linkTo(after)
    await until(() => expect([before.seen, after.seen]).toEqual([['HEAD /page'], ['HEAD /page']]))
    expect(await other.healthOf(set.id)).toMatchObject({ isWatched: false, ownSetting: false })

    await other.watchAll(false)
    const unknown = { isWatched: false, state: 'unknown', lastStatus: null, nextCheckAt: null }
    expect(await other.healthOf(id)).toMatchObject(unknown)
    test.clock.advance({ hours: 7 })
    await beats()
    expect([before.seen, after.seen, apart.seen]).toEqual([['HEAD /page'], ['HEAD /page'], []])
    const rows = await test.sql('select link_id from health_link where owner_id = ?', [other.account.id])
    expect(rows).toEqual([{ link_id: set.id }])
  })
})

describe('a destination that nobody wants watched', () => {
  it('was never called', () => {
    expect(unasked.seen).toEqual([])
  })
})
