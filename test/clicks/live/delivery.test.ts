import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../../support/app.ts'
import {
  eventStreamClient,
  type LiveClient,
  liveClient,
  type OperationClient,
  type ReceivedMessages,
} from '../../support/live.ts'
import type { SeededAccount } from '../../support/seed.ts'
import { as, crowd } from '../../support/visitor.ts'
import { eventually, idsIn, idsOf, running } from './subscriptions.ts'

let test: TestApp
let ada: SeededAccount
let client: LiveClient
let streamClient: OperationClient
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  client = await liveClient(test.app.server, { token: ada.token })
  streamClient = await eventStreamClient(test.app.server, { token: ada.token })
})
afterAll(async () => {
  await streamClient.close()
  await test.close()
})

const overEach = [
  { transport: 'a WebSocket', clientOf: () => client },
  { transport: 'Server-Sent Events', clientOf: () => streamClient },
] as const

const ofLink = `subscription ($urlId: ID!) { clickRecorded(urlId: $urlId) { id urlId } }`
const ofAccount = 'subscription { clickRecorded { id urlId } }'

describe('clickRecorded', () => {
  it.each(overEach)('sends a click on the link as a ClickItem over $transport', async ({ clientOf }) => {
    const link = await test.seed.link(ada)
    const subscription = clientOf().subscribe(
      `subscription ($urlId: ID!) {
        clickRecorded(urlId: $urlId) { id urlId country city continent device browser os trigger isBot createdAt url { title } }
      }`,
      { urlId: link.id },
    )
    await running(test, subscription, link)
    expect(subscription.events[0]).toEqual({
      data: {
        clickRecorded: {
          id: expect.stringMatching(/^clk_/),
          urlId: link.id,
          country: 'Unknown',
          city: 'Unknown',
          continent: 'UNKNOWN',
          device: 'OTHER',
          browser: 'Other',
          os: 'Other',
          trigger: 'LINK',
          isBot: false,
          createdAt: test.clock.now().toISOString(),
          url: { title: link.title },
        },
      },
    })
    subscription.end()
  })

  it.each(overEach)('sends each of 500 clicks once over $transport', async ({ clientOf }) => {
    const link = await test.seed.link(ada)
    const subscription = clientOf().subscribe(ofLink, { urlId: link.id })
    await running(test, subscription, link)
    const before = await idsOf(test, link)
    await Promise.all(crowd(500).map((visitor) => test.rest.get(`/${link.shortUrl}`, visitor)))
    const clicks = (await idsOf(test, link)).filter((id) => !before.includes(id))
    expect(clicks).toHaveLength(500)
    await eventually(() => expect(idsIn(subscription)).toEqual(expect.arrayContaining(clicks)))
    expect(new Set(idsIn(subscription)).size).toBe(subscription.events.length)
    subscription.end()
  })

  it.each(overEach)('sends 3,000 clicks of one transaction over $transport', async ({ clientOf }) => {
    const link = await test.seed.link(ada)
    const subscription = clientOf().subscribe(ofLink, { urlId: link.id })
    await running(test, subscription, link)
    const before = subscription.events.length
    await test.sql(
      `insert into click (id, url_id, created_at, trigger, is_bot)
       select 'clk_burst' || gen_random_uuid(), ?, now(), 'link', false from generate_series(1, 3000) as n`,
      [link.id],
    )
    await eventually(() => {
      expect(subscription.errors).toBeUndefined()
      expect(subscription.events.length - before).toBeGreaterThanOrEqual(3_000)
    })
    expect(new Set(idsIn(subscription)).size).toBe(subscription.events.length)
    subscription.end()
  })

  it('sends the same to two subscriptions, and nothing to one that has ended', async () => {
    const link = await test.seed.link(ada)
    const [one, other, ended] = [1, 2, 3].map(() => client.subscribe(ofLink, { urlId: link.id })) as [
      ReceivedMessages,
      ReceivedMessages,
      ReceivedMessages,
    ]
    for (const each of [one, other, ended]) await running(test, each, link)
    ended.end()
    const [, before] = [await client.roundTrip(), ended.events.length]
    await test.rest.get(`/${link.shortUrl}`, as('firefox'))
    const last = (await idsOf(test, link)).at(-1)
    await eventually(() => {
      for (const each of [one, other]) expect(idsIn(each).at(-1)).toBe(last)
    })
    expect(ended.events).toHaveLength(before)
    for (const each of [one, other]) each.end()
  })

  it('sends the clicks of one link with urlId, otherwise those of all links', async () => {
    const [link, neighbour] = [await test.seed.link(ada), await test.seed.link(ada)]
    const ofOne = client.subscribe(ofLink, { urlId: link.id })
    const ofAll = client.subscribe(ofAccount)
    await running(test, ofOne, link)
    await running(test, ofAll, neighbour)
    const of = ({ events }: ReceivedMessages) => new Set(events.map(({ data }) => data.clickRecorded.urlId))
    await eventually(() => expect(of(ofAll)).toContain(link.id))
    expect([...of(ofOne)]).toEqual([link.id])
    for (const each of [ofOne, ofAll]) each.end()
  })

  it("sends nothing of other accounts' links, and answers LINK_NOT_FOUND for them", async () => {
    const others = await test.seed.link(await test.seed.account())
    const ofAll = client.subscribe(ofAccount)
    await running(test, ofAll, await test.seed.link(ada))
    for (const urlId of [others.id, 'lnk_unknown', 'x\u0000']) {
      const subscription = client.subscribe(ofLink, { urlId })
      await eventually(() => expect(subscription.errors).toBeDefined())
      expect(subscription.errors?.[0]?.extensions).toMatchObject(
        urlId.includes('\0')
          ? { code: 'INVALID_PARAMS', http: { status: 400 } }
          : { code: 'LINK_NOT_FOUND', http: { status: 404 }, requestId: expect.any(String) },
      )
    }
    await test.rest.get(`/${others.shortUrl}`, as('chrome'))
    const last = await test.seed.link(ada)
    await test.rest.get(`/${last.shortUrl}`, as('chrome'))
    const urls = () => ofAll.events.map(({ data }) => data.clickRecorded.urlId)
    await eventually(() => expect(urls()).toContain(last.id))
    expect(urls()).not.toContain(others.id)
    ofAll.end()
  })

  it('excludes bots by default', async () => {
    const link = await test.seed.link(ada)
    const people = client.subscribe(ofLink, { urlId: link.id })
    const all = client.subscribe(`subscription { clickRecorded(urlId: "${link.id}", includeBots: true) { id isBot } }`)
    await running(test, people, link)
    await running(test, all, link)
    await test.rest.get(`/${link.shortUrl}`, as('googlebot'))
    const bots = () => all.events.filter(({ data }) => data.clickRecorded.isBot)
    await eventually(() => expect(bots()).toHaveLength(1))
    await test.rest.get(`/${link.shortUrl}`, as('iphone'))
    const ids = await idsOf(test, link)
    await eventually(() => expect(idsIn(people)).toContain(ids.at(-1)))
    expect(idsIn(people)).not.toContain(bots()[0]?.data.clickRecorded.id)
    for (const each of [people, all]) each.end()
  })
})

describe('on a server', () => {
  it.for(overEach)('sends clicks that another node recorded over $transport', async ({ clientOf }, { skip }) => {
    if (test.database === 'embedded') return skip('the embedded database allows one process')
    const node = await test.sibling()
    const link = await test.seed.link(ada)
    const subscription = clientOf().subscribe(ofLink, { urlId: link.id })
    await running(test, subscription, link)
    await node.rest.get(`/${link.shortUrl}`, as('android'))
    await node.close()
    const ids = await idsOf(test, link)
    await eventually(() => expect(idsIn(subscription)).toContain(ids.at(-1)))
    subscription.end()
  })

  it('sends each click once, also when its transaction ends after newer ones', async ({ skip }) => {
    if (test.database === 'embedded') return skip('the embedded database runs one transaction at a time')
    const link = await test.seed.link(ada)
    const subscription = client.subscribe(ofLink, { urlId: link.id })
    await running(test, subscription, link)
    const slow = test.app.database.orm.em.fork()
    await slow.begin()
    await slow.execute(
      "insert into click (id, url_id, created_at, trigger, is_bot) values ('clk_slow', ?, now(), 'link', false)",
      [link.id],
    )
    await test.rest.get(`/${link.shortUrl}`, as('chrome'))
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect(idsIn(subscription)).not.toContain('clk_slow')
    await slow.commit()
    const ids = await idsOf(test, link)
    await eventually(() => expect(idsIn(subscription)).toEqual(expect.arrayContaining(ids.slice(-2))))
    expect(idsIn(subscription)).toContain('clk_slow')
    expect(new Set(idsIn(subscription)).size).toBe(subscription.events.length)
    subscription.end()
  })
})
