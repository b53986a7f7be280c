import { benchDatabase } from './database.ts'
import { load, machine, median, startPinned } from './processes.ts'

/**
 * Memory under redirects without end: `npm run compile`, then `node --import tsx bench/memory.ts [minutes]`. Resident
 * memory and heap are read from `/metrics` every ten seconds; the first fifth of the time is for warming up. Flat is what
 * has grown by less than a twentieth from the one half of the rest to the other.
 */
const [, , minutes = '10'] = process.argv
const { url, drop } = await benchDatabase('postgres')
const metricsPort = 3904
const tack = await startPinned(
  'dist/main.js',
  3903,
  {
    DATABASE_URL: url,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    NODE_ENV: 'production',
    JWT_SECRET: 'x'.repeat(32),
    METRICS_PORT: String(metricsPort),
  },
  '/readyz',
)
const answer = await fetch(`${tack.base}/v1/free-urls/shorten`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ longUrl: 'https://example.com/1' }),
})
const { shortCode } = (await answer.json()) as { shortCode: string }

async function megabytes(name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]) / 2 ** 20
}

const samples: { minute: number; resident: number; heap: number }[] = []
let [redirects, errors] = [0, 0]
for (let slice = 1; slice <= Number(minutes) * 6; slice++) {
  const seen = load(`${tack.base}/${shortCode}`, { seconds: 10 })
  redirects += seen.requests
  errors += seen.errors
  const [resident, heap] = [
    await megabytes('process_resident_memory_bytes'),
    await megabytes('nodejs_heap_size_used_bytes'),
  ]
  samples.push({ minute: slice / 6, resident, heap })
  if (slice % 6 === 0) console.log(`minute ${slice / 6}: ${resident.toFixed(0)} MB, heap ${heap.toFixed(0)} MB`)
}
await tack.stop()
await drop()

const warm = samples.slice(Math.ceil(samples.length / 5))
const middle = Math.floor(warm.length / 2)
for (const name of ['resident', 'heap'] as const) {
  const [before, after] = [warm.slice(0, middle), warm.slice(middle)].map((half) => median(half.map((at) => at[name])))
  const growth = (after ?? 0) / (before ?? 0) - 1
  const verdict = growth < 0.05 ? 'flat' : 'not flat'
  console.log(
    `${name}: ${before?.toFixed(1)} MB, then ${after?.toFixed(1)} MB (${(100 * growth).toFixed(1)} %): ${verdict}`,
  )
  if (growth >= 0.05) process.exitCode = 1
}
console.log(`${redirects} redirects, ${errors} errors; ${machine()}`)
if (errors > 0) process.exitCode = 1
