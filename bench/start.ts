import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { benchDatabase } from './database.ts'
import { cpuSeconds } from './processes.ts'
import { BenchService } from './service.ts'

/**
 * How long the compiled service takes from its start to its first answer, first with an empty data folder, then warm, and
 * how much memory it has at rest: `npm run compile`, then
 * `node --import tsx bench/start.ts [postgres or embedded] [runs] [minutes]`. With minutes, one more is used for so long
 * as by a person and some visitors, and rests again. Times are wall seconds, and CPU seconds of the process in
 * parentheses.
 */
const [database = 'embedded', runs = '3', minutes = '0'] = process.argv.slice(2)
const restSeconds = 15
const port = '3977'

interface Start {
  readonly loaded: string
  readonly answered: string
  readonly residentMb: number
}

async function measureStart(environment: Record<string, string>): Promise<Start> {
  const beganAt = performance.now()
  const child = spawn(process.execPath, ['--max-semi-space-size=8', 'dist/main.js'], {
    env: { PATH: process.env.PATH, PORT: port, LOG_LEVEL: 'error', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const seconds = () =>
    `${((performance.now() - beganAt) / 1000).toFixed(1)} s (${cpuSeconds(child.pid ?? 0).toFixed(1)})`
  // The first line is printed when the code is loaded.
  await once(child.stdout, 'data')
  const loaded = seconds()
  while (!(await answers())) await sleep(20)
  const answered = seconds()
  await sleep(restSeconds * 1000)
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
  const residentMb = Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
  child.kill('SIGTERM')
  await once(child, 'exit')
  return { loaded, answered, residentMb }
}

/** Each second: a link, ten visits, a list over each interface, and the statistics of the link. */
async function measureUse(): Promise<number> {
  const service = await BenchService.start(Number(port), { ...environment, NODE_OPTIONS: '--max-semi-space-size=8' })
  const until = Date.now() + Number(minutes) * 60_000
  while (Date.now() < until) {
    const code = `bench-${Date.now()}`
    const { id } = await service.send('POST', '/urls', { longUrl: `https://example.com/${code}`, customUrl: code })
    for (let visit = 0; visit < 10; visit++) await fetch(`${service.server.base}/${code}`, { redirect: 'manual' })
    await service.send('GET', '/urls?limit=20')
    await service.send('POST', '/../graphql', { query: '{ urls(first: 20) { nodes { shortUrl } totalCount } }' })
    await service.send('GET', `/clicks/analytics/${id}`)
    await sleep(1000)
  }
  await sleep(restSeconds * 1000)
  const residentMb = Math.round(service.readMemory())
  await service.server.stop()
  return residentMb
}

function answers(): Promise<boolean> {
  return fetch(`http://localhost:${port}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )
}

const folder = await mkdtemp(join(tmpdir(), 'tack-bench-start-'))
const server = await benchDatabase(database)
const environment = {
  DATABASE_URL: database === 'postgres' ? server.url : `file:${folder}`,
  MALLOC_TRIM_THRESHOLD_: '131072',
}
for (let run = 0; run <= Number(runs); run++) {
  const { loaded, answered, residentMb } = await measureStart(environment)
  console.log(
    `${run === 0 ? 'first' : 'warm '}  code loaded ${loaded}, first answer ${answered}, at rest ${residentMb} MB`,
  )
}
if (Number(minutes) > 0) console.log(`after ${minutes} minutes of use at rest ${await measureUse()} MB`)
await server.drop()
await rm(folder, { recursive: true })
