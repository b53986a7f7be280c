import { setTimeout as sleep } from 'node:timers/promises'
import { benchDatabase } from './database.ts'
import {
  cpuSecondsWithChildren,
  type Load,
  load,
  machine,
  median,
  postgresCpuSeconds,
  startPinned,
} from './processes.ts'
import { BenchService } from './service.ts'

/**
 * Warm redirects of one link, each click recorded before its answer, against the yardstick, with the CPU time per redirect
 * of the service and of PostgreSQL, folding included; then the clicks in the database are compared with the redirects that
 * the load generator saw. `npm run compile`, then
 * `node --import tsx bench/redirect.ts [postgres|embedded] [rounds] [connections] [journal|committed] [workers]`
 */
const [, , kind = 'postgres', rounds = '3', connectionsGiven = '32', durability = 'journal', workers = '1'] =
  process.argv
const connections = Number(connectionsGiven)
const { url, drop } = await benchDatabase(kind)
const yardstick = await startPinned('--import tsx bench/yardstick.ts', 3901, {}, '/bench-1')
const tack = await BenchService.start(3902, { DATABASE_URL: url, CLICK_DURABILITY: durability, WORKERS: workers })
const { id } = await tack.send('POST', '/urls', { longUrl: 'https://example.com/1', customUrl: 'bench-1' })

/** One run: the load, and the CPU time per request in microseconds. */
interface Run extends Load {
  readonly cpu: number
  readonly databaseCpu: number
}

let seen = 0
// The counter of the link, because counting anew would be work of PostgreSQL that no redirect causes.
const countClicks = async () => (await tack.send('GET', `/urls/${id}`)).currentClicks ?? 0

/** What is shipped and folded after the last answer belongs to these redirects. */
async function waitForClicks(): Promise<void> {
  await sleep(3_000)
  for (let waited = 0; waited < 60 && (await countClicks()) < seen; waited++) await sleep(1_000)
}

async function run(base: string, process: number, settle = async () => {}): Promise<Run> {
  const [before, databaseBefore] = [cpuSecondsWithChildren(process), postgresCpuSeconds()]
  const figures = load(`${base}/bench-1`, { connections })
  if (base === tack.server.base) seen += figures.requests
  await settle()
  const each = (seconds: number) => (seconds * 1e6) / figures.requests
  const [cpu, databaseCpu] = [cpuSecondsWithChildren(process) - before, postgresCpuSeconds() - databaseBefore]
  return { ...figures, cpu: each(cpu), databaseCpu: each(databaseCpu) }
}

load(`${yardstick.base}/bench-1`, { seconds: 2, connections })
seen = load(`${tack.server.base}/bench-1`, { seconds: 2, connections }).requests
const rows: { yard: Run; ours: Run }[] = []
for (let round = 0; round < Number(rounds); round++) {
  const yard = await run(yardstick.base, yardstick.child.pid ?? 0)
  const ours = await run(tack.server.base, tack.server.child.pid ?? 0, waitForClicks)
  rows.push({ yard, ours })
  console.log(
    `round ${round + 1}: yardstick ${yard.perSecond.toFixed(0)}/s p99 ${yard.p99.toFixed(1)} ms, tack ${ours.perSecond.toFixed(0)}/s p99 ${ours.p99.toFixed(1)} ms, errors ${ours.errors}`,
  )
}
const { totalClicks = 0 } = await tack.send('GET', `/clicks/analytics/${id}`)
await tack.server.stop()
await yardstick.stop()
await drop()

const middle = (figure: (row: { yard: Run; ours: Run }) => number, digits = 0) =>
  median(rows.map(figure)).toFixed(digits)
console.log(
  `redirect, ${kind}, ${durability}, ${workers} workers, ${connections} connections: ` +
    `${middle(({ yard, ours }) => ours.perSecond / yard.perSecond, 2)} of the yardstick ` +
    `(${middle(({ ours }) => ours.perSecond)}/s of ${middle(({ yard }) => yard.perSecond)}/s), ` +
    `p99 ${middle(({ ours }) => ours.p99, 1)} ms; ${machine()}`,
)
console.log(
  `CPU per redirect: service ${middle(({ ours }) => ours.cpu, 1)} µs, ` +
    `${middle(({ yard, ours }) => ours.cpu / yard.cpu, 2)} of the yardstick's ${middle(({ yard }) => yard.cpu, 1)} µs; ` +
    `PostgreSQL ${middle(({ ours }) => ours.databaseCpu, 1)} µs`,
)
// wrk cuts off the requests under way when its time is over: at most one a connection and run were recorded, not seen.
const cutOff = connections * (rows.length + 1)
console.log(
  `clicks recorded ${totalClicks}, redirects seen ${seen}, difference ${totalClicks - seen} (0 to ${cutOff} is true)`,
)
if (totalClicks < seen || totalClicks > seen + cutOff) process.exitCode = 1
