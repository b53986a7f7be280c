import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startBalancer } from './balancer.ts'
import { benchDatabase } from './database.ts'
import { machine } from './processes.ts'

/**
 * Restarts three nodes behind haproxy (Debian's package) one after the other, while 32 clients with connections that are kept
 * alive follow a link, and counts the requests that failed. `node --import tsx bench/rolling-restarts.ts [rounds]`
 */
const rounds = Number(process.argv[2] ?? 10)
const drainSeconds = 3
const entryPort = 5100
const nodePorts = [5101, 5102, 5103]
const { url, drop } = await benchDatabase('postgres')
const folder = await mkdtemp(join(tmpdir(), 'tack-bench-'))

function startNode(port: number): ChildProcess {
  const env = {
    ...process.env,
    ...{ PORT: String(port), DATABASE_URL: url, JWT_SECRET: 'x'.repeat(32), RATE_LIMITS: 'off', LOG_LEVEL: 'error' },
    ...{ DRAIN_SECONDS: String(drainSeconds), PUBLIC_URL: `http://localhost:${entryPort}` },
  }
  return spawn(process.execPath, ['dist/main.js'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
}

async function whenReady(port: number): Promise<void> {
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`)
      .then(({ ok }) => ok)
      .catch(() => false)
  while (!(await isReady())) await pause(50)
}

async function restart(node: ChildProcess, port: number): Promise<ChildProcess> {
  node.kill('SIGTERM')
  const [code] = await once(node, 'exit')
  if (code !== 0) throw new Error(`A node ended with ${code}.`)
  const started = startNode(port)
  await whenReady(port)
  // The load balancer looks every half second.
  await pause(1_500)
  return started
}

const nodes = nodePorts.map((port) => startNode(port))
await Promise.all(nodePorts.map(whenReady))
const balancer = await startBalancer(folder, entryPort, nodePorts)
await whenReady(entryPort)

const answer = await fetch(`http://127.0.0.1:${entryPort}/v1/free-urls/shorten`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ longUrl: 'https://example.com/' }),
})
const { shortUrl } = (await answer.json()) as { shortUrl: string }
const link = `http://127.0.0.1:${entryPort}${new URL(shortUrl).pathname}`

let isRunning = true
let sent = 0
const failures = new Map<string, number>()

/** One client: a request after the other on a connection of its own. */
async function follow(): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  while (isRunning) {
    sent++
    const failure = await new Promise<string | undefined>((resolve) => {
      get(link, { agent }, (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode === 302 ? undefined : String(response.statusCode)))
      }).on('error', ({ message }) => resolve(message))
    })
    if (failure !== undefined) failures.set(failure, (failures.get(failure) ?? 0) + 1)
  }
  agent.destroy()
}

const startedMs = performance.now()
const clients = Array.from({ length: 32 }, follow)
for (let round = 0; round < rounds; round++)
  for (const [index, port] of nodePorts.entries()) nodes[index] = await restart(nodes[index] as ChildProcess, port)
isRunning = false
await Promise.all(clients)
const seconds = Math.round((performance.now() - startedMs) / 1000)
const failed = [...failures.values()].reduce((sum, each) => sum + each, 0)
console.log(`${failed} failed of ${sent} requests over ${rounds} rolling restarts of three nodes in ${seconds} s`)
for (const [failure, count] of failures) console.log(`  ${count} x ${failure}`)
console.log(machine())
balancer.kill('SIGTERM')
for (const node of nodes) node.kill('SIGKILL')
await Promise.all([balancer, ...nodes].map((child) => child.exitCode ?? once(child, 'exit')))
await drop()
await rm(folder, { recursive: true })
process.exit()
