import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { benchDatabase } from './database.ts'
import { machine } from './processes.ts'
import { type Answer, BenchService } from './service.ts'

/**
 * How long an export of many links takes on PostgreSQL, and what it costs the service in memory: it is measured each 100 ms.
 * `npm run compile`, then `node --import tsx bench/exports.ts [links]`
 */
const linkCount = Number(process.argv[2] ?? 300_000)

const { url, drop } = await benchDatabase('postgres')
type Export = Answer & { readonly download?: { readonly byteCount: number } }

const service = await BenchService.start(3903, { DATABASE_URL: url })
const client = new pg.Client({ connectionString: url })
await client.connect()
await client.query('alter table link disable trigger user')
await client.query(
  `insert into link (id, workspace_id, code, is_custom, title, original_url, created_at, updated_at)
   select 'lnk_' || lpad(n::text, 26, '0'), workspace.id, 'row' || n, false, 'Page number ' || n,
          'https://example.com/pages/' || n || '?campaign=spring', now(), now()
     from workspace, generate_series(1, $1::int) as n`,
  [linkCount],
)
await client.query('analyze link')
await client.end()
await sleep(2_000)
const before = service.readMemory()
const samples: number[] = []
const timer = setInterval(() => samples.push(service.readMemory()), 100)
const startedMs = performance.now()
let state = await service.send<Export>('POST', '/exports/links', {})
while (state.state === 'queued' || state.state === 'running') {
  await sleep(100)
  state = await service.send<Export>('GET', `/exports/${state.id}`)
}
const seconds = (performance.now() - startedMs) / 1000
clearInterval(timer)
await service.server.stop()
await drop()

const half = Math.floor(samples.length / 2)
const peakOf = (values: readonly number[]) => Math.max(...values).toFixed(0)
const megabytes = ((state.download?.byteCount ?? 0) / 1e6).toFixed(0)
console.log(`${state.state}: ${state.rowCount} links, ${megabytes} MB, in ${seconds.toFixed(1)} s`)
console.log(
  `memory: ${before.toFixed(0)} MB before, at most ${peakOf(samples.slice(0, half))} MB in the first half and ${peakOf(samples.slice(half))} MB in the second`,
)
console.log(machine())
