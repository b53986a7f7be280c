import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'
import { currentHour, finishHour, seedClickHistory, seedClicks } from './click-seeds.ts'

let test: TestApp
let ada: SeededAccount
let receiver: Receiver
const links = {} as Record<'spiking' | 'silent' | 'crawled' | 'abroad' | 'quiet' | 'off' | 'young', SeededLink>
let began: Date
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  receiver = await startReceiver()
  await test.seed.webhook(ada, { url: receiver.url, events: ['anomaly.detected'] })
  // Every hour after the first evaluated one is evaluated.
  await finishHour(test)
  began = currentHour(test)
  for (const name of ['spiking', 'silent', 'crawled', 'abroad', 'quiet', 'off', 'young'] as const) {
    links[name] = await test.seed.link(ada)
    const isAbroad = name === 'abroad'
    if (name !== 'young')
      await seedClickHistory(test, links[name], { clicks: 60, robots: 3, ...(isAbroad && { country: 'DE' }) })
  }
  await test.rest.patch(`/v1/urls/${links.off.id}`, { isActive: false }, as())
  await seedClicks(test, links.spiking, 240)
  await seedClicks(test, links.silent, 2)
  await seedClicks(test, links.crawled, 61)
  await seedClicks(test, links.crawled, 90, { robots: true })
  await seedClicks(test, links.abroad, 12, { country: 'DE' })
  await seedClicks(test, links.abroad, 50, { country: 'BR' })
  await seedClicks(test, links.quiet, 64)
  await seedClicks(test, links.young, 400)
  await finishHour(test)
})
afterAll(async () => {
  await test.close()
  await receiver.close()
})

const as = () => ({ token: ada.token })
const hours = (n: number) => new Date(began.getTime() + n * 3_600_000).toISOString()
const list = async (query = '') => (await test.rest.get(`/v1/anomalies${query}`, as())).json
const ofLink = async ({ id }: SeededLink, query = '') => list(`?urlId=${id}${query}`)

describe('an unusual hour', () => {
  it('with many more clicks than usual is a spike, with the observed and the expected count', async () => {
    const [spike, ...others] = await ofLink(links.spiking)
    expect(others).toEqual([])
    expect(spike).toMatchObject({
      urlId: links.spiking.id,
      shortUrl: links.spiking.shortUrl,
      kind: 'spike',
      severity: 'critical',
      observed: 240,
      country: null,
      status: 'open',
      windowStart: hours(0),
      windowEnd: hours(1),
      isEarly: false,
      detectedAt: test.clock.now().toISOString(),
      acknowledgedAt: null,
      resolvedAt: null,
    })
    expect(spike.expected).toBeGreaterThan(55)
    expect(spike.expected).toBeLessThan(70)
    expect(spike.score).toBeGreaterThan(10)
  })

  it('is a drop with far fewer clicks, a bot surge with many bots, a country shift with other countries', async () => {
    expect(await ofLink(links.silent)).toMatchObject([{ kind: 'drop', observed: 2 }])
    expect((await ofLink(links.silent))[0].score).toBeLessThan(-3.5)
    expect(await ofLink(links.crawled)).toMatchObject([{ kind: 'bot_surge', observed: 90 }])
    expect(await ofLink(links.abroad)).toMatchObject([
      { kind: 'country_shift', country: 'BR', observed: 50, expected: 0 },
    ])
  })

  it('is no anomaly for a normal hour, an inactive link or a new link', async () => {
    for (const name of ['quiet', 'off', 'young'] as const) expect(await ofLink(links[name]), name).toEqual([])
  })

  it('is sent to webhooks and recorded as an activity', async () => {
    await vi.waitFor(() => expect(receiver.received).toHaveLength(4), 20_000)
    const event = receiver.received.map(({ json }) => json).find(({ data }) => data.anomaly?.kind === 'spike')
    const [spike] = await ofLink(links.spiking)
    const { urlId: linkId, shortUrl: code, status, detectedAt, acknowledgedAt, resolvedAt, ...facts } = spike
    expect(event).toMatchObject({ type: 'anomaly.detected', data: { anomaly: { linkId, code, ...facts } } })
    const activities = await test.sql(
      `select type, actor, source, severity, subject_type from activity where subject_id = ? and type like 'anomaly.%'`,
      [links.spiking.id],
    )
    expect(activities).toEqual([
      { type: 'anomaly.detected', actor: 'system', source: 'clicks', severity: 'critical', subject_type: 'link' },
    ])
  })

  it('is in the list of its link, read and counted for all links of a page in one statement each', async () => {
    test.statements.splice(0)
    const document = '{ urls(first: 10) { nodes { id anomalies(first: 2) { totalCount nodes { kind status } } } } }'
    const { data } = await test.graph(document, as())
    const nodes: { id: string; anomalies: unknown }[] = data.urls.nodes
    const anomaliesOf = (link: SeededLink) => nodes.find(({ id }) => id === link.id)?.anomalies
    expect(anomaliesOf(links.silent)).toEqual({ totalCount: 1, nodes: [{ kind: 'DROP', status: 'OPEN' }] })
    expect(anomaliesOf(links.quiet)).toEqual({ totalCount: 0, nodes: [] })
    expect(test.statements.filter((sql) => sql.includes('from "anomaly"'))).toHaveLength(2)
  })
})

describe('the list', () => {
  it('is filtered by kind, status, severity and link, and paged', async () => {
    expect((await list()).length).toBe(4)
    expect(await list('?kind=drop')).toMatchObject([{ urlId: links.silent.id }])
    expect(await list('?status=resolved')).toEqual([])
    const critical: { severity: string }[] = await list('?severity=critical')
    expect(critical.length).toBeGreaterThan(0)
    expect(critical.every(({ severity }) => severity === 'critical')).toBe(true)
    const page = await test.rest.get('/v1/anomalies?limit=3&page=2', as())
    expect(page.json).toHaveLength(1)
    expect(page.headers['x-total-count']).toBe('4')
  })

  it("omits another account's anomalies, and every operation on them returns 404", async () => {
    const eve = { token: (await test.seed.account()).token }
    const [{ id }] = await ofLink(links.silent)
    expect((await test.rest.get(`/v1/anomalies?urlId=${links.silent.id}`, eve)).json).toEqual([])
    for (const act of ['', '/acknowledge', '/resolve']) {
      const answer = await test.rest.send(act ? 'POST' : 'GET', `/v1/anomalies/${id}${act}`, eve)
      expect(answer).toMatchObject({ status: 404, json: { error: { code: 'ANOMALY_NOT_FOUND' } } })
    }
    expect(await ofLink(links.silent)).toMatchObject([{ status: 'open' }])
  })
})

describe('the owner', () => {
  it('acknowledges and resolves an anomaly; a repeated request changes nothing', async () => {
    const [{ id }] = await ofLink(links.silent)
    const act = async (action: string) => (await test.rest.post(`/v1/anomalies/${id}/${action}`, undefined, as())).json
    const acknowledged = await act('acknowledge')
    expect(acknowledged).toMatchObject({ id, status: 'acknowledged', acknowledgedAt: test.clock.now().toISOString() })
    test.clock.advance({ seconds: 1 })
    expect(await act('acknowledge')).toEqual(acknowledged)
    const resolved = await act('resolve')
    expect(resolved).toMatchObject({ status: 'resolved', resolvedAt: test.clock.now().toISOString() })
    test.clock.advance({ seconds: 1 })
    for (const action of ['resolve', 'acknowledge']) expect(await act(action)).toEqual(resolved)
  })

  it('acknowledges an anomaly by several requests at once, and one activity is recorded', async () => {
    const [{ id }] = await ofLink(links.crawled)
    const requests = Array.from({ length: 5 }, () => test.rest.post(`/v1/anomalies/${id}/acknowledge`, undefined, as()))
    for (const { status, json } of await Promise.all(requests))
      expect([status, json.status]).toEqual([200, 'acknowledged'])
    const activities = await test.sql(`select 1 from activity where subject_id = ? and type = 'anomaly.acknowledged'`, [
      links.crawled.id,
    ])
    expect(activities).toHaveLength(1)
  })
})

describe('the next hours', () => {
  it('prolong an ongoing anomaly and record its worst hour', async () => {
    await seedClicks(test, links.spiking, 500)
    await seedClicks(test, links.silent, 1)
    await seedClicks(test, links.crawled, 61)
    await seedClicks(test, links.abroad, 60, { country: 'DE' })
    await seedClicks(test, links.quiet, 63)
    await finishHour(test)
    expect(await ofLink(links.spiking)).toMatchObject([
      { kind: 'spike', status: 'open', observed: 500, windowStart: hours(0), windowEnd: hours(2) },
    ])
    expect(await ofLink(links.silent)).toMatchObject([{ status: 'resolved', windowEnd: hours(2) }])
    expect(await list('?status=open')).toHaveLength(1)
  })

  it('resolve it when the clicks are back to normal', async () => {
    const resolved = { status: 'resolved', windowEnd: hours(1), resolvedAt: hours(2.05) }
    expect(await ofLink(links.crawled)).toMatchObject([resolved])
    expect(await ofLink(links.abroad)).toMatchObject([resolved])
    const activities = await test.sql(
      `select type from activity where subject_id = ? and type like 'anomaly.%' order by created_at`,
      [links.abroad.id],
    )
    expect(activities).toEqual([{ type: 'anomaly.detected' }, { type: 'anomaly.resolved' }])
  })

  it('resolve it when the link is deactivated, and delete it with the link', async () => {
    await seedClicks(test, links.spiking, 400)
    await seedClicks(test, links.silent, 60)
    await test.rest.patch(`/v1/urls/${links.spiking.id}`, { isActive: false }, as())
    await finishHour(test)
    expect(await ofLink(links.spiking)).toMatchObject([{ status: 'resolved', windowEnd: hours(2) }])
    const [{ id }] = await ofLink(links.spiking)
    await test.rest.delete(`/v1/urls/${links.spiking.id}`, as())
    expect((await test.rest.get(`/v1/anomalies/${id}`, as())).status).toBe(404)
  })

  it('open another anomaly after the resolved one was cleared', async () => {
    await seedClicks(test, links.silent, 0)
    await finishHour(test)
    const found = await ofLink(links.silent)
    expect(found).toMatchObject([{ kind: 'drop', status: 'open', windowStart: hours(3) }, { status: 'resolved' }])
  })
})

describe('a link that has been clicked for less than 15 days', () => {
  it('has no anomaly in its first days, then warnings that say they are early', async () => {
    const created: SeededLink[] = []
    for (const days of [2, 9]) {
      const link = await test.seed.link(ada)
      await seedClickHistory(test, link, { clicks: 60, days })
      await seedClicks(test, link, 900)
      created.push(link)
    }
    await finishHour(test)
    const [twoDays, nineDays] = await Promise.all(created.map((link) => ofLink(link)))
    expect(twoDays).toEqual([])
    expect(nineDays).toMatchObject([{ kind: 'spike', severity: 'warning', isEarly: true, observed: 900 }])
    expect(nineDays[0].score).toBeGreaterThan(10)
    await expect
      .poll(() => receiver.received.map(({ json }) => json.data.anomaly).find((each) => each?.id === nineDays[0].id))
      .toMatchObject({ severity: 'warning', isEarly: true })
  })

  it('has an anomaly that is no longer early when its worst hour is after them', async () => {
    const link = await test.seed.link(ada)
    // The next hour is the first that is compared with two weeks.
    await seedClickHistory(test, link, { clicks: 60, days: 15 })
    await test.sql(
      `delete from click_rollup where url_id = ? and starts_at = (select min(starts_at) from click_rollup where url_id = ?)`,
      [link.id, link.id],
    )
    await seedClicks(test, link, 300)
    await seedClicks(test, link, 900, { later: 1 })
    await finishHour(test)
    expect(await ofLink(link)).toMatchObject([{ severity: 'warning', isEarly: true, observed: 300 }])
    await finishHour(test)
    expect(await ofLink(link)).toMatchObject([{ severity: 'critical', isEarly: false, observed: 900 }])
  })
})
