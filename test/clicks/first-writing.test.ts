import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { Spool } from '../../src/modules/clicks/spool/spool.ts'
import { insertClicks } from '../../src/modules/clicks/tracking/click-insert.queries.ts'
import type { ClickRow } from '../../src/modules/clicks/tracking/click-row.ts'
import { ClickShipper } from '../../src/modules/clicks/tracking/click-shipper.ts'
import { DatabaseCircuitBreaker } from '../../src/platform/database/circuit-breaker.ts'
import type { NativeClient } from '../../src/platform/database/native-client.ts'
import { openVisitorClient, type VisitorClient } from '../../src/platform/database/visitor-client.ts'
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

/** What one process would write with, and the names of the statements it has sent. */
function node({ before = async () => undefined }: { before?: (statement: string) => Promise<unknown> } = {}) {
  const sent: string[] = []
  const told: NativeClient = {
    query: async (statement, values) => {
      sent.push(statement.name)
      await before(statement.name)
      return client.query(statement, values)
    },
  }
  const { log } = test.app.server
  const reach = new DatabaseCircuitBreaker(told, test.database === 'server', log)
  const delivery = new ClickShipper({
    circuitBreaker: reach,
    log,
    spool: new Spool({ folder: join(tmpdir(), 'tack-unused'), log }),
  })
  /** The places of the clicks that were refused; what else became of one is thrown. */
  const write = async (clicks: readonly ClickRow[]) => {
    const group = clicks.map((click) => ({ click, since: 0, visitor: Promise.withResolvers<boolean>() }))
    await delivery.write(group)
    const answers = await Promise.all(group.map(({ visitor }) => visitor.promise))
    return new Set(answers.flatMap((isGranted, place) => (isGranted ? [] : [place])))
  }
  return { writing: { write }, sent }
}

const visitor = 'ab'.repeat(16)
const now = Date.now()
const at = (seconds: number) => new Date(now + seconds * 1000).toISOString()
const visit = (urlId: string, seconds: number, more: Partial<ClickRow> = {}) =>
  clickOf(urlId, { visitor, at: at(seconds), merges_since: at(seconds - 10), ...more })
const resolution = (urlId: string, seconds: number) => clickOf(urlId, { trigger: 'api', visitor, at: at(seconds) })

describe('a visit after a JSON resolution', () => {
  it('is one with it, whichever process the resolution came to, and another visitor is not', async () => {
    const link = await test.seed.link(ada)
    const [here, there] = [node(), node()]
    await there.writing.write([resolution(link.id, 0)])
    expect(await here.writing.write([visit(link.id, 3), visit(link.id, 4, { visitor: 'cd'.repeat(16) })])).toEqual(
      new Set(),
    )
    await there.writing.write([visit(link.id, 5)])
    expect(await counted(test, link)).toEqual({ counter: 2, people: 2, robots: 0 })
    expect((await recorded(test, link)).map(({ trigger }) => trigger)).toEqual(['api', 'link'])
  })

  it('counts when the resolution was ten seconds ago, or of another link', async () => {
    const [link, other] = [await test.seed.link(ada), await test.seed.link(ada)]
    const { writing } = node()
    await writing.write([resolution(link.id, 0)])
    await writing.write([visit(link.id, 10), visit(other.id, 1)])
    expect(await counted(test, link)).toEqual({ counter: 2, people: 2, robots: 0 })
    expect(await counted(test, other)).toEqual({ counter: 1, people: 1, robots: 0 })
  })

  it('is looked at by itself for as long as it can be one, and not the visits of other links', async () => {
    const [link, other] = [await test.seed.link(ada), await test.seed.link(ada)]
    const [here, there] = [node(), node()]
    await there.writing.write([resolution(link.id, 0)])
    await here.writing.write([visit(link.id, 1), visit(other.id, 1)])
    expect(here.sent).toEqual(['insert_plain_clicks', 'insert_clicks'])
    await here.writing.write([visit(link.id, 2)])
    expect(here.sent.slice(2)).toEqual(['insert_clicks'])
    await here.writing.write([visit(other.id, 12), visit(link.id, 12)])
    expect(here.sent.slice(3)).toEqual(['insert_plain_clicks'])
  })
})

describe('a group of clicks', () => {
  it('says which were refused or have no link, and writes the others', async () => {
    const [link, limited] = [await test.seed.link(ada), await test.seed.link(ada, { clickLimit: 1 })]
    const grant = () => clickOf(limited.id, { limited: true })
    const group = [visit('url_gone', 0), grant(), visit(link.id, 0), grant(), visit('url_gone', 1), visit(link.id, 1)]
    expect(await node().writing.write(group)).toEqual(new Set([0, 3, 4]))
    expect(await counted(test, link)).toEqual({ counter: 2, people: 2, robots: 0 })
    expect(await counted(test, limited)).toEqual({ counter: 1, people: 1, robots: 0 })
  })

  it('counts people and keeps robots, with every fact of each', async () => {
    const link = await test.seed.link(ada)
    const facts = { country: 'DE', region: 'DE-BE', referrer: 'a.example', utm_source: 'say "hi", \\ {NULL}' }
    const robot = visit(link.id, 1, { bot: true, bot_name: 'googlebot', visitor: null })
    await node().writing.write([visit(link.id, 0, facts), robot, visit(link.id, 2, { utm_medium: 'NULL' })])
    expect(await counted(test, link)).toEqual({ counter: 2, people: 2, robots: 1 })
    const rows = await recorded(test, link)
    expect(rows.map(({ utm_source, utm_medium, bot_name }) => [utm_source, utm_medium, bot_name])).toEqual([
      ['say "hi", \\ {NULL}', null, null],
      [null, null, 'googlebot'],
      [null, 'NULL', null],
    ])
  })

  it('shares links with many others at the same time, in any order, and every click counts once', async () => {
    const links = await Promise.all(Array.from({ length: 8 }, () => test.seed.link(ada)))
    const nodes = [node(), node(), node()]
    const groups = Array.from({ length: 60 }, (_, round) =>
      links
        .map((_, place) => links[(place * 3 + round) % links.length] ?? links[0])
        .map((link) => visit(link?.id ?? '', round)),
    )
    await Promise.all(groups.map((group, round) => nodes[round % nodes.length]?.writing.write(group)))
    for (const link of links) expect(await counted(test, link)).toEqual({ counter: 60, people: 60, robots: 0 })
  })

  it('sends those a limit decides once, whatever becomes of the others', async () => {
    const [link, limited] = [await test.seed.link(ada), await test.seed.link(ada, { clickLimit: 1 })]
    const { writing, sent } = node({
      before: async (statement) => {
        // Sent again beside itself, it would find the limit reached by itself.
        if (statement === 'insert_plain_clicks') throw new Error('a deadlock was broken')
      },
    })
    expect(await writing.write([clickOf(link.id), clickOf(limited.id, { limited: true })])).toEqual(new Set())
    expect(sent.toSorted()).toEqual(['insert_clicks', 'insert_limited_clicks', 'insert_plain_clicks'])
    expect(await counted(test, link)).toEqual({ counter: 1, people: 1, robots: 0 })
    expect(await counted(test, limited)).toEqual({ counter: 1, people: 1, robots: 0 })
  })

  it('is written once where a replay was quicker', async () => {
    const link = await test.seed.link(ada)
    const click = clickOf(link.id)
    await insertClicks(client, [click])
    expect(await node().writing.write([click])).toEqual(new Set())
    expect(await counted(test, link)).toEqual({ counter: 1, people: 1, robots: 0 })
  })
})
