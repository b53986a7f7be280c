import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { newId } from '../../src/platform/shared/ids.ts'
import { adminOf, Desk } from '../abuse/answers.ts'
import { Owner, until } from '../link-health/owner.ts'
import { type Site, type Sites, startSites } from '../link-health/sites.ts'
import { emptiedApp, type TestApp } from '../support/app.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import type { RestAnswer } from '../support/rest.ts'
import type { SeededLink } from '../support/seed.ts'
import { readCommandCenter } from './command-center-client.ts'

/**
 * An owner in trouble who does what the command center recommends, and nothing else, until it recommends nothing and has
 * no alert. Whatever an owner does besides the recommended request, its title says.
 */
let test: TestApp
let sites: Sites
let receiver: Receiver
let owner: Owner
let desk: Desk
let broken: Site
beforeAll(async () => {
  // Checks of other files' links would come first.
  test = await emptiedApp({ ALLOW_PRIVATE_DESTINATIONS: 'true' })
  sites = await startSites()
  receiver = await startReceiver(500)
  desk = new Desk(test, await adminOf(test))
})
afterAll(async () => {
  await receiver.close()
  await sites.close()
  await test.close()
})
beforeEach(async () => {
  owner = new Owner(test, await test.seed.account())
  receiver.answer = 500
  receiver.received.splice(0)
  broken = sites.open(503)
})

interface Recommendation {
  readonly id: string
  readonly kind: string
  readonly title: string
  readonly action: { readonly method: 'POST' | 'PATCH' | 'DELETE'; readonly path: string }
}

const view = () => readCommandCenter(test, owner.account)
const hoursAgo = (hours: number) => new Date(test.clock.now().getTime() - hours * 3_600_000)

/** What the owner does outside of the service, as the title says, and what the request says. */
const preparations: Readonly<Record<string, (title: string) => object | undefined>> = {
  fix_endpoint: (title) => fixReceiver(title, 'then send a test event'),
  enable_endpoint: (title) => ({ ...fixReceiver(title, 'then switch the webhook on again'), isActive: true }),
  redeliver_events: () => ({}),
  rotate_key: () => {
    test.clock.advance({ seconds: 1 })
    return { name: 'replacement' }
  },
  revoke_key: () => undefined,
  add_expired_url: () => ({ expiredUrl: 'https://example.com/over' }),
  replace_destination: () => ({ originalUrl: sites.open(200).url }),
  check_destination: (title) => {
    expect(title).toMatch(/^Repair the destination .* then request a check$/)
    broken.answer = 200
    return {}
  },
  appeal_block: () => ({ message: 'The page was cleaned.' }),
  add_password: () => ({ password: 'only for friends' }),
  acknowledge_anomaly: () => ({}),
}

function fixReceiver(title: string, rest: string): object {
  expect(title).toContain('Fix the endpoint')
  expect(title).toContain(rest)
  receiver.answer = 204
  return {}
}

const methods = {
  POST: (path: string, body: object | undefined) => test.rest.post(path, body, owner.credentials),
  PATCH: (path: string, body: object | undefined) => test.rest.patch(path, body ?? {}, owner.credentials),
  DELETE: (path: string) => test.rest.delete(path, owner.credentials),
}

async function follow({ id, kind, title, action }: Recommendation): Promise<void> {
  const body = preparations[kind]?.(title)
  const answer: RestAnswer = await methods[action.method](`/v1${action.path}`, body)
  expect(answer.status, `${kind}: ${JSON.stringify(answer.json)}`).toBeLessThan(300)
  if (kind === 'appeal_block') await desk.decide(id.split(':')[1] ?? '', 'unblock')
  // The next request to a host is made 10 seconds after the one before.
  test.clock.advance({ seconds: 11 })
}

/** Follows the first recommendation until there is none. Returns the kinds of those that were followed. */
async function followAll(): Promise<string[]> {
  const followed: string[] = []
  for (let [first]: Recommendation[] = (await view()).recommendations; first; ) {
    const { id, kind } = first
    await follow(first)
    followed.push(kind)
    const remaining = await until(async () => {
      const { recommendations } = await view()
      expect(recommendations.map((each: Recommendation) => each.id)).not.toContain(id)
      return recommendations
    })
    ;[first] = remaining as unknown as Recommendation[]
    if (followed.length > 5) throw new Error(`The advice goes round in circles: ${followed.join(', ')}.`)
  }
  const { alerts, recommendations, summary } = await view()
  expect([alerts, recommendations, summary.alerts]).toEqual([[], [], 0])
  return followed
}

const createWebhook = async () =>
  (await test.seed.webhook(owner.account, { url: receiver.url, events: ['link.deleted'] })).id

/** Inserts events that did not arrive: their deliveries wait, or were given up. */
async function insertFailed(webhookId: string, count: number, state: 'failed' | 'exhausted'): Promise<void> {
  for (let n = 0; n < count; n++) {
    const at = hoursAgo(48)
    const eventId = newId('evt', at)
    await test.sql(
      `insert into event (id, kind, workspace_id, payload, created_at) values (?, 'link.deleted', ?, '{}', ?)`,
      [eventId, owner.account.workspaceId, at],
    )
    await test.sql(
      `insert into webhook_delivery (id, webhook_id, event_id, state, attempt, created_at, settled_at, next_attempt_at, duration_ms)
       values (?, ?, ?, ?, 8, ?, ?, ?, 10)`,
      [
        ...[newId('dlv', at), webhookId, eventId, state, at],
        ...(state === 'failed' ? [null, hoursAgo(-10)] : [hoursAgo(1), null]),
      ],
    )
  }
}

const setFailing = (id: string) =>
  test.sql(
    `update webhook set failure_count = 15, failing_since = ?, last_failure_at = ?, last_error = 'answered 500' where id = ?`,
    [hoursAgo(48), hoursAgo(1), id],
  )

const updateLink = (id: string, column: string, value: unknown) =>
  test.sql(`update link set ${column} = ? where id = ?`, [value, id])

/** Creates a link whose second check in a row has failed with this status, or without one. */
async function createUnreachableLink(status: number | null, error: string): Promise<void> {
  const { id } = await owner.createUnreachableLink(broken)
  await test.sql('update link_health set last_status = ?, last_error = ? where link_id = ?', [status, error, id])
}

async function insertAnomaly(link: SeededLink, kind: string): Promise<void> {
  const now = test.clock.now()
  await test.sql(
    `insert into anomaly (id, workspace_id, url_id, kind, severity, observed, expected, score, level, window_start,
                          window_end, status, detected_at)
     values (?, ?, ?, ?, 'error', 240, 60.5, 7.5, 1, ?, ?, 'open', ?)`,
    [newId('anm', now), owner.account.workspaceId, link.id, kind, hoursAgo(1), now, now],
  )
}

it('fixes a failing endpoint with waiting and missed events', async () => {
  const id = await createWebhook()
  await setFailing(id)
  await insertFailed(id, 4, 'failed')
  await insertFailed(id, 3, 'exhausted')
  expect((await view()).alerts).toMatchObject([{ kind: 'webhook_failing' }])
  expect(await followAll()).toEqual(['fix_endpoint', 'redeliver_events'])
  await until(() => expect(receiver.received).toHaveLength(8))
})

it('fixes an endpoint whose webhook the service disabled', async () => {
  const id = await createWebhook()
  await setFailing(id)
  await insertFailed(id, 2, 'failed')
  await insertFailed(id, 3, 'exhausted')
  await test.sql(`update webhook set is_active = false, disabled_at = ?, disabled_reason = 'gone' where id = ?`, [
    hoursAgo(1),
    id,
  ])
  expect((await view()).alerts).toMatchObject([{ kind: 'webhook_disabled' }])
  expect(await followAll()).toEqual(['enable_endpoint', 'redeliver_events'])
  await until(() => expect(receiver.received).toHaveLength(5))
})

it('replaces an API key that is in use, and revokes the old one', async () => {
  const key = await test.seed.key(owner.account, { expiresInDays: 5 })
  await test.sql('update api_key set last_used_at = created_at where id = ?', [key.id])
  expect((await view()).alerts).toMatchObject([{ kind: 'key_expiring' }])
  expect(await followAll()).toEqual(['rotate_key', 'revoke_key'])
})

it.each([
  ['has expired', 0],
  ['expires soon and is not in use', -48],
])('revokes an API key that %s', async (_case, hours) => {
  const key = await test.seed.key(owner.account)
  await test.sql('update api_key set created_at = ?, expires_at = ? where id = ?', [
    hoursAgo(30 * 24),
    hoursAgo(hours),
    key.id,
  ])
  expect((await view()).alerts).toMatchObject([{ kind: 'key_expiring' }])
  expect(await followAll()).toEqual(['revoke_key'])
})

it('does not revoke an API key that is used although there is a newer one', async () => {
  const key = await test.seed.key(owner.account, { expiresInDays: 5 })
  await test.seed.key(owner.account)
  await test.sql('update api_key set last_used_at = ? where id = ?', [hoursAgo(-0.1), key.id])
  expect((await view()).recommendations).toMatchObject([{ kind: 'rotate_key', impact: 'high' }])
})

it('gives an expired link an address for its visitors', async () => {
  const { id } = await test.seed.link(owner.account)
  await updateLink(id, 'expires_at', test.clock.now())
  await test.sql(
    `insert into click_rollup (url_id, span, starts_at, dimension, value, clicks, bot_clicks, visitors)
     values (?, 'hour', ?, 'total', '', 120, 0, 9)`,
    [id, hoursAgo(3)],
  )
  expect(await followAll()).toEqual(['add_expired_url'])
})

it('replaces a destination that does not exist any more', async () => {
  await createUnreachableLink(404, 'answered 404')
  expect((await view()).alerts).toMatchObject([{ kind: 'link_unreachable' }])
  expect(await followAll()).toEqual(['replace_destination'])
})

it.each([
  [503, 'answered 503', 'its server answers 503'],
  [null, 'timeout', 'timeout'],
  [null, 'getaddrinfo ENOTFOUND shop.example', 'getaddrinfo ENOTFOUND shop.example'],
  [null, 'certificate has expired', 'certificate has expired'],
])('repairs a destination that fails with %s and %s', async (status, error, reason) => {
  await createUnreachableLink(status, error)
  const { alerts, recommendations } = await view()
  expect(alerts).toMatchObject([{ kind: 'link_unreachable' }])
  expect(recommendations).toMatchObject([
    { kind: 'check_destination', reason: `Visitors cannot reach the destination: ${reason}.` },
  ])
  expect(await followAll()).toEqual(['check_destination'])
})

it('appeals against a block, and waits for the decision', async () => {
  const { id } = await test.seed.link(owner.account)
  await desk.decide(id, 'block', { reason: 'phishing' })
  const { alerts, recommendations } = await view()
  expect(alerts).toMatchObject([{ kind: 'destination_flagged' }])
  expect(recommendations).toMatchObject([{ kind: 'appeal_block', action: { path: `/urls/${id}/appeal` } }])
  await test.rest.post(`/v1/urls/${id}/appeal`, { message: 'The page was cleaned.' }, owner.credentials)
  expect((await view()).recommendations).toEqual([])
  await desk.decide(id, 'dismiss')
  // The link is still blocked, and no appeal waits.
  expect((await view()).recommendations).toMatchObject([{ kind: 'appeal_block' }])
  expect(await followAll()).toEqual(['appeal_block'])
})

it.each([
  ['bot_surge', { clickLimit: 500 }, 'meant for 500 clicks, and many bots open it'],
  ['country_shift', { expiresAt: '2097-01-01T00:00:00Z' }, 'until 2097-01-01, and many visitors from other countries'],
])('protects a link for few with a password after a %s', async (kind, limit, reason) => {
  const link = await test.seed.link(owner.account, limit)
  await insertAnomaly(link, kind)
  expect((await view()).recommendations).toMatchObject([
    { kind: 'add_password', reason: expect.stringContaining(reason) },
    { kind: 'acknowledge_anomaly' },
  ])
  expect(await followAll()).toEqual(['add_password', 'acknowledge_anomaly'])
})

it('acknowledges an anomaly of a link for everybody, which needs no password', async () => {
  await insertAnomaly(await test.seed.link(owner.account), 'bot_surge')
  expect(await followAll()).toEqual(['acknowledge_anomaly'])
})

it('has a case above for every kind of recommendation', async () => {
  const { data } = await test.graph('{ __type(name: "RecommendationKind") { enumValues { name } } }')
  const kinds = data.__type.enumValues.map(({ name }: { name: string }) => name.toLowerCase())
  expect(Object.keys(preparations).toSorted()).toEqual(kinds.toSorted())
})
