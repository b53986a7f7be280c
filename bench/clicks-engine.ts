import 'reflect-metadata'
import { createApp } from '../src/app.ts'
import { readSettings } from '../src/config.ts'
import { type CountQuery, dimensionNames } from '../src/modules/visits/clicks/store/click-query.ts'
import { ClickHouse } from '../src/modules/visits/clicks/store/clickhouse/clickhouse.ts'
import { migrateClickHouse } from '../src/modules/visits/clicks/store/clickhouse/clickhouse-migrations.ts'
import { ClickHouseReader } from '../src/modules/visits/clicks/store/clickhouse/clickhouse-reader.ts'
import { SealedBatchWriter } from '../src/modules/visits/clicks/store/clickhouse/sealed-batch-writer.ts'
import { recordEngine } from '../src/modules/visits/clicks/store/moving/engine.queries.ts'
import type { ClickRow } from '../src/modules/visits/clicks/tracking/click-row.ts'
import { newId } from '../src/platform/shared/ids.ts'
import { dayMs, hourMs, systemClock } from '../src/platform/shared/time.ts'
import { startClickHouse } from '../test/support/clickhouse.ts'
import { insertClicksSql } from './clicks.ts'
import { benchDatabase, databaseCpu, databaseCpuSince } from './database.ts'
import { foldAll } from './folding.ts'
import { cpuSecondsOrNone, machine } from './processes.ts'

/**
 * Twelve questions about clicks on 1,000 links within 90 days, in ClickHouse (the library of `test/clickhouse`) and in
 * PostgreSQL, with the CPU time of each; and what writing a click costs. The first link has a tenth of the clicks.
 * `node --import tsx bench/clicks-engine.ts [clicks in ClickHouse] [clicks in PostgreSQL]`
 */
const [, , givenColumns = '5000000', givenRows = givenColumns] = process.argv
const { url, drop } = await benchDatabase('postgres')
const app = await createApp({
  settings: readSettings({ DATABASE_URL: url, RATE_LIMITS: 'off', LOG_LEVEL: 'warn', JWT_SECRET: 'x'.repeat(32) }),
})
const { orm } = app.database
const post = async (path: string, payload: object, token = '') => {
  const headers = token ? { authorization: `Bearer ${token}` } : {}
  return (await app.server.inject({ method: 'POST', url: path, payload, headers })).json()
}
const account = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' }
const { token } = await post('/v1/auth/register', account)
const sql = <T extends object>(text: string) => orm.em.fork().execute<T[]>(text)
await sql(
  `insert into link (id, workspace_id, code, is_custom, title, original_url, created_at, updated_at)
   select 'lnk_' || lpad(n::text, 26, '0'), workspace.id, 'bench' || n, false, '', 'https://example.com/', now(), now()
     from generate_series(1, 1000) as n, workspace`,
)
const links = (await sql<{ id: string }>('select id from link order by id')).map(({ id }) => id)
const [{ id: workspaceId } = { id: '' }] = await sql<{ id: string }>('select id from workspace')
const [large = '', small = ''] = [links[0], links.at(-1)]

const engine = await startClickHouse()
const clickHouse = await ClickHouse.create(engine.url, app.server.log)
await migrateClickHouse(clickHouse, { cluster: null })
await recordEngine(orm.em.fork())
const publish = async () => undefined
const writer = new SealedBatchWriter({ clickHouse, orm, clock: systemClock, publish })
const reader = new ClickHouseReader(clickHouse, orm)

const pick = <T>(items: readonly T[], index: number) => items[index % items.length] as T
/** As `insertClicksSql` makes them. */
function createClick(n: number): ClickRow {
  const at = new Date(Date.now() - Math.random() * 90 * dayMs)
  const visitor = Math.floor(Math.random() * 200_000)
  return {
    ...{ id: newId('clk', at), url_id: n % 10 === 0 ? large : pick(links, n), at: at.toISOString(), trigger: 'link' },
    ...{ country: pick(['DE', 'US', 'JP', 'FR', 'BR'], n), region: null, city: null },
    ...{ device: pick(['Desktop', 'Mobile'], n), browser: pick(['Chrome', 'Firefox', 'Safari'], n) },
    ...{ os: pick(['Windows', 'iOS', 'Linux'], n), referrer: `site${n % 40}.example` },
    ...{ utm_source: null, utm_medium: null, utm_campaign: null, utm_term: null, utm_content: null },
    ...{ rule_id: null, variant: null, bot: n % 20 === 0, bot_name: null },
    visitor: n % 20 === 0 ? null : visitor.toString(16).padStart(32, '0'),
  }
}

interface Cost {
  readonly service: number
  readonly engine: number
  readonly database: number
  readonly seconds: number
}

/** CPU seconds of the service, of ClickHouse and of PostgreSQL. */
async function costOf(run: () => Promise<unknown>): Promise<Cost> {
  const [own, engineCpu, database] = [process.cpuUsage(), cpuSecondsOrNone(engine.pid), await databaseCpu(sql)]
  const begin = performance.now()
  await run()
  const seconds = (performance.now() - begin) / 1000
  const { user, system } = process.cpuUsage(own)
  return {
    service: (user + system) / 1e6,
    engine: cpuSecondsOrNone(engine.pid) - engineCpu,
    database: await databaseCpuSince(sql, database),
    seconds,
  }
}

const columns = Number(givenColumns)
const batchSize = 20_000
let sum = { service: 0, engine: 0, database: 0 }
for (let done = 0; done < columns; done += batchSize) {
  const clicks = Array.from({ length: Math.min(batchSize, columns - done) }, (_, index) => createClick(done + index))
  const {
    service,
    engine: inEngine,
    database,
  } = await costOf(() => writer.append(clicks, { token: `bench/journal-1:${done}` }))
  sum = { service: sum.service + service, engine: sum.engine + inEngine, database: sum.database + database }
}
const perClick = (seconds: number) => `${((seconds / columns) * 1e6).toFixed(1)} µs`
console.log(
  `writing ${columns} clicks into ClickHouse: ${perClick(sum.service)} of the service, ${perClick(sum.engine)} of ClickHouse with its merges, ${perClick(sum.database)} of PostgreSQL for each`,
)
const [size] = await clickHouse.query<{ bytes: number; rows: number; parts: number }>(
  `select sum(bytes_on_disk) as bytes, sum(rows) as rows, count() as parts from system.parts where table = 'click' and active`,
)
console.log(`${((size?.bytes ?? 0) / columns).toFixed(1)} bytes a click, in ${size?.parts} parts`)

const rows = Number(givenRows)
const link = `case when n % 10 = 0 then '${large}' else 'lnk_' || lpad((1 + n % 1000)::text, 26, '0') end`
const writing = await costOf(async () => {
  for (let done = 0; done < rows; done += 20_000)
    await orm.em.fork().execute(insertClicksSql(link, Math.min(20_000, rows - done)))
  await foldAll(orm, 'postgres')
})
console.log(
  `writing and folding ${rows} clicks in PostgreSQL: ${((writing.database / rows) * 1e6).toFixed(1)} µs a click`,
)
await sql('analyze')

const em = () => orm.em.fork()
const now = new Date()
const since = (ms: number) => ({ from: new Date(now.getTime() - ms), to: null })
const starts = (count: number, ms: number, offset = 0) =>
  Array.from({ length: count }, (_, n) => new Date(Math.floor(now.getTime() / ms) * ms - (count - 1 - n) * ms - offset))
const plain: CountQuery = {
  scope: { workspaceIds: [workspaceId], urlIds: null },
  ...{ range: { from: null, to: null }, filters: {}, includeBots: false, isPerLink: false },
  ...{ groupings: ['total', 'link', ...dimensionNames], limit: 50 },
  series: [],
}
const ofLink = (id: string) => ({ scope: { workspaceIds: [workspaceId], urlIds: [id] } })
const series = (times: Date[]): Pick<CountQuery, 'groupings' | 'series'> => ({
  groupings: [...plain.groupings, 'bucket'],
  series: [{ key: '', starts: times, firstClick: null }],
})
const germans = { country: { values: ['DE'], isExcluded: false } }
const selection = { scope: plain.scope, range: plain.range, filters: {}, includeBots: false }
const slice = { size: 50, isBackward: false, after: null, before: null }

/** A question, how it is asked of ClickHouse, and the request that asks it of the service on PostgreSQL. */
const questions: readonly (readonly [string, () => Promise<unknown>, string])[] = [
  ['totals and visitors of all links', () => reader.count(em(), { ...plain, groupings: ['total'] }), ''],
  ['everything about all links', () => reader.count(em(), plain), ''],
  ['30 days of all links', () => reader.count(em(), { ...plain, range: since(30 * dayMs) }), '?interval=30d'],
  [
    'all links by days in Berlin',
    () => reader.count(em(), { ...plain, ...series(starts(90, dayMs, hourMs)) }),
    '?interval=90d&timezone=Europe/Berlin&unit=day',
  ],
  [
    'all links by hours in Kolkata',
    () => reader.count(em(), { ...plain, range: since(7 * dayMs), ...series(starts(168, hourMs, hourMs / 2)) }),
    '?interval=7d&timezone=Asia/Kolkata&unit=hour',
  ],
  ['all links, one country', () => reader.count(em(), { ...plain, filters: germans }), '?country=DE'],
  [
    'all links, one country without a browser',
    () => reader.count(em(), { ...plain, filters: { ...germans, browser: { values: ['Safari'], isExcluded: true } } }),
    '?country=DE&browser=-Safari',
  ],
  ['top links', () => reader.count(em(), { ...plain, groupings: ['link'] }), '?limit=50'],
  ['newest 50', () => reader.list(em(), selection, slice), 'clicks?limit=50'],
  ['the largest link', () => reader.count(em(), { ...plain, ...ofLink(large) }), `/${large}`],
  [
    'the largest link, one country',
    () => reader.count(em(), { ...plain, ...ofLink(large), filters: germans }),
    `/${large}?country=DE`,
  ],
  ['a small link', () => reader.count(em(), { ...plain, ...ofLink(small) }), `/${small}`],
]

async function ask(path: string): Promise<void> {
  const { statusCode, body } = await app.server.inject({ url: path, headers: { authorization: `Bearer ${token}` } })
  if (statusCode !== 200) throw new Error(`${path}: ${body}`)
}

const show = ({ service, engine: inEngine, database, seconds }: Cost) =>
  `${((service + inEngine + database) * 1000).toFixed(0).padStart(7)} ms of CPU, ${(seconds * 1000).toFixed(0).padStart(7)} ms`
for (const [name, inColumns, request] of questions) {
  const path = request.startsWith('clicks') ? `/v1/${request}` : `/v1/clicks/analytics${request}`
  // The second time is measured, when what is read often is in memory.
  await inColumns()
  await ask(path)
  console.log(
    `${name.padEnd(42)} ClickHouse ${show(await costOf(inColumns))}   PostgreSQL ${show(await costOf(() => ask(path)))}`,
  )
}
console.log(machine())
await app.close()
await clickHouse.close()
await engine.close()
await drop()
