import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Scope } from '../../src/platform/auth/scopes.ts'
import { eventScopes, type SubscribableEventKind } from '../../src/platform/events/domain-events.ts'
import { anomalyOf } from '../contract/anomalies.ts'
import { openToAnyone, tokenWith } from '../contract/anyone.ts'
import { sentTo, webhookOf } from '../contract/webhooks.ts'
import { expectError } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { GraphAnswer } from '../support/graph.ts'
import { liveClient } from '../support/live.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'

let test: TestApp
let anyone: TestApp
let ada: SeededAccount
let link: SeededLink
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  anyone = await openToAnyone(test, ada)
  link = await test.seed.link(ada, { password: 'only for friends' })
})
afterAll(async () => {
  await anyone.close()
  await test.close()
})

const actor = () => ({ test, account: ada, word: () => test.seed.word() })
const profile = tokenWith('oauth', 'read:profile')
const profileAnd = (scope: Scope) => tokenWith('oauth', 'read:profile', scope)
/** In the order of the paths: on a server the fields may end in any order. */
const errorsByPath = ({ errors }: GraphAnswer) =>
  errors
    ?.map(({ path, extensions }) => [path?.join('.'), extensions.code, extensions.details?.[0]] as const)
    .toSorted(([one = ''], [other = '']) => one.localeCompare(other))
const missing = (requiredScope: Scope) => ({ field: 'scope', issue: 'is missing from the token', requiredScope })

describe('the payload of an event', () => {
  const walk = '{ webhooks { id deliveries(first: 1) { nodes { id eventType event { type payload } } } } }'

  it('returns 403 at its path to a token without the scope of its data, and its delivery', async () => {
    const { id } = await sentTo(actor(), 'link.clicked')
    const answer = await anyone.graph(walk, { token: profile })
    const path = 'webhooks.0.deliveries.nodes.0.event'
    expect(errorsByPath(answer)).toEqual([[path, 'INSUFFICIENT_SCOPE', missing('read:analytics')]])
    expect(answer.data.webhooks[0].deliveries.nodes).toEqual([{ id, eventType: 'LINK_CLICKED', event: null }])
  })

  it.each(Object.entries(eventScopes))('of %s is read with read:profile and %s', async (kind, scope) => {
    const { eventId } = await sentTo(actor(), kind)
    const document = `{ webhookEvent(id: "${eventId}") { payload } node(id: "${eventId}") { id } }`
    const answer = await anyone.graph(document, { token: profileAnd(scope) })
    expect(answer).toEqual({ data: { webhookEvent: { payload: '{}' }, node: { id: eventId } } })
    if (scope === 'read:profile') return
    const refused = await anyone.graph(document, { token: profile })
    expect(refused.data).toEqual({ webhookEvent: null, node: null })
    expect(errorsByPath(refused)).toEqual([
      ['node', 'INSUFFICIENT_SCOPE', missing(scope)],
      ['webhookEvent', 'INSUFFICIENT_SCOPE', missing(scope)],
    ])
  })

  it('returns 403 in the delivery that a token sends again', async () => {
    const { id } = await sentTo(actor())
    const document = `mutation { redeliverWebhook(id: "${id}") { id event { payload } } }`
    const answer = await anyone.graph(document, { token: tokenWith('oauth', 'write:profile') })
    expect(errorsByPath(answer)).toEqual([['redeliverWebhook.event', 'INSUFFICIENT_SCOPE', missing('read:links')]])
    expect(answer.data.redeliverWebhook.id).toMatch(/^dlv_/)
  })
})

describe('a webhook', () => {
  const create = (events: SubscribableEventKind[], token: string) =>
    anyone.rest.post(
      '/v1/webhooks',
      { name: 'Theirs', url: `https://hooks.example.com/${test.seed.word()}`, events },
      { token },
    )
  const writer = (scope: Scope) => tokenWith('oauth', 'write:profile', scope)

  it('returns 403 to a token that creates one for events that it may not read', async () => {
    const answer = await create(['link.created', 'link.clicked'], writer('read:links'))
    expectError(answer, 403, 'INSUFFICIENT_SCOPE', ['scope'])
    expect(answer.json.error.details).toEqual([missing('read:analytics')])
    await test.sql('delete from webhook where workspace_id = ?', [ada.workspaceId])
    expect((await create(['link.created'], writer('read:links'))).status).toBe(201)
  })

  it('returns 403 to a token that changes one which gets such events', async () => {
    const { id } = await webhookOf(actor())
    const change = (body: object, scope: Scope) =>
      anyone.rest.patch(`/v1/webhooks/${id}`, body, { token: writer(scope) })
    expectError(await change({ events: ['qr.scanned'] }, 'read:links'), 403, 'INSUFFICIENT_SCOPE', ['scope'])
    const move = { url: `https://hooks.example.com/${test.seed.word()}` }
    expectError(await change(move, 'read:analytics'), 403, 'INSUFFICIENT_SCOPE', ['scope'])
    expect((await change(move, 'read:links')).status).toBe(200)
  })
})

describe('activities', () => {
  const typesOf = ({ json }: { json: { type: string }[] }) => [...new Set(json.map(({ type }) => type))].toSorted()

  it('leaves out those that the token may not read, in the list and in its totals', async () => {
    await test.seed.key(ada)
    await anomalyOf(actor())
    const all = await test.rest.get('/v1/activity?limit=100', { token: ada.token })
    expect(typesOf(all)).toContain('link.created')
    const own = await anyone.rest.get('/v1/activity?limit=100', { token: profile })
    expect(typesOf(own).filter((type) => !/^(webhook|api_key)\./.test(type))).toEqual([])
    expect(own.headers['x-total-count']).toBe(String(own.json.length))
    const document = '{ activities(first: 100) { totalCount nodes { type } edges { node { type } } } }'
    const { data, errors } = await anyone.graph(document, { token: profile })
    expect(errors).toBeUndefined()
    expect(data.activities).toMatchObject({ totalCount: own.json.length, nodes: { length: own.json.length } })
    const links = await anyone.rest.get('/v1/activity?type=link.created', { token: profile })
    expect([links.json, links.headers['x-total-count']]).toEqual([[], '0'])
    expect(
      (await anyone.rest.get('/v1/activity?type=link.created', { token: profileAnd('read:links') })).json,
    ).not.toEqual([])
  })

  it('returns 403 for one by its id, and null for nothing else', async () => {
    const [activity] = (await test.rest.get(`/v1/activity?type=link.created`, { token: ada.token })).json
    const document = `{ activity(id: "${activity.id}") { summary } node(id: "${activity.id}") { id } }`
    const answer = await anyone.graph(document, { token: profile })
    expect(answer.data).toEqual({ activity: null, node: null })
    expect(errorsByPath(answer)?.map(([path, code]) => [path, code])).toEqual([
      ['activity', 'INSUFFICIENT_SCOPE'],
      ['node', 'INSUFFICIENT_SCOPE'],
    ])
    expect((await anyone.graph(document, { token: profileAnd('read:links') })).errors).toBeUndefined()
  })

  it('sends to a subscription only those that the token may read', async () => {
    const client = await liveClient(anyone.app.server, { token: profile })
    const received = client.subscribe('subscription { activityRecorded { type } }')
    const types = () => received.events.map(({ data }) => data.activityRecorded.type)
    await vi.waitFor(
      async () => {
        await test.seed.link(ada)
        await test.seed.key(ada)
        expect(received.errors).toBeUndefined()
        expect(types().length).toBeGreaterThan(2)
      },
      { timeout: 20_000, interval: 300 },
    )
    expect(types().filter((type) => !/^(API_KEY|WEBHOOK)_/.test(type))).toEqual([])
    expect(received.events.filter(({ errors }) => errors)).toEqual([])
    await client.close()
  })
})

describe('the command center', () => {
  it('holds only what the token may read, over REST and GraphQL', async () => {
    await anomalyOf(actor())
    await test.sql(`update link set blocked_at = now(), blocked_reason = 'spam' where id = ?`, [link.id])
    const path = '/v1/integrations/command-center'
    const all = await test.rest.get(path, { token: ada.token })
    expect(all.text).toContain(link.id)
    const { status, text, json } = await anyone.rest.get(`${path}?limit=100`, { token: profile })
    expect(status).toBe(200)
    expect(text).not.toMatch(/lnk_|anm_|evt_|CLICK_INGEST|click_ingest|link_health/)
    expect(json.summary).toMatchObject({ anomalies: 0, alerts: json.alerts.length })
    const { headers } = await anyone.rest.get('/v1/activity?limit=1', { token: profile })
    expect(json.recentActivity.total).toBe(Number(headers['x-total-count']))
    const summary = await anyone.rest.get(`${path}/summary`, { token: profile })
    expect(summary.json).toEqual(json.summary)
    const document =
      '{ commandCenter { anomalies { id } alerts { kind } sla { metric } activities { nodes { type } } } }'
    const answer = await anyone.graph(document, { token: profile })
    expect(answer.errors).toBeUndefined()
    expect(answer.data.commandCenter).toMatchObject({ anomalies: [] })
    const withLinks = await anyone.rest.get(path, { token: profileAnd('read:links') })
    expect(withLinks.json.alerts.map(({ subjectId }: { subjectId: string }) => subjectId)).toContain(link.id)
    const withClicks = await anyone.rest.get(path, { token: profileAnd('read:analytics') })
    expect(withClicks.json.summary.anomalies).toBe(all.json.summary.anomalies)
    expect(all.json.summary.anomalies).toBeGreaterThan(0)
  })
})
