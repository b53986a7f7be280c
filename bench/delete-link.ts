import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { benchDatabase } from './database.ts'
import { machine } from './processes.ts'
import { BenchService } from './service.ts'

/**
 * How long the deletion of a link with many clicks takes on PostgreSQL, until the answer and until its rows are gone, and
 * what other requests notice of it.
 * `npm run compile`, then `node --import tsx bench/delete-link.ts [clicks]`
 */
const clickCount = Number(process.argv[2] ?? 1_000_000)

const { url, drop } = await benchDatabase('postgres')
const service = await BenchService.start(3904, { DATABASE_URL: url })
const { id = '' } = await service.send('POST', '/urls', { longUrl: 'https://example.com/' })
const client = new pg.Client({ connectionString: url })
await client.connect()
await client.query(
  `insert into click (id, url_id, created_at, trigger, country, device, browser, os, is_bot, visitor_hash)
   select 'clk_' || lpad(n::text, 26, '0'), $1, now() - n * interval '2 seconds', 'link', 'DE', 'Desktop', 'Firefox', 'Linux',
          false, decode(lpad(to_hex(n), 16, '0'), 'hex')
     from generate_series(1, $2::int) as n`,
  [id, clickCount],
)
await client.query('vacuum analyze click')
const countRows = async () => {
  const { rows } = await client.query(
    'select (select count(*) from click where url_id = $1) + (select count(*) from click_rollup where url_id = $1) as count',
    [id],
  )
  return Number(rows[0].count)
}
// Folding them takes a while.
for (let last = -1, count = 0; count !== last; last = count, count = await countRows()) await sleep(5_000)

const latencies: number[] = []
let isMeasuring = true
const others = (async () => {
  while (isMeasuring) {
    const startedMs = performance.now()
    await service.send('GET', '/urls')
    latencies.push(performance.now() - startedMs)
    await sleep(20)
  }
})()
await sleep(3_000)
const quiet = latencies.splice(0)
const startedMs = performance.now()
await service.send('DELETE', `/urls/${id}`)
const answeredMs = performance.now() - startedMs
while ((await countRows()) > 0) await sleep(1_000)
const goneSeconds = (performance.now() - startedMs) / 1000
isMeasuring = false
await others
await client.end()
await service.server.stop()
await drop()

const p99 = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)]?.toFixed(1)
console.log(
  `${clickCount} clicks: answered after ${answeredMs.toFixed(0)} ms, all rows gone after ${goneSeconds.toFixed(0)} s`,
)
console.log(`p99 of a list of links: ${p99(quiet)} ms before, ${p99(latencies)} ms meanwhile`)
console.log(machine())
