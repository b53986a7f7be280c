import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { benchDatabase } from './database.ts'
import { machine, startPinned } from './processes.ts'

/**
 * How long an export of many links takes on PostgreSQL, and what it costs the service in memory: it is measured each 100 ms.
 * `npm run compile`, then `node --import tsx bench/exports.ts [links]`
 */
const linkCount = Number(process.argv[2] ?? 300_000)

const { url, drop } = await benchDatabase('postgres')
const server = await startPinned(
  'dist/main.js',
  3903,
  { DATABASE_URL: url, RATE_LIMITS: 'off', LOG_LEVEL: 'warn', NODE_ENV: 'production', JWT_SECRET: 'x'.repeat(32) },
  '/readyz',
)

async function send(method: string, path: string, token: string, body?: object) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const answer = await fetch(`${server.base}/v1${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as Record<string, string & number> & {
    readonly download?: { readonly byteCount: number }
  }
}

/** Resident memory in MB. */
function readMemory(): number {
  const status = readFileSync(`/proc/${server.child.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

while (!(await fetch(`${server.base}/readyz`)).ok) await sleep(100)
const account = { name: 'B', email: `${randomUUID()}@example.com`, password: 'a long bench password' }
const { token = '' } = await send('POST', '/auth/register', '', account)
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
const before = readMemory()
const samples: number[] = []
const timer = setInterval(() => samples.push(readMemory()), 100)
const startedMs = performance.now()
let state = await send('POST', '/exports/links', token, {})
while (state.state === 'queued' || state.state === 'running') {
  await sleep(100)
  state = await send('GET', `/exports/${state.id}`, token)
}
const seconds = (performance.now() - startedMs) / 1000
clearInterval(timer)
await server.stop()
await drop()

const half = Math.floor(samples.length / 2)
const peakOf = (values: readonly number[]) => Math.max(...values).toFixed(0)
const megabytes = ((state.download?.byteCount ?? 0) / 1e6).toFixed(0)
console.log(`${state.state}: ${state.rowCount} links, ${megabytes} MB, in ${seconds.toFixed(1)} s`)
console.log(
  `memory: ${before.toFixed(0)} MB before, at most ${peakOf(samples.slice(0, half))} MB in the first half and ${peakOf(samples.slice(half))} MB in the second`,
)
console.log(machine())
