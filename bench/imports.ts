import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { benchDatabase } from './database.ts'
import { machine, startPinned } from './processes.ts'

/**
 * How long an import of 100,000 rows takes, and what it costs the service in memory: it is measured each 100 ms, from before
 * the upload on. `npm run compile`, then `node --import tsx bench/imports.ts [postgres|embedded] [rows] [columns: few|many]`
 */
const [, , kind = 'postgres', rows = '100000', columns = 'many'] = process.argv
const rowCount = Number(rows)

const { url, drop } = await benchDatabase(kind)
const server = await startPinned(
  'dist/main.js',
  3902,
  {
    DATABASE_URL: url,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    NODE_ENV: 'production',
    JWT_SECRET: 'x'.repeat(32),
    PLAN_LIMITS: `free.links=${rowCount * 2}`,
  },
  '/readyz',
)

async function send(method: string, path: string, token: string, body?: string | object) {
  const type = typeof body === 'string' ? 'text/csv' : 'application/json'
  const headers = { ...(body !== undefined && { 'content-type': type }), authorization: `Bearer ${token}` }
  const payload = typeof body === 'object' ? JSON.stringify(body) : body
  const answer = await fetch(`${server.base}/v1${path}`, {
    method,
    headers,
    ...(payload !== undefined && { body: payload }),
  })
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as Record<string, string & number>
}

/** Resident memory in MB. */
function readMemory(): number {
  const status = readFileSync(`/proc/${server.child.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

while (!(await fetch(`${server.base}/readyz`)).ok) await sleep(100)
const account = { name: 'B', email: `${randomUUID()}@example.com`, password: 'a long bench password' }
const { token = '' } = await send('POST', '/auth/register', '', account)
const lines = Array.from({ length: rowCount }, (_, n) =>
  columns === 'few'
    ? `https://example.com/pages/${n},bench-${n}`
    : `https://example.com/pages/${n}?campaign=spring,bench-${n},Page number ${n},"red, tag ${n % 50}",Folder ${n % 20},2025-01-01T00:00:00Z`,
)
const header = columns === 'few' ? 'longUrl,customUrl' : 'longUrl,customUrl,title,tags,folder,createdAt'
const { id = '' } = await send('POST', '/imports', token, { source: 'csv' })
await sleep(2_000)
const before = readMemory()
let peak = before
const samples: number[] = []
const timer = setInterval(() => {
  const memory = readMemory()
  samples.push(memory)
  peak = Math.max(peak, memory)
}, 100)
const startedMs = performance.now()
await send('PUT', `/imports/${id}/content`, token, `${header}\n${lines.join('\n')}\n`)
const uploadedMs = performance.now()
let state = await send('GET', `/imports/${id}`, token)
while (state.state === 'queued' || state.state === 'running') {
  await sleep(250)
  state = await send('GET', `/imports/${id}`, token)
}
const endedMs = performance.now()
clearInterval(timer)
await server.stop()
await drop()

const third = Math.floor(samples.length / 3)
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
console.log(
  `${state.state}: ${state.created} of ${rowCount} rows in ${((endedMs - uploadedMs) / 1000).toFixed(1)} s after ${((uploadedMs - startedMs) / 1000).toFixed(1)} s of upload`,
)
console.log(
  `memory: ${before.toFixed(0)} MB before, ${peak.toFixed(0)} MB at most; mean of the second third ${mean(samples.slice(third, 2 * third)).toFixed(0)} MB, of the last ${mean(samples.slice(2 * third)).toFixed(0)} MB`,
)
console.log(`${kind}, ${columns} columns, ${machine()}`)
