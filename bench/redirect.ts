import { benchDatabase } from './database.ts'
import { type Load, load, machine, median, startPinned } from './processes.ts'

/**
 * Warm redirects of one link, each click recorded before its answer, against the yardstick; then the clicks in the
 * database are compared with the redirects the load generator saw. `npm run compile`, then
 * `node --import tsx bench/redirect.ts [postgres|embedded] [rounds]`
 */
const [, , kind = 'postgres', rounds = '3'] = process.argv
const { url, drop } = await benchDatabase(kind)

const yardstick = await startPinned('--import tsx bench/yardstick.ts', 3901, {}, '/bench-1')
const tack = await startPinned(
  'dist/main.js',
  3902,
  { DATABASE_URL: url, RATE_LIMITS: 'off', LOG_LEVEL: 'warn', NODE_ENV: 'production', JWT_SECRET: 'x'.repeat(32) },
  '/readyz',
)
const json = (body: unknown, token = '') => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
  body: JSON.stringify(body),
})
const account = await fetch(
  `${tack.base}/v1/auth/register`,
  json({ name: 'B', email: 'b@example.com', password: 'a long bench password' }),
)
const { token } = (await account.json()) as { token: string }
const made = await fetch(
  `${tack.base}/v1/urls`,
  json({ longUrl: 'https://example.com/1', customUrl: 'bench-1' }, token),
)
const { id } = (await made.json()) as { id: string }

load(`${yardstick.base}/bench-1`, { seconds: 2 })
let seen = load(`${tack.base}/bench-1`, { seconds: 2 }).requests
const rows: { yard: Load; ours: Load }[] = []
for (let round = 0; round < Number(rounds); round++) {
  const yard = load(`${yardstick.base}/bench-1`)
  const ours = load(`${tack.base}/bench-1`)
  seen += ours.requests
  rows.push({ yard, ours })
  console.log(
    `round ${round + 1}: yardstick ${yard.perSecond.toFixed(0)}/s p99 ${yard.p99.toFixed(1)} ms, tack ${ours.perSecond.toFixed(0)}/s p99 ${ours.p99.toFixed(1)} ms, errors ${ours.errors}`,
  )
}
await new Promise((resolve) => setTimeout(resolve, 1000))
const summary = await fetch(`${tack.base}/v1/clicks/analytics/${id}`, { headers: { authorization: `Bearer ${token}` } })
const { totalClicks } = (await summary.json()) as { totalClicks: number }
await tack.stop()
await yardstick.stop()
await drop()

const ratio = median(rows.map(({ yard, ours }) => ours.perSecond / yard.perSecond))
console.log(
  `redirect, ${kind}: ${ratio.toFixed(2)} of the yardstick (${median(rows.map(({ ours }) => ours.perSecond)).toFixed(0)}/s of ${median(rows.map(({ yard }) => yard.perSecond)).toFixed(0)}/s), p99 ${median(rows.map(({ ours }) => ours.p99)).toFixed(1)} ms; ${machine()}`,
)
// wrk cuts off the requests under way when its time is over: at most one a connection and run were recorded, not seen.
const runs = rows.length + 1
console.log(
  `clicks recorded ${totalClicks}, redirects seen ${seen}, difference ${totalClicks - seen} (0 to ${32 * runs} is true)`,
)
if (totalClicks < seen || totalClicks > seen + 32 * runs) process.exitCode = 1
