import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { currentHour, finishHour, seedClickHistory, seedClicks } from '../anomalies/click-seeds.ts'
import { type Sites, startSites } from '../link-health/sites.ts'
import { expectError } from '../links/answers.ts'
import { codeOf, type SeededCode } from '../qr-codes/seed.ts'
import { emptiedApp, type TestApp } from '../support/app.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import type { SeededLink } from '../support/seed.ts'
import { settling } from '../support/settling.ts'
import { as as visitor } from '../support/visitor.ts'
import { as, seedTeam, type Team } from './team.ts'

const isServer = inject('database').kind === 'server'

let test: TestApp
let sites: Sites
let receiver: Receiver
let other: Awaited<ReturnType<TestApp['sibling']>> | undefined
let team: Team
beforeAll(async () => {
  test = await emptiedApp({ ALLOW_PRIVATE_DESTINATIONS: 'true' })
  sites = await startSites()
  receiver = await startReceiver()
  other = isServer ? await test.sibling() : undefined
})
afterAll(async () => {
  await other?.close()
  await receiver.close()
  await sites.close()
  await test.close()
})
beforeEach(async () => {
  team = await seedTeam(test)
  receiver.received.splice(0)
})

const remove = () => test.rest.delete(`/v1/workspaces/${team.id}?confirm=${team.slug}`, as(team.owner))
const restore = () => test.rest.post(`/v1/workspaces/${team.id}/restore`, undefined, as(team.owner))
const link = (options: object = {}) => test.seed.link(team.member, { workspaceId: team.id, ...options })
const countOf = async (sql: string, ...values: unknown[]) => (await test.sql(sql, values)).length

/** All that a person without an account can open of a link, a protected link and a QR code, with the wanted status. */
interface PublicThings {
  readonly plain: SeededLink
  readonly locked: SeededLink
  readonly limited: SeededLink
  readonly poster: SeededCode
}

async function seedThings(): Promise<PublicThings> {
  const [plain, locked, limited, poster] = await Promise.all([
    link(),
    link({ password: 'Open Sesame 1' }),
    link({ clickLimit: 50 }),
    codeOf(test, team.member, { workspaceId: team.id }),
  ])
  return { plain, locked, limited, poster }
}

const unlocking = { headers: { 'content-type': 'application/x-www-form-urlencoded' } }

async function open({ plain, locked, limited, poster }: PublicThings, rest = test.rest) {
  const resolve = (code: string) => rest.get(`/v1/urls/redirect/${code}`)
  const answers = {
    visit: await rest.get(`/${plain.shortUrl}`, visitor('chrome')),
    head: await rest.send('HEAD', `/${plain.shortUrl}`, visitor('chrome')),
    limited: await rest.get(`/${limited.shortUrl}`, visitor('chrome')),
    scan: await rest.get(`/${poster.shortCode}?qr=1`, visitor('iphone')),
    passwordPage: await rest.get(`/${locked.shortUrl}`, visitor('chrome')),
    password: await rest.post(`/${locked.shortUrl}`, 'password=Open+Sesame+1', unlocking),
    preview: await rest.get(`/${plain.shortUrl}+`, visitor('chrome')),
    json: await resolve(plain.shortUrl),
    unlock: await rest.post(`/v1/urls/redirect/${locked.shortUrl}/verify-password`, { password: 'Open Sesame 1' }),
    qrPage: await rest.get(`/${plain.shortUrl}/qr`, visitor('chrome')),
    publicImage: await rest.get(`/${poster.shortCode}/qr.svg`),
    linkImage: await rest.get(`/v1/urls/${plain.id}/qr`),
    posterImage: await rest.get(`/v1/dynamic-qr/${poster.id}/image`),
  }
  return answers
}

const statusesOf = (answers: Awaited<ReturnType<typeof open>>) =>
  Object.fromEntries(Object.entries(answers).map(([name, { status }]) => [name, status]))

const opened = {
  ...{ visit: 302, head: 302, limited: 302, scan: 302, passwordPage: 200, password: 303, preview: 200, json: 200 },
  ...{ unlock: 200, qrPage: 200, publicImage: 200, linkImage: 200, posterImage: 200 },
}
const missing = Object.fromEntries(Object.keys(opened).map((name) => [name, 404]))

describe('a deleted workspace', () => {
  it('has no link until it is restored: every address returns 404, at once', async () => {
    const things = await seedThings()
    expect(statusesOf(await open(things))).toEqual(opened)
    await remove()
    const closed = await open(things)
    expect(statusesOf(closed)).toEqual(missing)
    const unknown = await test.rest.get(`/${test.seed.word()}`, visitor('chrome'))
    expect(closed.visit.text).toBe(unknown.text)
    expectError(closed.json, 404, 'LINK_NOT_FOUND')
    await restore()
    expect(statusesOf(await open(things))).toEqual(opened)
  })

  it('answers in GraphQL as unknown links do', async () => {
    const { plain, poster } = await seedThings()
    await remove()
    const document = `query ($code: String!, $link: ID!, $qr: ID!) {
      previewUrl(code: $code) { id } urlQr(id: $link) { href } dynamicQrImage(id: $qr) { href } }`
    const variables = { code: plain.shortUrl, link: plain.id, qr: poster.id }
    const { data, errors } = await test.graph(document, { variables })
    expect(Object.values(data ?? {})).toEqual([null, null, null])
    expect(errors?.map(({ extensions }) => extensions.http.status)).toEqual([404, 404, 404])
  })

  it.runIf(isServer)(
    'is closed on another node that has its links in memory (on a server only)',
    { tags: 'race' },
    async () => {
      if (!other) throw new Error('There is no other node.')
      const { rest } = other
      const [things, untouched] = [await seedThings(), await test.seed.link(team.stranger)]
      // The clock does not move, so only a notification removes a route from memory.
      expect(statusesOf(await open(things, rest))).toEqual(opened)
      await rest.get(`/${untouched.shortUrl}`, visitor('chrome'))
      await remove()
      await expect.poll(async () => statusesOf(await open(things, rest))).toEqual(missing)
      await restore()
      await expect.poll(async () => statusesOf(await open(things, rest))).toEqual(opened)
      expect((await rest.get(`/${untouched.shortUrl}`, visitor('chrome'))).status).toBe(302)
    },
  )

  it('keeps its codes, and counts no visit', async () => {
    const { id, shortUrl } = await link({ customUrl: test.seed.word() })
    await test.rest.get(`/${shortUrl}`, visitor('chrome'))
    await remove()
    for (let visit = 0; visit < 3; visit++) await test.rest.get(`/${shortUrl}`, visitor('firefox'))
    const body = { longUrl: 'https://example.com/mine', customUrl: shortUrl }
    expect((await test.rest.post('/v1/urls', body, as(team.stranger))).status).toBe(409)
    await restore()
    const clicks = async () => (await test.rest.get(`/v1/urls/${id}`, as(team.viewer))).json.currentClicks
    await expect.poll(clicks, settling).toBe(1)
  })

  it('has every link that was created while it was deleted, closed and then open', { tags: 'race' }, async () => {
    const create = () =>
      test.rest.post('/v1/urls', { longUrl: 'https://example.com/', workspaceId: team.id }, as(team.admin))
    const [, ...creations] = await Promise.all([remove(), ...Array.from({ length: 20 }, create)])
    const codes = creations.flatMap(({ status, json }) => (status === 201 ? [json.shortUrl] : []))
    expect(creations.filter(({ status }) => status !== 201 && status !== 404)).toEqual([])
    const statuses = () =>
      Promise.all(codes.map(async (code) => (await test.rest.get(`/${code}`, visitor('chrome'))).status))
    expect(new Set(await statuses())).toEqual(new Set(codes.map(() => 404)))
    await restore()
    expect(new Set(await statuses())).toEqual(new Set(codes.map(() => 302)))
  })

  it('sends nothing to its webhooks, until it is restored', async () => {
    const body = { name: 'Ours', url: receiver.url, events: ['link.expired', 'link.created'], workspaceId: team.id }
    expect((await test.rest.post('/v1/webhooks', body, as(team.admin))).status).toBe(201)
    const expiresAt = new Date(test.clock.now().getTime() + 60_000).toISOString()
    await link({ expiresAt })
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), settling)
    await remove()
    test.clock.advance({ minutes: 2 })
    for (let run = 0; run < 3; run++) await test.app.recurringTasks.runAll()
    expect(receiver.received.map(({ json }) => json.type)).toEqual(['link.created'])
    const waiting = /tack_webhook_deliveries_waiting (\d+)/.exec(await test.metrics())
    expect(waiting?.[1]).toBe('0')
    await restore()
    const types = () => receiver.received.map(({ json }) => json.type)
    await vi.waitFor(() => expect(types()).toEqual(['link.created', 'link.expired']), 20_000)
  })

  it('has no link checked, until it is restored', async () => {
    const site = sites.open(200)
    const { id } = await link({ longUrl: site.url })
    await test.rest.patch(`/v1/urls/${id}/health`, { isWatched: true }, as(team.member))
    await vi.waitFor(() => expect(site.seen).toHaveLength(1), 20_000)
    await remove()
    for (let run = 0; run < 4; run++) {
      test.clock.advance({ hours: 7 })
      await test.app.recurringTasks.runAll()
    }
    expect(site.seen).toHaveLength(1)
    await test.rest.post(`/v1/workspaces/${team.id}/restore`, undefined, {
      token: await test.seed.session(team.owner.id),
    })
    test.clock.advance({ hours: 7 })
    await vi.waitFor(() => expect(site.seen).toHaveLength(2), 20_000)
  })

  it('gets no anomalies', async () => {
    await finishHour(test)
    const [gone, control] = [await link(), await test.seed.link(team.stranger)]
    for (const each of [gone, control]) {
      await seedClickHistory(test, each, { clicks: 60 })
      await seedClicks(test, each, 600)
    }
    const { status } = await test.rest.delete(`/v1/workspaces/${team.id}?confirm=${team.slug}`, {
      token: await test.seed.session(team.owner.id),
    })
    expect([status, currentHour(test) < test.clock.now()]).toEqual([200, true])
    await finishHour(test)
    expect(await countOf('select 1 from anomaly where url_id = ?', control.id)).toBe(1)
    expect(await countOf('select 1 from anomaly where url_id = ?', gone.id)).toBe(0)
  })
})
