import { setTimeout as sleep } from 'node:timers/promises'
import { benchDatabase } from './database.ts'
import { machine } from './processes.ts'
import { BenchService } from './service.ts'

/**
 * How long an import of 100,000 rows takes, and what it costs the service in memory: it is measured each 100 ms, from before
 * the upload on. `npm run compile`, then `node --import tsx bench/imports.ts [postgres|embedded] [rows] [columns: few|many]`
 */
const [, , kind = 'postgres', rows = '100000', columns = 'many'] = process.argv
const rowCount = Number(rows)

const { url, drop } = await benchDatabase(kind)
const service = await BenchService.start(3902, {
  DATABASE_URL: url,
  PLAN_LIMITS: `free.links=${rowCount * 2}`,
})
const lines = Array.from({ length: rowCount }, (_, n) =>
  columns === 'few'
    ? `https://example.com/pages/${n},bench-${n}`
    : `https://example.com/pages/${n}?campaign=spring,bench-${n},Page number ${n},"red, tag ${n % 50}",Folder ${n % 20},2025-01-01T00:00:00Z`,
)
const header = columns === 'few' ? 'longUrl,customUrl' : 'longUrl,customUrl,title,tags,folder,createdAt'
const { id = '' } = await service.send('POST', '/imports', { source: 'csv' })
await sleep(2_000)
const before = service.readMemory()
let peak = before
const samples: number[] = []
const timer = setInterval(() => {
  const memory = service.readMemory()
  samples.push(memory)
  peak = Math.max(peak, memory)
}, 100)
const startedMs = performance.now()
await service.send('PUT', `/imports/${id}/content`, `${header}\n${lines.join('\n')}\n`)
const uploadedMs = performance.now()
let state = await service.send('GET', `/imports/${id}`)
while (state.state === 'queued' || state.state === 'running') {
  await sleep(250)
  state = await service.send('GET', `/imports/${id}`)
}
const endedMs = performance.now()
clearInterval(timer)
await service.server.stop()
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
