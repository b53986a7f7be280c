import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { assertEngine } from '../../../src/modules/visits/clicks/store/moving/engine.queries.ts'
import { imported } from '../../imports/seed.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { startClickHouse, type TestClickHouse, withoutClickHouse } from '../../support/clickhouse.ts'
import { liveClient } from '../../support/live.ts'
import { startReceiver } from '../../support/receiver.ts'
import type { SeededAccount, SeededLink } from '../../support/seed.ts'
import { crowd } from '../../support/visitor.ts'
import { idsIn, running } from '../live/subscriptions.ts'

/** How long the machine may take to bring everything in order again. */
const patience = { timeout: 60_000, interval: 200 }

describe.skipIf(withoutClickHouse)('a service with CLICKS_URL', () => {
  let engine: TestClickHouse
  let test: TestApp
  let ada: SeededAccount
  beforeAll(async () => {
    engine = await startClickHouse()
    test = await startApp({ CLICKS_URL: engine.url })
    ada = await test.seed.account()
  }, 120_000)
  afterAll(async () => {
    await test?.close()
    await engine?.close()
  }, 60_000)

  /** Visits by people with different addresses; returns the statuses. */
  async function visit({ shortUrl }: SeededLink, count = 1): Promise<number[]> {
    const path = `/${shortUrl}`
    const answers = await Promise.all(crowd(count).map((options) => test.rest.get(path, options)))
    return answers.map(({ status }) => status)
  }
  const report = ({ id }: SeededLink, query = '') =>
    test.rest.get(`/v1/clicks/analytics/${id}${query}`, { token: ada.token })
  const totals = async (link: SeededLink) => {
    const { totalClicks, uniqueVisitors } = (await report(link)).json
    return { totalClicks, uniqueVisitors }
  }
  const counterOf = async ({ id }: SeededLink) => {
    const [row] = await test.sql<{ clicks: number }>('select current_clicks as clicks from link where id = ?', [id])
    return row?.clicks
  }

  it('counts and lists visits in ClickHouse, and has none in the database', async () => {
    const link = await test.seed.link(ada)
    expect(await visit(link, 3)).toEqual([302, 302, 302])
    expect([await totals(link), await counterOf(link)]).toEqual([{ totalClicks: 3, uniqueVisitors: 3 }, 3])
    expect((await test.rest.get(`/v1/clicks?urlId=${link.id}`, { token: ada.token })).json).toHaveLength(3)
    expect(await test.sql('select * from click')).toEqual([])
  })

  it('grants exactly as many visits as a limit allows, and publishes once that it is reached', async () => {
    const link = await test.seed.link(ada, { clickLimit: 5 })
    const statuses = await visit(link, 20)
    expect(statuses.filter((status) => status === 302)).toHaveLength(5)
    await vi.waitFor(async () => expect((await totals(link)).totalClicks).toBe(5), patience)
    expect(await counterOf(link)).toBe(5)
    expect(await test.sql('select kind from event_link_end where link_id = ?', [link.id])).toHaveLength(1)
  })

  it('redirects while ClickHouse is away, answers reports with 503, and has counted everybody when it is back', async () => {
    const link = await test.seed.link(ada)
    await engine.kill()
    expect(await visit(link, 7)).toEqual(Array(7).fill(302))
    const { status, headers, json } = await report(link)
    expect([status, headers['retry-after'], json.error.code]).toEqual([503, '5', 'UNAVAILABLE'])
    const answer = await test.graph('{ accountAnalytics { totalClicks } }', { token: ada.token })
    expect(answer.errors?.[0]?.extensions).toMatchObject({ code: 'UNAVAILABLE' })
    expect(await test.metrics()).toMatch(/tack_clickhouse_up 0\n/)
    await engine.start()
    await vi.waitFor(async () => expect(await totals(link)).toEqual({ totalClicks: 7, uniqueVisitors: 7 }), patience)
    expect(await counterOf(link)).toBe(7)
  }, 120_000)

  it('forgets the clicks of a deleted link at once, and has them deleted', async () => {
    const link = await test.seed.link(ada)
    await visit(link, 4)
    const all = async () => (await test.rest.get('/v1/clicks/analytics', { token: ada.token })).json.totalClicks
    const before = await all()
    await test.rest.delete(`/v1/urls/${link.id}`, { token: ada.token })
    expect(await all()).toBe(before - 4)
    await test.app.recurringTasks.run('purge clicks')
    expect(await test.sql('select * from click_deletion')).toEqual([])
  })

  it('sends a click to a webhook and to a live subscription, each once', async () => {
    const receiver = await startReceiver()
    const client = await liveClient(test.app.server, { token: ada.token })
    const link = await test.seed.link(ada)
    await test.seed.webhook(ada, { url: receiver.url, events: ['link.clicked'] })
    const subscription = client.subscribe(
      'subscription ($urlId: ID!) { clickRecorded(urlId: $urlId) { id urlId browser country } }',
      { urlId: link.id },
    )
    await running(test, subscription, link)
    await visit(link, 10)
    const stored = async () => {
      const { json } = await test.rest.get(`/v1/clicks?urlId=${link.id}&limit=100`, { token: ada.token })
      return json.map(({ id }: { id: string }) => id).toSorted()
    }
    await vi.waitFor(async () => expect((await stored()).length).toBeGreaterThan(10), patience)
    const all = await stored()
    const sent = () => receiver.received.map(({ json }) => json.data.click?.id).toSorted()
    await vi.waitFor(() => expect(sent()).toEqual(all), patience)
    // Those before the subscription was running may be missing.
    await vi.waitFor(() => expect(idsIn(subscription)).toContain(all.at(-1)), patience)
    const live = idsIn(subscription)
    expect(live.length).toBeGreaterThan(10)
    expect([new Set(live).size, live.filter((id) => !all.includes(id))]).toEqual([live.length, []])
    expect(subscription.events.at(-1)?.data.clickRecorded).toMatchObject({ urlId: link.id, country: 'Unknown' })
    await client.close()
    await receiver.close()
  }, 120_000)

  it('counts the clicks of a link that moves in the workspace that it has then', async () => {
    const eve = await test.seed.account()
    const link = await test.seed.link(ada)
    await visit(link, 2)
    const allOf = async ({ token }: SeededAccount) =>
      (await test.rest.get('/v1/clicks/analytics', { token })).json.totalClicks
    const before = await allOf(ada)
    await test.sql('update link set workspace_id = ? where id = ?', [eve.workspaceId, link.id])
    expect([await allOf(ada), await allOf(eve)]).toEqual([before - 2, 2])
    expect((await report(link)).status).toBe(404)
  })

  it('adds past clicks once, however often they are imported', async () => {
    const code = test.seed.word()
    const link = await test.seed.link(ada, { customUrl: code })
    const content = (await readFile('test/imports/samples/yourls-log.csv', 'utf8')).replaceAll('hello', code)
    const first = await imported(test, ada, { source: 'yourls', content })
    expect(first).toMatchObject({ state: 'completed', created: 2, skipped: 0, failed: 0 })
    const second = await imported(test, ada, { source: 'yourls', content })
    expect(second).toMatchObject({ state: 'completed', created: 0, skipped: 2 })
    expect([(await totals(link)).totalClicks, await counterOf(link)]).toEqual([2, 2])
  }, 60_000)

  it('does not start without CLICKS_URL, and says how to have the clicks in PostgreSQL', async () => {
    const em = test.app.database.orm.em.fork()
    await expect(assertEngine(em, false)).rejects.toThrow(/CLICKS_URL is missing.*clicks move postgresql/)
    await expect(assertEngine(em, true)).resolves.toBeUndefined()
  })

  it('sorts links by their clicks', async () => {
    const links = [await test.seed.link(ada), await test.seed.link(ada)]
    for (const [index, link] of links.entries()) await visit(link, 100 + index)
    await vi.waitFor(async () => expect(await Promise.all(links.map(counterOf))).toEqual([100, 101]), patience)
    const sorted = await test.graph('{ urls(sort: CLICKS_DESC, first: 2) { edges { node { id } } } }', {
      token: ada.token,
    })
    const ids = sorted.data.urls.edges.map(({ node }: { node: { id: string } }) => node.id)
    expect(ids).toEqual(links.map(({ id }) => id).toReversed())
  })
})
