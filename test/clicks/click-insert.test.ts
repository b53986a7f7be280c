import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { Spool } from '../../src/modules/clicks/spool/spool.ts'
import type { ClickRow } from '../../src/modules/clicks/tracking/click-batch.queries.ts'
import { insertClicks } from '../../src/modules/clicks/tracking/click-insert.queries.ts'
import { ClickShipper } from '../../src/modules/clicks/tracking/click-shipper.ts'
import {
  DatabaseCircuitBreaker,
  openVisitorClient,
  type VisitorClient,
} from '../../src/platform/database/circuit-breaker.ts'
import type { NativeClient } from '../../src/platform/database/native-client.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { databaseUrl } from '../support/database.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'
import { counted, recorded } from '../support/visitor.ts'
import { clickOf } from './spool/rows.ts'

let test: TestApp
let ada: SeededAccount
let client: VisitorClient
beforeAll(async () => {
  test = await startApp()
  ada = await test.seed.account()
  const source = inject('database')
  const [row] = await test.sql<{ name: string }>('select current_database() as name')
  const place =
    source.kind === 'server'
      ? { kind: source.kind, url: databaseUrl(source.url, row?.name ?? '') }
      : { kind: 'memory' as const }
  client = await openVisitorClient(test.app.database.orm, place)
})
afterAll(async () => {
  await client.close()
  await test.close()
})

/** The shipper of one process, and the names of the statements it has sent. */
function node({ before = async () => undefined }: { before?: (statement: string) => Promise<unknown> } = {}) {
  const sent: string[] = []
  const recordingClient: NativeClient = {
    query: async (statement, values) => {
      sent.push(statement.name)
      await before(statement.name)
      return client.query(statement, values)
    },
  }
  const { log } = test.app.server
  const circuitBreaker = new DatabaseCircuitBreaker(recordingClient, test.database === 'server', log)
  const shipper = new ClickShipper({
    circuitBreaker,
    log,
    spool: new Spool({ folder: join(tmpdir(), 'tack-unused'), log }),
  })
  /** Returns the positions of the clicks that were refused. Throws other errors. */
  const write = async (clicks: readonly ClickRow[]) => {
    const group = clicks.map((click) => ({ click, since: 0, visitor: Promise.withResolvers<boolean>() }))
    await shipper.write(group)
    const answers = await Promise.all(group.map(({ visitor }) => visitor.promise))
    return new Set(answers.flatMap((isGranted, place) => (isGranted ? [] : [place])))
  }
  return { shipper: { write }, sent }
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
    const [here, there] = [node(), node()]
    await there.shipper.write([resolution(link.id, 0)])
    expect(await here.shipper.write([visit(link.id, 3), visit(link.id, 4, { visitor: 'cd'.repeat(16) })])).toEqual(
      new Set(),
    )
    await there.shipper.write([visit(link.id, 5)])
    expect(await counted(test, link)).toEqual({ counter: 3, people: 3, robots: 0 })
    expect((await recorded(test, link)).map(({ trigger }) => trigger)).toEqual(['api', 'link', 'link'])
  })

  it('counts when the resolution was ten seconds before or of another link', async () => {
    const [link, other] = [await test.seed.link(ada), await test.seed.link(ada)]
    const { shipper } = node()
    await shipper.write([resolution(link.id, 0)])
    await shipper.write([visit(link.id, 10), visit(other.id, 1)])
    expect(await counted(test, link)).toEqual({ counter: 2, people: 2, robots: 0 })
    expect(await counted(test, other)).toEqual({ counter: 1, people: 1, robots: 0 })
  })

  it('uses the checked insert only while it can merge, and only for its link', async () => {
    const [link, other] = [await test.seed.link(ada), await test.seed.link(ada)]
    const [here, there] = [node(), node()]
    await there.shipper.write([resolution(link.id, 0)])
    await here.shipper.write([visit(link.id, 1), visit(other.id, 1)])
    expect(here.sent).toEqual(['insert_plain_clicks', 'insert_clicks'])
    await here.shipper.write([visit(link.id, 2)])
    expect(here.sent.slice(2)).toEqual(['insert_clicks'])
    await here.shipper.write([visit(other.id, 12), visit(link.id, 12)])
    expect(here.sent.slice(3)).toEqual(['insert_plain_clicks'])
  })
})

describe('JSON resolutions and visits', () => {
  const twoAndThree = (id: string) => [resolution(id, 0), resolution(id, 1), visit(id, 2), visit(id, 3), visit(id, 4)]
  const triggers = async (link: SeededLink) => (await recorded(test, link)).map(({ trigger }) => trigger)

  it('merge one by one: two resolutions and three visits are three clicks, in one batch', async () => {
    const link = await test.seed.link(ada)
    expect(await node().shipper.write(twoAndThree(link.id))).toEqual(new Set())
    expect(await counted(test, link)).toEqual({ counter: 3, people: 3, robots: 0 })
    expect(await triggers(link)).toEqual(['api', 'api', 'link'])
  })

  it('merge one by one in batches of their own, on two nodes', async () => {
    const link = await test.seed.link(ada)
    const nodes = [node(), node()]
    for (const [place, click] of twoAndThree(link.id).entries()) await nodes[place % 2]?.shipper.write([click])
    expect(await counted(test, link)).toEqual({ counter: 3, people: 3, robots: 0 })
    expect(await triggers(link)).toEqual(['api', 'api', 'link'])
  })

  it('merge with the earliest resolution, so that a later one is left for the visit after it', async () => {
    const link = await test.seed.link(ada)
    const clicks = [0, 8].map((seconds) => resolution(link.id, seconds))
    await node().shipper.write([...clicks, visit(link.id, 9), visit(link.id, 17), visit(link.id, 18)])
    expect(await counted(test, link)).toEqual({ counter: 3, people: 3, robots: 0 })
  })

  it('do not merge when the resolution left is too old or later, in one batch', async () => {
    const link = await test.seed.link(ada)
    const clicks = [visit(link.id, 5), resolution(link.id, 10), visit(link.id, 15), resolution(link.id, 20)]
    await node().shipper.write([...clicks, visit(link.id, 31), visit(link.id, 32)])
    expect(await counted(test, link)).toEqual({ counter: 5, people: 5, robots: 0 })
  })

  it('merge each visitor with the own resolution', async () => {
    const link = await test.seed.link(ada)
    const visitors = ['12', '34', '56'].map((byte) => byte.repeat(16))
    await node().shipper.write(visitors.map((each) => ({ ...resolution(link.id, 0), visitor: each })))
    const visits = [...visitors, ...visitors].map((each, place) => visit(link.id, 1 + place, { visitor: each }))
    await node().shipper.write(visits)
    expect(await counted(test, link)).toEqual({ counter: 6, people: 6, robots: 0 })
  })

  it.each([1, 2])('merge %i of four visits at once on two nodes after as many resolutions', async (count) => {
    const links = await Promise.all(Array.from({ length: 12 }, () => test.seed.link(ada)))
    const resolutions = links.flatMap(({ id }) => Array.from({ length: count }, (_, second) => resolution(id, second)))
    await node().shipper.write(resolutions)
    const nodes = [node(), node()]
    await Promise.all(
      [3, 4, 5, 6].map((second) =>
        nodes[second % 2]?.shipper.write((second > 4 ? links : links.toReversed()).map(({ id }) => visit(id, second))),
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
        const nodes = [node(), node()]
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
        for (const [place, batch] of batches.entries()) await nodes[place % 2]?.shipper.write(batch)
        expect(await counted(test, link)).toEqual({ counter: expected, people: expected, robots: 0 })
      }),
      { numRuns: 40 },
    )
  })

  it('merge as before when the same batch is sent again', async () => {
    const link = await test.seed.link(ada)
    const clicks = twoAndThree(link.id)
    await insertClicks(client, clicks)
    await insertClicks(client, clicks.slice(2).toReversed())
    await Promise.all(clicks.map((click) => insertClicks(client, [click])))
    expect(await counted(test, link)).toEqual({ counter: 3, people: 3, robots: 0 })
    await insertClicks(client, [visit(link.id, 5)])
    expect(await counted(test, link)).toEqual({ counter: 4, people: 4, robots: 0 })
  })

  it('count each on a limited link, where each gives the destination', async () => {
    const link = await test.seed.link(ada, { clickLimit: 4 })
    const clicks = twoAndThree(link.id).map((click) => ({ ...click, limited: true, merges_since: null }))
    expect(await node().shipper.write(clicks)).toEqual(new Set([4]))
    expect(await counted(test, link)).toEqual({ counter: 4, people: 4, robots: 0 })
  })

  it('merge once when the link receives a limit meanwhile, which only the clicks after it use', async () => {
    const link = await test.seed.link(ada)
    const { shipper } = node()
    await shipper.write([resolution(link.id, 0)])
    await test.rest.patch(`/v1/urls/${link.id}`, { clickLimit: 3 }, { token: ada.token })
    const limited = () => clickOf(link.id, { limited: true, visitor, at: at(4) })
    const clicks = [visit(link.id, 2), visit(link.id, 3), limited(), limited()]
    expect(await shipper.write(clicks)).toEqual(new Set([3]))
    expect(await counted(test, link)).toEqual({ counter: 3, people: 3, robots: 0 })
  })
})

describe('a batch of clicks', () => {
  it('returns the clicks that were refused or have no link, and inserts the others', async () => {
    const [link, limited] = [await test.seed.link(ada), await test.seed.link(ada, { clickLimit: 1 })]
    const grant = () => clickOf(limited.id, { limited: true })
    const group = [visit('url_gone', 0), grant(), visit(link.id, 0), grant(), visit('url_gone', 1), visit(link.id, 1)]
    expect(await node().shipper.write(group)).toEqual(new Set([0, 3, 4]))
    expect(await counted(test, link)).toEqual({ counter: 2, people: 2, robots: 0 })
    expect(await counted(test, limited)).toEqual({ counter: 1, people: 1, robots: 0 })
  })

  it('counts people and records bots, with all fields of each', async () => {
    const link = await test.seed.link(ada)
    const facts = { country: 'DE', region: 'DE-BE', referrer: 'a.example', utm_source: 'say "hi", \\ {NULL}' }
    const botClick = visit(link.id, 1, { bot: true, bot_name: 'googlebot', visitor: null })
    await node().shipper.write([visit(link.id, 0, facts), botClick, visit(link.id, 2, { utm_medium: 'NULL' })])
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
    const nodes = [node(), node(), node()]
    const groups = Array.from({ length: 60 }, (_, round) =>
      links
        .map((_, place) => links[(place * 3 + round) % links.length] ?? links[0])
        .map((link) => visit(link?.id ?? '', round)),
    )
    await Promise.all(groups.map((group, round) => nodes[round % nodes.length]?.shipper.write(group)))
    for (const link of links) expect(await counted(test, link)).toEqual({ counter: 60, people: 60, robots: 0 })
  })

  it('sends clicks of limited links once when the others fail', async () => {
    const [link, limited] = [await test.seed.link(ada), await test.seed.link(ada, { clickLimit: 1 })]
    const { shipper, sent } = node({
      before: async (statement) => {
        // Sent twice in parallel, it would be refused because of itself.
        if (statement === 'insert_plain_clicks') throw new Error('deadlock detected')
      },
    })
    expect(await shipper.write([clickOf(link.id), clickOf(limited.id, { limited: true })])).toEqual(new Set())
    expect(sent.toSorted()).toEqual(['insert_clicks', 'insert_clicks', 'insert_plain_clicks'])
    expect(await counted(test, link)).toEqual({ counter: 1, people: 1, robots: 0 })
    expect(await counted(test, limited)).toEqual({ counter: 1, people: 1, robots: 0 })
  })

  it('inserts a click once when a replay was faster', async () => {
    const link = await test.seed.link(ada)
    const click = clickOf(link.id)
    await insertClicks(client, [click])
    expect(await node().shipper.write([click])).toEqual(new Set())
    expect(await counted(test, link)).toEqual({ counter: 1, people: 1, robots: 0 })
  })
})
