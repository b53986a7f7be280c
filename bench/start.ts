import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { benchDatabase } from './database.ts'
import { cpuSeconds } from './processes.ts'

/**
 * How long the compiled service takes from its start to its first answer, first with an empty data folder, then warm, and
 * how much memory it has at rest: `npm run compile`, then `node --import tsx bench/start.ts [postgres or embedded] [runs]`.
 * Times are wall seconds, and CPU seconds of the process in parentheses.
 */
const [database = 'embedded', runs = '3'] = process.argv.slice(2)
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
    env: { PATH: process.env.PATH, PORT: port, LOG_LEVEL: 'error', MALLOC_TRIM_THRESHOLD_: '131072', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const seconds = () =>
    `${((performance.now() - beganAt) / 1000).toFixed(1)} s (${cpuSeconds(child.pid ?? 0).toFixed(1)})`
  // The first line is printed when the code is loaded.
  await once(child.stdout, 'data')
  const loaded = seconds()
  while (!(await answers())) await new Promise((resolve) => setTimeout(resolve, 20))
  const answered = seconds()
  await new Promise((resolve) => setTimeout(resolve, restSeconds * 1000))
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
  const residentMb = Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
  child.kill('SIGTERM')
  await once(child, 'exit')
  return { loaded, answered, residentMb }
}

function answers(): Promise<boolean> {
  return fetch(`http://localhost:${port}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )
}

const folder = await mkdtemp(join(tmpdir(), 'tack-bench-start-'))
const server = await benchDatabase(database)
const environment = { DATABASE_URL: database === 'postgres' ? server.url : `file:${folder}` }
for (let run = 0; run <= Number(runs); run++) {
  const { loaded, answered, residentMb } = await measureStart(environment)
  console.log(
    `${run === 0 ? 'first' : 'warm '}  code loaded ${loaded}, first answer ${answered}, at rest ${residentMb} MB`,
  )
}
await server.drop()
await rm(folder, { recursive: true })
