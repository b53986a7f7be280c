import 'reflect-metadata'
import { createApp } from '../src/app.ts'
import { readSettings } from '../src/config.ts'
import { AnomalyDetector } from '../src/modules/statistics/anomalies/index.ts'
import { PostgresClickReader } from '../src/modules/visits/clicks/index.ts'
import { EventPublisher } from '../src/platform/events/event-publisher.ts'
import { benchDatabase } from './database.ts'
import { machine } from './processes.ts'

/**
 * What it takes to judge an hour of 2,000 links, all with 30 to 70 clicks an hour for four weeks.
 * The service's own detector may take a part.
 * `node --import tsx bench/anomalies.ts [postgres|embedded] [links]`
 */
const [, , kind = 'postgres', given = '2000'] = process.argv
const links = Number(given)
const { url, drop } = await benchDatabase(kind)
const hourMs = 3_600_000
const hour = Math.floor(Date.now() / hourMs) * hourMs
let now = new Date(hour)
const clock = { now: () => now }
const app = await createApp({
  settings: readSettings({ DATABASE_URL: url, RATE_LIMITS: 'off', LOG_LEVEL: 'warn', JWT_SECRET: 'x'.repeat(32) }),
  clock,
})
const { orm } = app.database
const run = (sql: string, values: unknown[] = []) => orm.em.fork().execute(sql, values)
const detector = new AnomalyDetector({
  orm,
  store: new PostgresClickReader(),
  clock,
  events: new EventPublisher(),
  isEmbedded: kind !== 'postgres',
})
await detector.evaluateClosedHours()
await run(`insert into account (id, name, email, email_key, password_hash, created_at)
   values ('acc_1', 'Ada', 'ada@example.com', 'ada@example.com', '', now())`)
await run(
  `insert into link (id, workspace_id, code, is_custom, title, original_url, created_at, updated_at)
   select 'lnk_' || n, 'acc_1', 'code' || n, false, 'a link', 'https://example.com/', now(), now() from generate_series(1, ?) as n`,
  [links],
)
for (let back = 720; back >= 0; back -= 4) {
  await run(
    `insert into click_rollup (url_id, span, starts_at, dimension, value, clicks, bot_clicks, visitors)
     select 'lnk_' || n, 'hour', ?::timestamptz - make_interval(hours => h), 'total', '', 30 + (n * 7 + h * 13) % 40, 1, 0
       from generate_series(1, ?) as n, generate_series(?::int, ?::int) as h`,
    [new Date(hour), links, Math.max(0, back - 3), back],
  )
}
if (kind === 'postgres') await run('analyze')
for (let round = 1; round <= 3; round++) {
  now = new Date(hour + round * hourMs + 180_000)
  await run(
    `insert into click_rollup (url_id, span, starts_at, dimension, value, clicks, bot_clicks, visitors)
     select 'lnk_' || n, 'hour', ?::timestamptz, 'total', '', 30 + (n * 7) % 40, 1, 0 from generate_series(1, ?) as n
     on conflict do nothing`,
    [new Date(hour + (round - 1) * hourMs), links],
  )
  const [begin, busy] = [performance.now(), process.cpuUsage()]
  const evaluated = await detector.evaluateClosedHours()
  const { user, system } = process.cpuUsage(busy)
  const seconds = ((performance.now() - begin) / 1000).toFixed(2)
  console.log(
    `${evaluated} links judged for an hour in ${seconds} s, ${((user + system) / 1e6).toFixed(2)} s of it of this process`,
  )
}
console.log(machine())
await app.close()
await drop()
