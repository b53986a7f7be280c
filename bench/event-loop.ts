import 'reflect-metadata'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { RollupWorker } from '../src/modules/visits/clicks/store/postgres/rollups/rollup-worker.ts'
import { tables } from '../src/modules.ts'
import { openDatabase } from '../src/platform/database/database.ts'
import { systemClock } from '../src/platform/shared/time.ts'
import { readLoopDelay, writeLoopProbe } from './loop-delay.ts'
import { machine, startPinned } from './processes.ts'

/**
 * Whether the service answers while its embedded database is busy: `npm run compile`, then
 * `node --import tsx bench/event-loop.ts [clicks] [summaries]`. Many filtered summaries of a link with 100,000 clicks are
 * requested at once; until the last is answered, `/healthz` is requested every 5 ms and the service measures the delay of
 * its event loop.
 */
const [, , clicks = '100000', summaries = '30'] = process.argv
const folder = await mkdtemp(join(tmpdir(), 'tack-bench-loop-'))
const dist = process.env.BENCH_DIST ?? 'dist'

const probePort = 3979
const probe = writeLoopProbe(probePort)
const service = () =>
  startPinned(
    `--import ${probe} ${dist}/main.js`,
    3978,
    { DATABASE_URL: `file:${folder}`, RATE_LIMITS: 'off', LOG_LEVEL: 'warn', JWT_SECRET: 'x'.repeat(32) },
    '/readyz',
    // The thread of the database needs a core of its own.
    '0,1',
  )

const first = await service()
const post = async (path: string, body: object, token = '') => {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  return (await fetch(first.base + path, { method: 'POST', headers, body: JSON.stringify(body) })).json()
}
const { token } = (await post('/v1/auth/register', {
  name: 'Ada',
  email: 'ada@example.com',
  password: 'correct horse battery',
})) as { token: string }
const { id } = (await post('/v1/urls', { longUrl: 'https://example.com/' }, token)) as { id: string }
await first.stop()

const { orm, close } = await openDatabase({ place: { kind: 'folder', folder }, tables })
await orm.em.fork().execute(
  `insert into click (id, url_id, created_at, trigger, country, device, browser, os, referrer_host, is_bot, visitor_hash)
   select 'clk_' || gen_random_uuid(), ?, now() - random() * interval '20 days', 'link',
          (array['DE', 'US', 'JP', 'FR', 'BR'])[1 + n % 5], (array['Desktop', 'Mobile'])[1 + n % 2],
          (array['Chrome', 'Firefox', 'Safari'])[1 + n % 3], (array['Windows', 'iOS', 'Linux'])[1 + n % 3],
          'site' || (n % 40) || '.example', false, decode(md5((random() * 200000)::int::text), 'hex')
     from generate_series(1, ?::int) as n`,
  [id, Number(clicks)],
)
const rollups = new RollupWorker({
  orm,
  clock: systemClock,
  log: console,
  publishLimitEvents: async () => undefined,
  isEmbedded: false,
})
for (let step = 0; step < Number(clicks) / 20_000 + 1; step++) await rollups.fold()
await close()

const { base, stop } = await service()
const agent = new Agent({ keepAlive: true })
/** Milliseconds until the answer, which must be 200. */
async function read(path: string, authorization?: string): Promise<number> {
  const begin = performance.now()
  const [answer] = (await once(
    get(base + path, { agent, headers: authorization ? { authorization } : {} }),
    'response',
  )) as [IncomingMessage]
  const text = await textOf(answer)
  if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}: ${text}`)
  return performance.now() - begin
}
const percentile = (times: readonly number[], share: number) =>
  (times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0).toFixed(1)

/** Requests /healthz every 5 ms until the work is done, without waiting for the one before. */
async function healthDuring(work: Promise<unknown>): Promise<number[]> {
  const answers: Promise<number>[] = []
  const timer = setInterval(() => answers.push(read('/healthz')), 5)
  await work.finally(() => clearInterval(timer))
  return Promise.all(answers)
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 3_000))
const measure = async (name: string, work: () => Promise<unknown>) => {
  await readLoopDelay(probePort)
  const begin = performance.now()
  const health = await healthDuring(work())
  console.log(
    `${name}: ${((performance.now() - begin) / 1000).toFixed(1)} s, ${health.length} requests of /healthz: ` +
      `p50 ${percentile(health, 0.5)} ms, p99 ${percentile(health, 0.99)} ms, longest ${percentile(health, 1 - 1 / health.length)} ms`,
  )
  const { p50, p99, longest } = await readLoopDelay(probePort)
  console.log(`event loop: delay p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, longest ${longest.toFixed(1)} ms`)
}

const path = `/v1/clicks/analytics/${id}?country=DE`
// The first request of an operation compiles its document.
await read(path, `Bearer ${token}`)
await healthDuring(pause())
await measure('nothing else', pause)
await measure(`${summaries} summaries filtered by country of ${clicks} clicks at once`, () =>
  Promise.all(Array.from({ length: Number(summaries) }, () => read(path, `Bearer ${token}`))),
)
console.log(machine())
await stop()
await rm(folder, { recursive: true })
