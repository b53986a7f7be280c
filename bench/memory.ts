import { benchDatabase } from './database.ts'
import { load, machine, median } from './processes.ts'
import { BenchService } from './service.ts'

/**
 * Memory under redirects without end, and how long their clicks wait for the database: `npm run compile`, then
 * `node --import tsx bench/memory.ts [minutes]`. `/metrics` is read every ten seconds; the first fifth of the time is for
 * warming up. Flat is what has grown by less than a twentieth from the one half of the rest to the other: the median of the
 * resident memory, and the least of the heap, which is what a collection has left.
 */
const [, , minutes = '10'] = process.argv
const { url, drop } = await benchDatabase('postgres')
const metricsPort = 3904
const service = await BenchService.start(3903, { DATABASE_URL: url, METRICS_PORT: String(metricsPort) })
await service.send('POST', '/urls', { longUrl: 'https://example.com/1', customUrl: 'bench-1' })

async function readMetric(name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}

const megabytes = async (name: string) => (await readMetric(name)) / 2 ** 20

const samples: { minute: number; resident: number; heap: number }[] = []
let [redirects, errors, oldestSeconds] = [0, 0, 0]
for (let slice = 1; slice <= Number(minutes) * 6; slice++) {
  const seen = load(`${service.server.base}/bench-1`, { seconds: 10 })
  redirects += seen.requests
  errors += seen.errors
  oldestSeconds = Math.max(oldestSeconds, await readMetric('tack_journal_oldest_seconds'))
  const [resident, heap] = [
    await megabytes('process_resident_memory_bytes'),
    await megabytes('nodejs_heap_size_used_bytes'),
  ]
  samples.push({ minute: slice / 6, resident, heap })
  if (slice % 6 === 0) console.log(`minute ${slice / 6}: ${resident.toFixed(0)} MB, heap ${heap.toFixed(0)} MB`)
}
await service.server.stop()
await drop()

const warm = samples.slice(Math.ceil(samples.length / 5))
const middle = Math.floor(warm.length / 2)
const halves = [warm.slice(0, middle), warm.slice(middle)]
const summarize = { resident: median, heap: (values: readonly number[]) => Math.min(...values) }
for (const name of ['resident', 'heap'] as const) {
  const [before, after] = halves.map((half) => summarize[name](half.map((at) => at[name])))
  const growth = (after ?? 0) / (before ?? 0) - 1
  const verdict = growth < 0.05 ? 'flat' : 'not flat'
  console.log(
    `${name}: ${before?.toFixed(1)} MB, then ${after?.toFixed(1)} MB (${(100 * growth).toFixed(1)} %): ${verdict}`,
  )
  if (growth >= 0.05) process.exitCode = 1
}
console.log(
  `${redirects} redirects, ${errors} errors, the oldest click in the journal ${oldestSeconds.toFixed(2)} s; ${machine()}`,
)
if (errors > 0) process.exitCode = 1
