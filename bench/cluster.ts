import 'reflect-metadata'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { readStoredClicks } from '../test/support/crash.ts'
import { compileFormer } from '../test/support/former-version.ts'
import { freePort } from '../test/support/port.ts'
import { OwnServer } from '../test/support/standby.ts'
import { startBalancer } from './balancer.ts'
import { ClusterLoad } from './cluster-load.ts'
import { ClusterNode, whenReady } from './cluster-node.ts'
import { createServiceFolder } from './data-folder.ts'
import { machine } from './processes.ts'
import { Prometheus } from './prometheus.ts'

/**
 * Three nodes behind haproxy with a primary, a replica and Redis of their own, under load the whole time, live through an
 * upgrade, rolling restarts and faults. For each it prints what the visitors got, what Prometheus counted and which alerts
 * fired; at the end each answer is compared with the rows, the counters and the analytics.
 * `npm run compile`, then `node --import tsx bench/cluster.ts [visits a second] [seconds of a fault] [seconds without replica]`, as root, because a full disk is
 * a small file system in memory. Needs Debian's packages `haproxy`, `faketime`, `prometheus`, `redis-server` and `postgresql`.
 */
const [, , visitsPerSecond = '150', faultSeconds = '100', promotedSeconds = '345'] = process.argv
const faultMs = Number(faultSeconds) * 1000
const run = promisify(execFile)

const former = await compileFormer()
const primary = await OwnServer.create()
const replica = await primary.replicate()
const [entryPort, redisPort] = [await freePort(), await freePort()]
const entry = `http://127.0.0.1:${entryPort}`

function startRedis(): ChildProcess {
  return spawn('redis-server', ['--port', String(redisPort), '--save', '', '--dir', '/tmp'], { stdio: 'ignore' })
}

const settings = {
  DATABASE_URL: primary.url,
  DATABASE_REPLICA_URLS: replica.url,
  REDIS_URL: `redis://127.0.0.1:${redisPort}`,
  PUBLIC_URL: entry,
  JWT_SECRET: 'x'.repeat(32),
  PLAN_LIMITS: 'free.links=999999',
  TRUST_PROXY: '1',
  LOG_LEVEL: 'error',
  DRAIN_SECONDS: '3',
}
const nodes = [
  await ClusterNode.create(settings),
  await ClusterNode.create(settings),
  await ClusterNode.create(settings, 24),
] as const
const [first, second, third] = nodes
for (const node of nodes) await node.install(former.folder)
let redis = startRedis()
// The first one migrates.
await first.start()
await Promise.all([second.start(), third.start()])
const balancer = await startBalancer(
  first.folder,
  entryPort,
  nodes.map(({ port }) => Number(port)),
)
await whenReady(entry)
const prometheus = await Prometheus.start(
  first.folder,
  nodes.map(({ port }) => port),
)
const load = new ClusterLoad(entry, Number(visitsPerSecond))
await load.register()
for (let n = 0; n < 24; n++) await load.shorten()
for (let n = 0; n < 4; n++) await load.shorten(200 * (n + 1))
load.start()

/** Does something under load, and prints what was seen of it from outside, by Prometheus and by its alerts. */
async function phase(name: string, act: () => Promise<string | undefined>): Promise<void> {
  const before = new Map(load.answers)
  const startedMs = performance.now()
  const remark = await act()
  const seconds = Math.round((performance.now() - startedMs) / 1000)
  // What happened last is scraped by then.
  await sleep(16_000)
  const answers = [...load.answers]
    .map(([what, count]) => [what, count - (before.get(what) ?? 0)] as const)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${count} x ${what}`)
  const found = await prometheus.query(`sum(increase(tack_redirects_total{outcome="found"}[${seconds + 16}s]))`)
  const alerts = await prometheus.readAlerts(`${seconds + 16}s`)
  console.log(`${name} (${seconds} s)${remark ? `: ${remark}` : ''}
  ${answers.join(', ')}
  Prometheus: ${Math.round(found[0]?.value ?? Number.NaN)} redirects; alerts: ${alerts.join(', ') || 'none'}`)
}

await phase('nothing', async () => {
  await sleep(30_000)
  return undefined
})
await phase('an upgrade from 0.1.0, node by node', async () => {
  for (const node of nodes) {
    await node.install(resolve('.'))
    await node.restart()
  }
  return undefined
})
await phase('rolling restarts', async () => {
  for (const node of nodes) await node.restart()
  return undefined
})
await phase('a node is killed and stays away', async () => {
  await first.end('SIGKILL')
  await sleep(faultMs)
  await first.start()
  return undefined
})
await phase('Redis is away', async () => {
  redis.kill('SIGKILL')
  await sleep(faultMs)
  redis = startRedis()
  return undefined
})
await phase('PostgreSQL is away', async () => {
  await primary.kill()
  await sleep(faultMs)
  await primary.start()
  return undefined
})
await phase('the disk of a node is full', async () => {
  const endMs = performance.now() + faultMs
  while (performance.now() < endMs) {
    await third.fillDisk()
    await sleep(200)
  }
  await third.emptyDisk()
  return undefined
})
await phase('the clock of a node is an hour late', async () => {
  await second.setClock(-3600)
  await sleep(faultMs)
  await second.setClock(0)
  return undefined
})
await phase('a backup is restored into a new database', async () => {
  const file = join(second.folder, 'backup.tar.zst')
  const restored = primary.url.replace(/postgres$/, 'restored')
  await primary.query('create database restored')
  const seenBefore = load.links.map(({ seen }) => seen)
  await command('backup', file, primary.url, second.folder)
  const most = load.links.map(({ seen, unanswered }) => seen + unanswered)
  const place = await createServiceFolder(undefined)
  await command('restore', file, restored, place.folder)
  await place.remove()
  const stored = await readStoredClicks(
    { kind: 'server', url: restored },
    load.links.map(({ code }) => code),
  )
  // Clicks of the last 50 ms in the journals of other nodes may not be in it.
  const wrong = stored.filter(
    ({ rows, counter }, n) => rows !== counter || rows > (most[n] ?? 0) + 1 || rows < (seenBefore[n] ?? 0) - 5,
  )
  return `${stored.reduce((sum, { rows }) => sum + rows, 0)} clicks, ${wrong.length} links wrong`
})
await phase('the replica is promoted', async () => {
  await replica.query('select pg_promote()')
  // The alert waits for five minutes.
  await sleep(Number(promotedSeconds) * 1000)
  return undefined
})

async function command(name: 'backup' | 'restore', file: string, url: string, folder: string): Promise<void> {
  const env = { ...process.env, DATABASE_URL: url, JWT_SECRET: 'x'.repeat(32) }
  await run(process.execPath, ['dist/admin.js', name, file], { env, cwd: folder })
}

await load.end()
while ((await Promise.all(nodes.map((node) => node.figure('tack_clicks_unshipped')))).some((left) => left > 0))
  await sleep(200)
const stored = await readStoredClicks(
  { kind: 'server', url: primary.url },
  load.links.map(({ code }) => code),
)
const total = {
  lost: 0,
  doubled: 0,
  wrongCounters: 0,
  wrongAnalytics: 0,
  overLimit: 0,
  lostLinks: 0,
  stale: load.stale,
}
for (const [n, link] of load.links.entries()) {
  const { rows = 0, ids = 0, counter = 0 } = stored[n] ?? {}
  total.lost += Math.max(0, link.seen - rows)
  total.doubled += Math.max(0, rows - link.seen - link.unanswered) + (rows - ids)
  total.wrongCounters += counter === rows ? 0 : 1
  const { body, status } = await load.read(`/clicks/analytics/${link.id}`)
  if (body?.totalClicks === rows) continue
  total.wrongAnalytics++
  console.log(`${link.id}: ${rows} rows, the analytics answered ${status} ${JSON.stringify(body)?.slice(0, 200)}`)
}
for (const [n, { clickLimit, seen }] of load.links.entries())
  if (clickLimit) total.overLimit += Math.max(0, (stored[n]?.rows ?? 0) - clickLimit, seen - clickLimit)
const rows = await primary.query<{ id: string }>('select id from link')
const ids = new Set(rows.map(({ id }) => id))
total.lostLinks = load.created.filter((id) => !ids.has(id)).length
console.log(
  `${load.links.reduce((sum, { seen }) => sum + seen, 0)} redirects, ${load.created.length} links created: ${JSON.stringify(total)}`,
)
for (const { clickLimit, seen, code } of load.links.filter(({ clickLimit }) => clickLimit))
  console.log(
    `limit ${clickLimit}: ${seen} redirects, ${stored.find((each) => each.code === code.toLowerCase())?.rows} clicks`,
  )
console.log(machine())
if (Object.values(total).some((count) => count > 0)) process.exitCode = 1

prometheus.kill()
const balancerEnd = once(balancer, 'exit')
balancer.kill('SIGTERM')
redis.kill('SIGKILL')
for (const node of nodes) await node.end('SIGKILL')
await balancerEnd
for (const node of nodes) await node.remove()
await replica.remove()
await primary.remove()
await former.remove()
process.exit()
