import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newId } from '../../src/platform/shared/ids.ts'
import { tokenOf } from '../contract/oauth.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import type { SeededAccount } from '../support/seed.ts'
import { agents } from '../support/visitor.ts'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp()
})
afterAll(() => test.close())

interface Item {
  readonly id: string
  readonly type: string
  readonly actor: string
  readonly subjectId: string
  readonly severity: string
  readonly summary: string
}

const until = (check: () => unknown) => vi.waitFor(check, 20_000)

async function list({ token }: SeededAccount, query = 'limit=100'): Promise<Item[]> {
  const { status, json } = await test.rest.get(`/v1/activity?${query}`, { token })
  expect(status).toBe(200)
  return json
}

/** The types of an account's activities, the first one first. */
const typesOf = async (account: SeededAccount) => (await list(account)).map(({ type }) => type).toReversed()

/** An admin of the installation. */
async function admin(): Promise<SeededAccount> {
  const account = await test.seed.account()
  await test.sql(`update account set role = 'admin' where id = ?`, [account.id])
  return account
}

describe('the activities of an account', () => {
  it('are recorded with the actor, with and without subscribers, and not if nothing changed', async () => {
    const ada = await test.seed.account()
    const { id: keyId, key } = await test.seed.key(ada)
    const oauth = await tokenOf({ test, account: ada, word: () => test.seed.word() }, 'write:links')
    const link = await test.seed.link(ada, { title: 'Spring' })
    const change = (token: string, body: object) => test.rest.patch(`/v1/urls/${link.id}`, body, { token })
    const title = `Is it "Summer"? \\ $1 'ü'`
    for (let n = 0; n < 2; n++) await change(key, { title })
    await change(oauth, { isActive: false })
    await test.rest.delete(`/v1/urls/${link.id}`, { token: ada.token })
    const items = (await list(ada)).toReversed().filter(({ subjectId }) => subjectId === link.id)
    const app = await test.sql<{ id: string }>('select id from oauth_app where owner_id = ?', [ada.id])
    expect(items.map(({ type, actor }) => [type, actor])).toEqual([
      ['link.created', ada.id],
      ['link.updated', keyId],
      ['link.updated', app[0]?.id],
      ['link.disabled', app[0]?.id],
      ['link.deleted', ada.id],
    ])
    expect(items[1]).toMatchObject({
      severity: 'info',
      source: 'lifecycle',
      subjectType: 'link',
      summary: `Link /${link.shortUrl} ("${title}") was changed: title.`,
      createdAt: test.clock.now().toISOString(),
    })
  })

  it('include those on QR codes, webhooks and API keys', async () => {
    const ada = await test.seed.account()
    const as = { token: ada.token }
    const { json: qr } = await test.rest.post('/v1/dynamic-qr', { title: 'Menu', targetUrl: 'https://example.com' }, as)
    await test.rest.patch(`/v1/dynamic-qr/${qr.id}`, { targetUrl: 'https://example.com/new', color: '#112233' }, as)
    await test.rest.patch(`/v1/dynamic-qr/${qr.id}`, { color: '#112233' }, as)
    await test.rest.delete(`/v1/dynamic-qr/${qr.id}`, as)
    const webhook = await test.seed.webhook(ada)
    await test.rest.patch(`/v1/webhooks/${webhook.id}`, { isActive: false, name: 'Other' }, as)
    await test.rest.post(`/v1/webhooks/${webhook.id}/rotate-secret`, undefined, as)
    await test.rest.delete(`/v1/webhooks/${webhook.id}`, as)
    const { id } = await test.seed.key(ada)
    for (let n = 0; n < 2; n++) await test.rest.delete(`/v1/keys/${id}`, as)
    expect(await typesOf(ada)).toEqual([
      ...['qr.created', 'qr.updated', 'qr.deleted'],
      ...['webhook.created', 'webhook.updated', 'webhook.secret_rotated', 'webhook.deleted'],
      ...['api_key.created', 'api_key.revoked'],
    ])
    const [, changed] = (await list(ada, 'type=webhook.updated')).concat(await list(ada, 'type=qr.updated'))
    expect(changed?.summary).toBe(`QR code /${qr.shortCode} ("Menu") was changed: destination, design.`)
  })

  it('name what was changed in the words of a person', async () => {
    const ada = await test.seed.account()
    const as = { token: ada.token }
    const link = await test.seed.link(ada, { title: 'Spring' })
    const webhook = await test.seed.webhook(ada)
    const newestSummary = async () => (await list(ada))[0]?.summary.replace(/^.*?\) |^Webhook ".*?" /, '')
    for (const [body, expected] of [
      [{ password: 'one two three' }, 'was changed: password added.'],
      [{ password: 'four five six' }, 'was changed: password replaced.'],
      [{ password: null, expiresAt: '2030-01-01T00:00:00Z' }, 'was changed: expiry date, password removed.'],
      [{ originalUrl: 'https://example.com/new', redirectType: 307 }, 'was changed: destination, type of redirect.'],
    ] as const) {
      test.clock.advance({ seconds: 1 })
      expect((await test.rest.patch(`/v1/urls/${link.id}`, body, as)).status).toBe(200)
      expect(await newestSummary()).toBe(expected)
    }
    for (const [body, expected] of [
      [{ isActive: false }, 'was switched off.'],
      [{ isActive: true, linkIds: [link.id] }, 'was changed: links, switched on.'],
    ] as const) {
      test.clock.advance({ seconds: 1 })
      expect((await test.rest.patch(`/v1/webhooks/${webhook.id}`, body, as)).status).toBe(200)
      expect(await newestSummary()).toBe(expected)
    }
  })

  it('are rolled back with their cause', async () => {
    const ada = await test.seed.account()
    const body = { longUrl: 'https://example.com/', customUrl: (await test.seed.link(ada)).shortUrl }
    expect((await test.rest.post('/v1/urls', body, { token: ada.token })).status).toBe(409)
    expect(await typesOf(ada)).toEqual(['link.created'])
  })
})

describe('the activities of the service', () => {
  it('are recorded once without subscribers: expiry, a limit, a block', async () => {
    const [ada, reviewer] = [await test.seed.account(), await admin()]
    const expiresAt = new Date(test.clock.now().getTime() + 3_600_000)
    const expiring = await test.seed.link(ada, { expiresAt })
    const limited = await test.seed.link(ada, { clickLimit: 1 })
    for (let n = 0; n < 3; n++)
      await test.rest.get(`/${limited.shortUrl}`, { headers: { 'user-agent': agents.chrome } })
    test.clock.advance({ hours: 1 })
    const past = await test.seed.link(ada)
    for (let n = 0; n < 2; n++)
      await test.rest.patch(`/v1/urls/${past.id}`, { expiresAt: '2026-01-01T00:00:00Z' }, { token: ada.token })
    const act = (what: string, body?: object) =>
      test.rest.post(`/v1/abuse/reviews/${past.id}/${what}`, body, { token: reviewer.token })
    for (let n = 0; n < 2; n++) await act('block', { reason: 'phishing' })
    await act('unblock', {})
    await until(async () => {
      const recorded = (await list(ada)).filter(({ actor }) => actor === 'system')
      expect(recorded.map(({ type, severity, subjectId }) => `${type} ${severity} ${subjectId}`).toSorted()).toEqual([
        `link.blocked error ${past.id}`,
        `link.expired info ${expiring.id}`,
        `link.limit_reached warning ${limited.id}`,
        `link.unblocked info ${past.id}`,
      ])
    })
    expect((await list(ada, 'type=link.expired')).map(({ subjectId }) => subjectId)).toContain(past.id)
    // Nobody learns who reviews, and a reviewer's own activities are not those of the owner.
    expect(JSON.stringify(await list(ada))).not.toContain(reviewer.id)
    expect(await list(reviewer)).toEqual([])
  })

  it('do not include limits reached by clicks of long ago', async () => {
    const ada = await test.seed.account()
    const { id } = await test.seed.link(ada, { clickLimit: 1 })
    await test.sql('update link set current_clicks = 1 where id = ?', [id])
    const at = new Date(test.clock.now().getTime() - 48 * 3_600_000)
    await test.sql(`insert into click (id, url_id, created_at, trigger, is_bot) values (?, ?, ?, 'link', false)`, [
      ...[newId('clk', at), id, at],
    ])
    // Told in the transaction that sums it up, or not at all.
    await until(async () => expect(await test.sql('select 1 from click_rollup where url_id = ?', [id])).not.toEqual([]))
    expect(await typesOf(ada)).toEqual(['link.created'])
  })

  it('include blocks by the list, for each owner', async () => {
    const [ada, eve, reviewer] = [await test.seed.account(), await test.seed.account(), await admin()]
    const host = `${test.seed.word()}.example`
    const links = [await test.seed.link(ada, { longUrl: `https://${host}/1` })]
    links.push(await test.seed.link(eve, { longUrl: `https://${host}/2` }))
    const as = { token: reviewer.token }
    const { json } = await test.rest.post('/v1/abuse/destinations', { pattern: host, reason: 'malware' }, as)
    await test.rest.delete(`/v1/abuse/destinations/${json.id}`, as)
    for (const account of [ada, eve])
      expect(await typesOf(account)).toEqual(['link.created', 'link.blocked', 'link.unblocked'])
  })
})

describe('a webhook that fails', () => {
  let receiver: Receiver
  beforeAll(async () => {
    receiver = await startReceiver(500)
  })
  afterAll(() => receiver.close())

  it('is recorded at 5, 10 and 15 consecutive failures, for an exhausted delivery, and when it recovers', async () => {
    const ada = await test.seed.account()
    const webhook = await test.seed.webhook(ada, { url: receiver.url })
    const about = async () =>
      (await list(ada)).filter(({ actor }) => actor === 'system').map(({ type, severity }) => `${type} ${severity}`)
    // The state of a webhook that has failed so often, and of a delivery with one attempt left.
    const failed = (count: number) => test.sql('update webhook set failure_count = ? where id = ?', [count, webhook.id])
    const attempted = async () => {
      const [before] = await test.sql<{ n: number }>('select count(*)::int as n from webhook_attempt')
      await test.seed.link(ada)
      await until(async () => {
        const [after] = await test.sql<{ n: number }>('select count(*)::int as n from webhook_attempt')
        expect(after?.n).toBeGreaterThan(before?.n ?? 0)
      })
    }
    for (const count of [4, 5, 9, 14]) {
      await failed(count)
      await attempted()
    }
    expect((await about()).toReversed()).toEqual([
      ...['webhook.failing warning', 'webhook.failing error', 'webhook.failing critical'],
    ])
    await test.sql(
      `update webhook_delivery set attempt = 9, next_attempt_at = ?
        where id = (select max(id) from webhook_delivery where webhook_id = ?)`,
      [test.clock.now(), webhook.id],
    )
    await until(async () => expect((await about())[0]).toBe('webhook.delivery_exhausted error'))
    receiver.answer = 204
    await attempted()
    await attempted()
    expect((await about())[0]).toBe('webhook.recovered info')
    receiver.answer = 410
    await attempted()
    expect((await about())[0]).toBe('webhook.disabled critical')
    expect(await about()).toHaveLength(6)
  })
})
