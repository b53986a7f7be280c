import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ClickRow } from '../../src/modules/clicks/tracking/click-batch.queries.ts'
import { grantClicks } from '../../src/modules/clicks/tracking/click-grant.queries.ts'
import { insertClicks } from '../../src/modules/clicks/tracking/click-insert.queries.ts'
import { openVisitorClients, type VisitorClients } from '../../src/platform/database/circuit-breaker.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'
import { counted, recorded } from '../support/visitor.ts'
import { clickOf } from './journal/rows.ts'

let test: TestApp
let ada: SeededAccount
let clients: VisitorClients
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  clients = await openVisitorClients(test.app.database.orm, test.settings.database)
})
afterAll(async () => {
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
  clickOf(urlId, { visitor, at: at(seconds), merges_since: at(seconds - 10), ...more })
const resolution = (urlId: string, seconds: number) => clickOf(urlId, { trigger: 'api', visitor, at: at(seconds) })

describe('a visit after a JSON resolution', () => {
  it('merges with it once, also when another process recorded the resolution, but not for another visitor', async () => {
    const link = await test.seed.link(ada)
    await insert([resolution(link.id, 0)])
    await insert([visit(link.id, 3), visit(link.id, 4, { visitor: 'cd'.repeat(16) })])
    await insert([visit(link.id, 5)])
    expect(await counted(test, link)).toEqual({ counter: 3, people: 3, robots: 0 })
    expect((await recorded(test, link)).map(({ trigger }) => trigger)).toEqual(['api', 'link', 'link'])
  })

  it('counts when the resolution was ten seconds before or of another link', async () => {
    const [link, other] = [await test.seed.link(ada), await test.seed.link(ada)]
    await insert([resolution(link.id, 0)])
    await insert([visit(link.id, 10), visit(other.id, 1)])
    expect(await counted(test, link)).toEqual({ counter: 2, people: 2, robots: 0 })
    expect(await counted(test, other)).toEqual({ counter: 1, people: 1, robots: 0 })
  })
})

describe('JSON resolutions and visits', () => {
  const twoAndThree = (id: string) => [resolution(id, 0), resolution(id, 1), visit(id, 2), visit(id, 3), visit(id, 4)]
  const triggers = async (link: SeededLink) => (await recorded(test, link)).map(({ trigger }) => trigger)

  it('merge one by one: two resolutions and three visits are three clicks, in one batch', async () => {
    const link = await test.seed.link(ada)
    await insert(twoAndThree(link.id))
    expect(await counted(test, link)).toEqual({ counter: 3, people: 3, robots: 0 })
    expect(await triggers(link)).toEqual(['api', 'api', 'link'])
  })

  it('merge one by one in batches of their own, on two nodes', async () => {
    const link = await test.seed.link(ada)
    for (const click of twoAndThree(link.id)) await insert([click])
    expect(await counted(test, link)).toEqual({ counter: 3, people: 3, robots: 0 })
    expect(await triggers(link)).toEqual(['api', 'api', 'link'])
  })

  it('merge with the earliest resolution, so that a later one is left for the visit after it', async () => {
    const link = await test.seed.link(ada)
    const clicks = [0, 8].map((seconds) => resolution(link.id, seconds))
    await insert([...clicks, visit(link.id, 9), visit(link.id, 17), visit(link.id, 18)])
    expect(await counted(test, link)).toEqual({ counter: 3, people: 3, robots: 0 })
  })

  it('do not merge when the resolution left is too old or later, in one batch', async () => {
    const link = await test.seed.link(ada)
    const clicks = [visit(link.id, 5), resolution(link.id, 10), visit(link.id, 15), resolution(link.id, 20)]
    await insert([...clicks, visit(link.id, 31), visit(link.id, 32)])
    expect(await counted(test, link)).toEqual({ counter: 5, people: 5, robots: 0 })
  })

  it('merge each visitor with the own resolution', async () => {
    const link = await test.seed.link(ada)
    const visitors = ['12', '34', '56'].map((byte) => byte.repeat(16))
    await insert(visitors.map((each) => ({ ...resolution(link.id, 0), visitor: each })))
    const visits = [...visitors, ...visitors].map((each, place) => visit(link.id, 1 + place, { visitor: each }))
    await insert(visits)
    expect(await counted(test, link)).toEqual({ counter: 6, people: 6, robots: 0 })
  })

  it.each([1, 2])('merge %i of four visits at once on two nodes after as many resolutions', async (count) => {
    const links = await Promise.all(Array.from({ length: 12 }, () => test.seed.link(ada)))
    const resolutions = links.flatMap(({ id }) => Array.from({ length: count }, (_, second) => resolution(id, second)))
    await insert(resolutions)
    await Promise.all(
      [3, 4, 5, 6].map((second) =>
        insert((second > 4 ? links : links.toReversed()).map(({ id }) => visit(id, second))),
      ),
    )
    for (const link of links) expect(await counted(test, link)).toEqual({ counter: 4, people: 4, robots: 0 })
  })

  it('are as many clicks as counted one by one, however they are divided into batches', async () => {
    const step = fc.record({
      isResolution: fc.boolean(),
      byOther: fc.boolean(),
      seconds: fc.integer({ min: 0, max: 4 }),
      beginsBatch: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        const link = await test.seed.link(ada)
        const batches: ClickRow[][] = [[]]
        const open = new Map<string, number[]>()
        let [seconds, expected] = [0, 0]
        for (const { isResolution, byOther, seconds: pause, beginsBatch } of steps) {
          // In one instant, a click of the batch before could be the later one.
          seconds += pause + 1
          const by = byOther ? 'cd'.repeat(16) : visitor
          const left = (open.get(by) ?? []).filter((at) => at > seconds - 10)
          const isMerged = !isResolution && left.shift() !== undefined
          open.set(by, isResolution ? [...left, seconds] : left)
          if (!isMerged) expected++
          if (beginsBatch) batches.push([])
          batches.at(-1)?.push({ ...(isResolution ? resolution : visit)(link.id, seconds), visitor: by })
        }
        for (const batch of batches) await insert(batch)
        expect(await counted(test, link)).toEqual({ counter: expected, people: expected, robots: 0 })
      }),
      { numRuns: 40 },
    )
  })

  it('merge as before when the same batch is sent again', async () => {
    const link = await test.seed.link(ada)
    const clicks = twoAndThree(link.id)
    await insertClicks(clients.clicks, clicks)
    await insertClicks(clients.clicks, clicks.slice(2).toReversed())
    await Promise.all(clicks.map((click) => insertClicks(clients.clicks, [click])))
    expect(await counted(test, link)).toEqual({ counter: 3, people: 3, robots: 0 })
    await insertClicks(clients.clicks, [visit(link.id, 5)])
    expect(await counted(test, link)).toEqual({ counter: 4, people: 4, robots: 0 })
  })

  it('merge when the visit is inserted first, as by another node, once for each of the two', async () => {
    const link = await test.seed.link(ada)
    await insert([visit(link.id, 2), visit(link.id, 11)])
    const late = [resolution(link.id, 0), resolution(link.id, 1), resolution(link.id, 12)]
    for (const click of [...late, ...late]) await insert([click])
    expect(await counted(test, link)).toEqual({ counter: 4, people: 4, robots: 0 })
    expect(await triggers(link)).toEqual(['api', 'link', 'link', 'api'])
  })

  it('merge once when the link receives a limit meanwhile, which only the clicks after it use', async () => {
    const link = await test.seed.link(ada)
    await insert([resolution(link.id, 0)])
    await test.rest.patch(`/v1/urls/${link.id}`, { clickLimit: 3 }, { token: ada.token })
    await insert([visit(link.id, 2), visit(link.id, 3)])
    const limited = [4, 4].map((second) => clickOf(link.id, { visitor, at: at(second) }))
    expect(await grantClicks(clients.clicks, limited)).toEqual(['granted', 'refused'])
    expect(await counted(test, link)).toEqual({ counter: 3, people: 3, robots: 0 })
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

  it('never exceeds a limit when batches of the same links run in parallel, beside batches without a limit', async () => {
    const links = await Promise.all(Array.from({ length: 6 }, () => test.seed.link(ada, { clickLimit: 40 })))
    const inOrder = (round: number) => links.map((_, place) => links[(place * 5 + round) % links.length]?.id ?? '')
    const results = await Promise.all(
      Array.from({ length: 60 }, (_, round) =>
        round % 3 === 0
          ? insert(inOrder(round).map((id) => clickOf(id))).then(() => [])
          : grantClicks(
              clients.clicks,
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
      expect(people).toBeLessThanOrEqual(60)
    }
    expect(granted).toBeLessThanOrEqual(6 * 40)
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
