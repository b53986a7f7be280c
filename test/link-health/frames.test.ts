import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { emptiedApp, type TestApp } from '../support/app.ts'
import type { SeededLink } from '../support/seed.ts'
import { as } from '../support/visitor.ts'
import { Owner, until } from './owner.ts'
import { type Site, type SiteAnswer, type Sites, startSites } from './sites.ts'

let test: TestApp
let sites: Sites
let owner: Owner
beforeAll(async () => {
  test = await emptiedApp({ ALLOW_PRIVATE_DESTINATIONS: 'true' })
  sites = await startSites('https')
})
// Hours pass in these tests, and a session ends.
beforeEach(async () => {
  owner = new Owner(test, await test.seed.account())
})
afterAll(async () => {
  await sites.close()
  await test.close()
})

const noFrames: SiteAnswer = [200, { 'x-frame-options': 'SAMEORIGIN' }]

const cloak = ({ url }: Site, options: object = {}) =>
  test.seed.link(owner.account, { longUrl: url, isCloaked: true, ...options })
/** Changes a link, and lets the clock reach the time of the change, which is after the one before. */
const change = async (id: string, body: object) => {
  const answer = await test.rest.patch(`/v1/urls/${id}`, body, owner.credentials)
  test.clock.advance({ ms: 1 })
  return answer
}
const isCloakable = async ({ id }: SeededLink): Promise<boolean | null> =>
  (await test.rest.get(`/v1/urls/${id}`, owner.credentials)).json.isCloakable
const open = (link: SeededLink) => test.rest.get(`/${link.shortUrl}`, as('chrome'))
const records = ({ id }: SeededLink) => test.sql('select is_watched from link_health where link_id = ?', [id])

/** Waits until a check has found out whether the link can be cloaked. */
const known = (link: SeededLink, expected: boolean) => until(async () => expect(await isCloakable(link)).toBe(expected))

async function expectFramed(link: SeededLink): Promise<void> {
  const { status, headers, text } = await open(link)
  expect([status, headers.location]).toEqual([200, undefined])
  expect(text).toContain('<iframe')
}

async function expectRedirected(link: SeededLink, url = link.originalUrl): Promise<void> {
  const { status, headers } = await open(link)
  expect([status, headers.location, headers['cache-control']]).toEqual([302, url, 'private, no-store'])
}

const routing = async ({ shortUrl }: SeededLink) =>
  (await test.rest.get(`/v1/urls/redirect/${shortUrl}?noTrack=true`)).json.routing

describe('a cloaked link that is not watched', () => {
  it('is framed until its one check, and redirects with 302 when its destination refuses frames', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const site = sites.open((_, response) => {
      void released.then(() => response.writeHead(200, { 'x-frame-options': 'SAMEORIGIN' }).end())
    })
    const link = await cloak(site, { redirectType: 301 })
    expect(await isCloakable(link)).toBe(null)
    // No visitor waits for the check.
    await until(() => expect(site.seen).toHaveLength(1))
    await expectFramed(link)
    release()
    await known(link, false)
    await expectRedirected(link)
    expect(await routing(link)).toEqual({
      isCloaked: false,
      redirectType: 302,
      notYetUrl: null,
      expiredUrl: null,
      matchedRule: null,
    })
    const { data } = await test.graph(
      `mutation { resolveUrl(code: "${link.shortUrl}") { routing { isCloaked redirectType } } }`,
    )
    expect(data.resolveUrl.routing).toEqual({ isCloaked: false, redirectType: 302 })
    const own = await test.graph(
      `{ url(id: "${link.id}") { isCloaked isCloakable health { isWatched isFrameable state nextCheckAt } } }`,
      owner.credentials,
    )
    expect(own.data.url).toEqual({
      isCloaked: true,
      isCloakable: false,
      health: { isWatched: false, isFrameable: false, state: 'UNKNOWN', nextCheckAt: null },
    })
    const head = await test.rest.send('HEAD', `/${link.shortUrl}`, as('chrome'))
    expect(head.status).toBe(302)
    await until(async () => expect(await records(link)).toEqual([]))
    test.clock.advance({ hours: 7 })
    await test.app.recurringTasks.runAll()
    expect(site.seen).toEqual(['HEAD /page'])
    expect(await test.sql('select id from link_health_check where link_id = ?', [link.id])).toEqual([])
  })

  it('stays framed when its destination allows frames', async () => {
    const link = await cloak(sites.open([200, { 'content-security-policy': 'frame-ancestors tack.test' }]))
    await known(link, true)
    await expectFramed(link)
    expect(await routing(link)).toEqual({
      isCloaked: true,
      redirectType: 302,
      notYetUrl: null,
      expiredUrl: null,
      matchedRule: null,
    })
  })

  it('redirects when its destination leads to http, which no frame may open', async () => {
    const plain = await startSites()
    // The same host as that of the first test, which was called just now.
    test.clock.advance({ seconds: 10 })
    const link = await cloak(sites.open([301, { location: plain.open(200).url }]))
    await known(link, false)
    await expectRedirected(link)
    await plain.close()
  })

  it('is checked for a new destination, and framed until then', async () => {
    const link = await cloak(sites.open(noFrames))
    await known(link, false)
    const allowing = sites.open(200)
    const changed = await change(link.id, { originalUrl: allowing.url })
    expect(changed.json.isCloakable).toBe(null)
    await expectFramed(link)
    await known(link, true)
    const refusing = sites.open(noFrames)
    await change(link.id, { originalUrl: refusing.url })
    await known(link, false)
    await expectRedirected(link, refusing.url)
  })

  it('is not changed by the result of a check of its former destination', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const slow = sites.open((_, response) => {
      void promise.then(() => response.writeHead(200, { 'x-frame-options': 'DENY' }).end())
    })
    const link = await cloak(slow)
    await until(() => expect(slow.seen).toHaveLength(1))
    await change(link.id, { originalUrl: sites.open(200).url })
    await known(link, true)
    resolve()
    await test.app.recurringTasks.runAll()
    expect(await isCloakable(link)).toBe(true)
  })

  it('is checked again when its owner requests it', async () => {
    const site = sites.open(noFrames)
    const link = await cloak(site)
    await known(link, false)
    site.answer = 200
    test.clock.advance({ seconds: 10 })
    const { status, json } = await owner.requestCheck(link.id)
    expect([status, json.isFrameable, json.isWatched]).toEqual([202, false, false])
    await known(link, true)
    await expectFramed(link)
  })

  it('is checked again for a day while its destination fails, and keeps what was known', async () => {
    const site = sites.open(noFrames)
    const link = await cloak(site)
    await known(link, false)
    site.answer = 404
    test.clock.advance({ seconds: 10 })
    await owner.requestCheck(link.id)
    for (let failure = 1; failure <= 8; failure++) {
      await until(() => expect(site.seen).toHaveLength(2 * failure))
      test.clock.advance({ seconds: 10 })
      await until(() => expect(site.seen).toHaveLength(2 * failure + 1))
      const isStored = failure < 8 ? [expect.objectContaining({ failure_count: failure })] : []
      const failures = () => test.sql('select failure_count from link_health where link_id = ?', [link.id])
      await until(async () => expect(await failures()).toEqual(isStored))
      test.clock.advance({ hours: 6 })
    }
    await test.app.recurringTasks.runAll()
    expect(site.seen).toHaveLength(17)
    await expectRedirected(link)
    const activities = await test.sql('select type from activity where subject_id = ? and source = ?', [
      link.id,
      'link_health',
    ])
    expect(activities).toEqual([])
  })

  it('keeps its check when its owner stops watching it, or follows an account that is not watched', async () => {
    for (const isWatched of [false, null]) {
      const site = sites.open(500)
      const link = await cloak(site)
      await until(() => expect(site.seen).toHaveLength(1))
      site.answer = noFrames
      await owner.watch(link.id, true)
      await owner.watch(link.id, isWatched)
      expect(await records(link)).toEqual([{ is_watched: isWatched }])
      test.clock.advance({ seconds: 10 })
      await known(link, false)
      await until(async () => expect(await records(link)).toEqual(isWatched === null ? [] : [{ is_watched: false }]))
      const { json } = await test.rest.get(`/v1/urls/${link.id}/health`, owner.credentials)
      expect(json).toMatchObject({ isWatched: false, isFrameable: false, nextCheckAt: null, lastStatus: null })
    }
  })
})

describe('a link that is cloaked later', () => {
  it('is checked then, and not before', async () => {
    const site = sites.open(noFrames)
    const link = await owner.createLink(site)
    expect(await isCloakable(link)).toBe(null)
    await test.app.recurringTasks.runAll()
    expect(site.seen).toEqual([])
    await change(link.id, { isCloaked: true })
    await known(link, false)
    await expectRedirected(link)
    await change(link.id, { isCloaked: false })
    expect(await isCloakable(link)).toBe(false)
  })

  it('that is watched is checked at once, and every 6 hours', async () => {
    const site = sites.open(200)
    const link = await owner.createWatchedLink(site)
    await known(link, true)
    test.clock.advance({ minutes: 1 })
    site.answer = noFrames
    await change(link.id, { isCloaked: true })
    await known(link, false)
    await expectRedirected(link)
    expect(await owner.getHealth(link.id)).toMatchObject({ state: 'reachable', isFrameable: false, isWatched: true })
    site.answer = 200
    test.clock.advance({ hours: 6 })
    await known(link, true)
    await expectFramed(link)
  })

  it('is checked when the account watches its links and stops, and follows the account afterwards', async () => {
    const other = new Owner(test, await test.seed.account())
    const site = sites.open(500)
    const link = await test.seed.link(other.account, { longUrl: site.url, isCloaked: true })
    await until(() => expect(site.seen).toHaveLength(1))
    await other.watchAll(true)
    await other.watchAll(false)
    await test.app.recurringTasks.runAll()
    expect(await records(link)).toEqual([{ is_watched: null }])
    site.answer = 200
    test.clock.advance({ seconds: 20 })
    await until(async () => expect(await records(link)).toEqual([]))
    await other.watchAll(true)
    await until(async () => expect(await records(link)).toEqual([{ is_watched: null }]))
    expect(await other.getHealth(link.id)).toMatchObject({ isWatched: true, isFrameable: true })
  })
})
