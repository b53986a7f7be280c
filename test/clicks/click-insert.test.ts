import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { grantClicks } from '../../src/modules/visits/clicks/store/postgres/writing/click-grant.queries.ts'
import { insertClicks } from '../../src/modules/visits/clicks/store/postgres/writing/click-insert.queries.ts'
import type { ClickRow } from '../../src/modules/visits/clicks/tracking/click-row.ts'
import { openVisitorClients, type VisitorClients } from '../../src/platform/database/circuit-breaker.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { counted, recorded } from '../support/visitor.ts'
import { clickOf } from './journal/rows.ts'

let test: TestApp
let ada: SeededAccount
let clients: VisitorClients
/** The connection of another node. The embedded database has one node. */
let otherClients: VisitorClients
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  const open = () => openVisitorClients(test.app.database.orm, test.settings.database)
  clients = await open()
  otherClients = test.database === 'server' ? await open() : clients
})
afterAll(async () => {
  if (otherClients !== clients) await otherClients.close()
  await clients.close()
  await test.close()
})

/** Inserts a batch as a node does. A batch that waited too long for a locked link is sent again. */
const insert = async (clicks: readonly ClickRow[]): Promise<void> => {
  const locksFirst = test.database === 'server'
  await insertClicks(clients.clicks, clicks, { locksFirst }).catch((error) => {
    if (error.code !== '55P03') throw error
    return insert(clicks)
  })
}

const visitor = 'ab'.repeat(16)
const now = Date.now()
const at = (seconds: number) => new Date(now + seconds * 1000).toISOString()
const visit = (urlId: string, seconds: number, more: Partial<ClickRow> = {}) =>
  clickOf(urlId, { visitor, at: at(seconds), ...more })
const resolution = (urlId: string, seconds: number) => clickOf(urlId, { trigger: 'api', visitor, at: at(seconds) })

describe('a JSON resolution and the visit after it', () => {
  it('are a click each, also of one visitor, in one batch, and when the batch is sent again', async () => {
    const link = await test.seed.link(ada)
    const clicks = [resolution(link.id, 0), visit(link.id, 1), resolution(link.id, 2), visit(link.id, 3)]
    await insert(clicks)
    await insert(clicks.toReversed())
    expect(await counted(test, link)).toEqual({ counter: 4, people: 4, robots: 0 })
    expect((await recorded(test, link)).map(({ trigger }) => trigger)).toEqual(['api', 'link', 'api', 'link'])
  })
})

describe('a batch of clicks that a limit decides', () => {
  it('returns which clicks are granted, in their order, and inserts those', async () => {
    const [link, other] = [await test.seed.link(ada, { clickLimit: 2 }), await test.seed.link(ada, { clickLimit: 1 })]
    const clicks = [link.id, 'url_gone', other.id, link.id, link.id, other.id].map((id) => clickOf(id))
    const grants = ['granted', 'refused', 'granted', 'granted', 'refused', 'refused']
    expect(await grantClicks(clients.clicks, clicks)).toEqual(grants)
    // Its answer was lost.
    expect(await grantClicks(clients.clicks, clicks)).toEqual(grants)
    expect(await grantClicks(clients.clicks, [clickOf(link.id)])).toEqual(['refused'])
    expect(await counted(test, link)).toEqual({ counter: 2, people: 2, robots: 0 })
    expect(await counted(test, other)).toEqual({ counter: 1, people: 1, robots: 0 })
  })

  it('never exceeds a limit when two nodes have batches of the same links, beside batches without a limit', async () => {
    const links = await Promise.all(Array.from({ length: 6 }, () => test.seed.link(ada, { clickLimit: 15 })))
    const inOrder = (round: number) => links.map((_, place) => links[(place * 5 + round) % links.length]?.id ?? '')
    const results = await Promise.all(
      Array.from({ length: 60 }, (_, round) =>
        round % 3 === 0
          ? insert(inOrder(round).map((id) => clickOf(id))).then(() => [])
          : grantClicks(
              (round % 3 === 1 ? clients : otherClients).clicks,
              inOrder(round).map((id) => clickOf(id)),
            ).catch((error) => {
              if (error.code !== '55P03') throw error
              return []
            }),
      ),
    )
    const granted = results.flat().filter((grant) => grant === 'granted').length
    for (const link of links) {
      const { counter, people } = (await counted(test, link)) ?? { counter: 0, people: -1 }
      expect(counter).toBe(people)
      expect(people).toBeGreaterThanOrEqual(20)
      // The 20 without a limit come in any case.
      expect(people).toBeLessThanOrEqual(20 + 15)
    }
    expect(granted).toBeLessThanOrEqual(6 * 15)
  })

  it('of 1 grants one of four clicks at once, on two nodes, for twenty links', async () => {
    const links = await Promise.all(Array.from({ length: 20 }, () => test.seed.link(ada, { clickLimit: 1 })))
    for (const { id } of links) {
      const nodes = [clients, otherClients, clients, otherClients]
      // A batch that waits too long for the link is refused by an error.
      const answers = await Promise.allSettled(nodes.map((node) => grantClicks(node.clicks, [clickOf(id)])))
      const grants = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
      expect(grants.filter((grant) => grant === 'granted').length).toBeLessThanOrEqual(1)
    }
  })
})

describe('a batch of clicks', () => {
  it('leaves out those of missing links', async () => {
    const link = await test.seed.link(ada)
    await insert([visit('url_gone', 0), visit(link.id, 0), visit('url_gone', 1), visit(link.id, 1)])
    expect(await counted(test, link)).toEqual({ counter: 2, people: 2, robots: 0 })
  })

  it('counts people and records bots, with all fields of each', async () => {
    const link = await test.seed.link(ada)
    const facts = { country: 'DE', region: 'DE-BE', referrer: 'a.example', utm_source: 'say "hi", \\ {NULL}' }
    const botClick = visit(link.id, 1, { bot: true, bot_name: 'googlebot', visitor: null })
    await insert([visit(link.id, 0, facts), botClick, visit(link.id, 2, { utm_medium: 'NULL' })])
    expect(await counted(test, link)).toEqual({ counter: 2, people: 2, robots: 1 })
    const rows = await recorded(test, link)
    expect(rows.map(({ utm_source, utm_medium, bot_name }) => [utm_source, utm_medium, bot_name])).toEqual([
      ['say "hi", \\ {NULL}', null, null],
      [null, null, 'googlebot'],
      [null, 'NULL', null],
    ])
  })

  it('counts each click once when batches of the same links run in parallel in any order', async () => {
    const links = await Promise.all(Array.from({ length: 8 }, () => test.seed.link(ada)))
    const groups = Array.from({ length: 60 }, (_, round) =>
      links
        .map((_, place) => links[(place * 3 + round) % links.length] ?? links[0])
        .map((link) => visit(link?.id ?? '', round)),
    )
    await Promise.all(groups.map((group) => insert(group)))
    for (const link of links) expect(await counted(test, link)).toEqual({ counter: 60, people: 60, robots: 0 })
  })

  it('inserts a click once that is in the database already', async () => {
    const link = await test.seed.link(ada)
    const click = clickOf(link.id)
    for (let n = 0; n < 2; n++) await insert([click, clickOf(link.id)])
    expect(await counted(test, link)).toEqual({ counter: 3, people: 3, robots: 0 })
  })
})
