import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BlockListSweeper } from '../../src/modules/operation/abuse/index.ts'
import { EventPublisher } from '../../src/platform/events/event-publisher.ts'
import { emptiedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { adminOf, appeal, Desk, expectError, expectGraphqlError, linkRow, report, timeless, visit } from './answers.ts'

let test: TestApp
let ada: SeededAccount
let admin: SeededAccount
let desk: Desk
beforeAll(async () => {
  test = await emptiedApp({ ABUSE_CONTACT: 'abuse@tack.test' })
  ada = await test.seed.account()
  admin = await adminOf(test)
  desk = new Desk(test, admin)
})
afterAll(() => test.close())

const findInQueue = async (id: string) =>
  (await desk.get('reviews?limit=100')).json.find((each: { id: string }) => each.id === id)

describe('the page of a blocked link', () => {
  it('has a report number with which an admin finds the link, whatever has blocked it', async () => {
    const link = await test.seed.link(ada, { longUrl: 'https://numbered.example/a' })
    await desk.list('numbered.example')
    const { status, text } = await visit(test, link.shortUrl)
    expect([status, text.includes('numbered.example')]).toEqual([403, false])
    const number = /<code id="reference">([^<]+)</.exec(text)?.[1] ?? ''
    expect(text).toContain(`subject=${encodeURIComponent(`Report number: ${number}`)}"`)
    expect((await desk.get(`reviews/${number}`)).json).toMatchObject({
      shortUrl: link.shortUrl,
      blockedBy: ['numbered.example'],
    })
  })
})

describe('a reported link', () => {
  it('is reviewed, blocked with 403, appealed and unblocked, and every act is logged', async () => {
    const link = await test.seed.link(ada, { longUrl: 'https://trap.example/login' })
    await visit(test, link.shortUrl)
    for (const from of ['198.51.100.1', '198.51.100.1', '198.51.100.2']) {
      const { status, json } = await report(test, link.shortUrl, from, {
        details: ' It copies my bank. ',
        email: 'eve@example.com',
      })
      expect([status, json]).toEqual([202, { success: true }])
    }
    await report(test, link.shortUrl, '198.51.100.3', { reason: 'spam' })
    const at = test.clock.now().toISOString()
    expect(await findInQueue(link.id)).toMatchObject({
      shortUrl: link.shortUrl,
      destination: 'https://trap.example/login',
      destinationHost: 'trap.example',
      ownerId: ada.id,
      clicks: 1,
      isBlocked: false,
      openReports: 3,
      reasons: [
        { reason: 'phishing', count: 2 },
        { reason: 'spam', count: 1 },
      ],
      firstReportedAt: at,
      lastReportedAt: at,
      appeal: null,
      acts: [],
    })
    const { reports } = await findInQueue(link.id)
    expect(reports).toHaveLength(3)
    expect(reports).toContainEqual(
      expect.objectContaining({ details: 'It copies my bank.', email: 'eve@example.com', outcome: null }),
    )

    expect((await visit(test, link.shortUrl)).status).toBe(302)
    const blocked = await desk.decide(link.id, 'block', { reason: 'phishing', note: 'A copy of a bank.' })
    expect([blocked.status, blocked.json.isBlocked, blocked.json.openReports]).toEqual([200, true, 0])
    expect(blocked.json.reports.map(({ outcome }: { outcome: string }) => outcome)).toEqual(Array(3).fill('blocked'))
    const page = await visit(test, link.shortUrl)
    expect([page.status, page.headers.location]).toEqual([403, undefined])
    expect(page.text).toContain('abuse@tack.test')
    expect((await test.rest.get(`/v1/urls/redirect/${link.shortUrl}`)).json).toMatchObject({
      originalUrl: null,
      isBlocked: true,
    })
    const own = await test.rest.get(`/v1/urls/${link.id}`, { token: ada.token })
    expect(own.json).toMatchObject({ isBlocked: true, blockedReason: 'phishing', isActive: true })
    expect(own.text).not.toMatch(/copy of a bank|eve@example/)
    expect(await findInQueue(link.id)).toBeUndefined()
    expect((await desk.get('reviews?state=blocked')).json[0]).toMatchObject({ id: link.id, blockedBy: [] })

    test.clock.advance({ seconds: 1 })
    expect((await appeal(test, ada, link.id, ' It is my own bank. ')).status).toBe(202)
    expect((await findInQueue(link.id)).appeal).toEqual({
      message: 'It is my own bank.',
      createdAt: test.clock.now().toISOString(),
    })
    test.clock.advance({ seconds: 1 })
    const opened = await desk.decide(link.id, 'unblock', { note: 'True.' })
    expect(opened.json).toMatchObject({ isBlocked: false, blockedReason: null, blockedAt: null, appeal: null })
    const again = await visit(test, link.shortUrl)
    expect([again.status, again.headers.location]).toEqual([302, 'https://trap.example/login'])
    expect((await desk.get(`reviews/${link.shortUrl.toUpperCase()}`)).json.acts).toMatchObject([
      { kind: 'unblock', actorId: admin.id, linkId: link.id, note: 'True.' },
      { kind: 'appeal', actorId: ada.id, note: 'It is my own bank.' },
      { kind: 'block', actorId: admin.id, reason: 'phishing', note: 'A copy of a bank.' },
    ])
    await test.rest.delete(`/v1/urls/${link.id}`, { token: ada.token })
    const acts = (await desk.get('acts')).json.filter(({ linkId }: { linkId: string }) => linkId === link.id)
    expect(acts.map(({ kind }: { kind: string }) => kind)).toEqual(['unblock', 'appeal', 'block'])
  })

  it('is reviewed, blocked, appealed and unblocked over GraphQL', async () => {
    const link = await test.seed.link(ada)
    const shortUrl = `http://tack.test/${link.shortUrl}`
    const reported = await test.graph(
      `mutation { reportAbuse(input: { shortUrlOrCode: "${shortUrl}", reason: MALWARE }) { success } }`,
    )
    expect(reported.data).toEqual({ reportAbuse: { success: true } })
    const act = (document: string, { token } = admin) => test.graph(document, { token })
    const { data } = await act(`{ abuseReviews(first: 50) { nodes {
      id code shortUrl destination openReports owner { id email } reports { reason review { code } } } } }`)
    expect(data.abuseReviews.nodes).toContainEqual({
      id: link.id,
      code: link.shortUrl,
      shortUrl,
      destination: link.originalUrl,
      openReports: 1,
      owner: { id: ada.id, email: ada.email },
      reports: [{ reason: 'MALWARE', review: { code: link.shortUrl } }],
    })
    await act(`mutation { blockUrl(id: "${link.id}", input: { reason: MALWARE }) { id } }`)
    expect((await visit(test, link.shortUrl)).status).toBe(403)
    const owned = await act(`{ url(id: "${link.id}") { isBlocked blockedReason } }`, ada)
    expect(owned.data.url).toEqual({ isBlocked: true, blockedReason: 'MALWARE' })
    await act(`mutation { appealUrl(id: "${link.id}", message: "No.") { success } }`, ada)
    const dismissed = await act(`mutation { dismissReports(id: "${link.id}") { isBlocked appeal { message } } }`)
    expect(dismissed.data.dismissReports).toEqual({ isBlocked: true, appeal: null })
    await act(`mutation { unblockUrl(id: "${link.id}") { id } }`)
    expect((await visit(test, link.shortUrl)).status).toBe(302)
    const log = await act('{ abuseActs(first: 1) { nodes { kind urlId actor { id } review { code } } } }')
    expect(log.data.abuseActs.nodes).toEqual([
      { kind: 'UNBLOCK', urlId: link.id, actor: { id: admin.id }, review: { code: link.shortUrl } },
    ])
  })

  it('leaves the queue when it is dismissed, and returns with a report on another day', async () => {
    const link = await test.seed.link(ada)
    await report(test, link.shortUrl, '198.51.100.9')
    await desk.decide(link.id, 'dismiss', { note: 'A school.' })
    await report(test, link.shortUrl, '198.51.100.9')
    expect(await findInQueue(link.id)).toBeUndefined()
    expect((await visit(test, link.shortUrl)).status).toBe(302)
    test.clock.advance({ days: 1 })
    await report(test, link.shortUrl, '198.51.100.9')
    const nextDay = new Desk(test, await adminOf(test))
    expect((await nextDay.get(`reviews/${link.id}`)).json).toMatchObject({ openReports: 1, isBlocked: false })
    test.clock.advance({ days: -1 })
  })
})

describe('a report', () => {
  it('gets the same answer for an existing, an unknown, a deleted and a blocked link, and stores no address', async () => {
    const [link, deleted, blocked] = [await test.seed.link(ada), await test.seed.link(ada), await test.seed.link(ada)]
    await test.rest.delete(`/v1/urls/${deleted.id}`, { token: ada.token })
    await desk.decide(blocked.id, 'block', { reason: 'spam' })
    const codes = [link.shortUrl, deleted.shortUrl, blocked.shortUrl, 'nobody-has-this']
    const answers = await Promise.all(codes.map((code) => report(test, code, '203.0.113.77')))
    expect(new Set(answers.map(timeless)).size).toBe(1)
    const rows = await test.sql('select * from abuse_report where link_id in (?, ?)', [link.id, blocked.id])
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain('203.0.113')
  })

  it('accepts a short address in every form, and returns 400 for an address of another host', async () => {
    const { shortUrl, id } = await test.seed.link(ada)
    const spellings = ['', '/', 'tack.test/', 'http://tack.test/', 'HTTPS://TACK.test/'].map((base) => base + shortUrl)
    const all = [...spellings, `http://tack.test/${shortUrl.toUpperCase()}+`, `http://tack.test/${shortUrl}/?qr=1#top`]
    for (const [index, each] of all.entries()) {
      expect([each, (await report(test, each, `192.0.2.${index}`)).status]).toEqual([each, 202])
    }
    expect((await desk.get(`reviews/${id}`)).json.openReports).toBe(all.length)
    const wrong = ['https://bit.ly/abc', 'tack.test.evil.example/abc', 'a b', 'http://tack.test/', 'http://[', 'a/b/c']
    for (const each of wrong) expectError(await report(test, each, '192.0.2.99'), 400, 'INVALID_PARAMS', ['shortUrl'])
  })

  it('is deleted 90 days after it was settled, and its acts are not', async () => {
    const link = await test.seed.link(ada)
    await report(test, link.shortUrl, '198.51.100.20')
    await desk.decide(link.id, 'dismiss')
    const settledAt = new Date(test.clock.now().getTime() - 91 * 24 * 3600 * 1000)
    await test.sql('update abuse_report set settled_at = ? where link_id = ?', [settledAt, link.id])
    const sweeper = new BlockListSweeper({
      orm: test.app.database.orm,
      routes: {} as never,
      events: new EventPublisher(),
      mails: { sendBlocked: async () => undefined },
      clock: test.clock,
      log: { warn: () => undefined },
    })
    await sweeper.runMaintenance()
    await sweeper.close()
    expect((await desk.get(`reviews/${link.id}`)).json).toMatchObject({ reports: [], acts: [{ kind: 'dismiss' }] })
  })
})

describe('an appeal', () => {
  it('returns 404 for another’s link and 409 for an unblocked link, and replaces the message of an open appeal', async () => {
    const ben = await test.seed.account()
    const link = await test.seed.link(ada)
    expectError(await appeal(test, ada, link.id, 'Please.'), 409, 'LINK_NOT_BLOCKED')
    await desk.decide(link.id, 'block', { reason: 'other' })
    expectError(await appeal(test, ben, link.id, 'Please.'), 404, 'LINK_NOT_FOUND')
    await appeal(test, ada, link.id, 'Please.')
    await appeal(test, ada, link.id, 'I beg you.')
    expect((await findInQueue(link.id)).appeal.message).toBe('I beg you.')
  })
})

describe('the operations of reviewers', () => {
  it('return 403 FORBIDDEN to other logins, and to a former admin from the next request on', async () => {
    const link = await test.seed.link(ada)
    const other = new Desk(test, ada)
    expectError(await other.get('reviews'), 403, 'FORBIDDEN')
    expectError(await other.decide(link.id, 'block', { reason: 'spam' }), 403, 'FORBIDDEN')
    expectGraphqlError(await test.graph('{ abuseReviews { totalCount } }', { token: ada.token }), 403, 'FORBIDDEN')
    expect((await linkRow(test, link.id))?.blocked_at).toBeNull()
    const former = await adminOf(test)
    expect((await new Desk(test, former).get('acts')).status).toBe(200)
    await test.sql(`update account set role = 'user' where id = ?`, [former.id])
    expectError(await new Desk(test, former).get('acts'), 403, 'FORBIDDEN')
  })

  it('return 401 to an API key of an admin', async () => {
    const { key } = await test.seed.key(admin)
    expectError(await test.rest.get('/v1/abuse/reviews', { token: key }), 401, 'API_KEY_NOT_ACCEPTED')
  })
})
