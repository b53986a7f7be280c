import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
import type { SeededAccount } from '../support/seed.ts'
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
  it('merges with it, also when another process recorded the resolution, but not for another visitor', async () => {
    const link = await test.seed.link(ada)
    const [here, there] = [node(), node()]
    await there.shipper.write([resolution(link.id, 0)])
    expect(await here.shipper.write([visit(link.id, 3), visit(link.id, 4, { visitor: 'cd'.repeat(16) })])).toEqual(
      new Set(),
    )
    await there.shipper.write([visit(link.id, 5)])
    expect(await counted(test, link)).toEqual({ counter: 2, people: 2, robots: 0 })
    expect((await recorded(test, link)).map(({ trigger }) => trigger)).toEqual(['api', 'link'])
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
    expect(sent.toSorted()).toEqual(['insert_clicks', 'insert_limited_clicks', 'insert_plain_clicks'])
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
