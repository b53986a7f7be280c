import { setTimeout as sleep } from 'node:timers/promises'
import { isUnfoldedSql } from '../src/modules/visits/clicks/store/postgres/rollups/watermark.queries.ts'
import { OwnServer } from '../test/support/standby.ts'
import { insertClicksSql } from './clicks.ts'
import { databaseCpu, databaseCpuSince } from './database.ts'
import { cpuSecondsOrNone, load, machine, median } from './processes.ts'
import { BenchService } from './service.ts'

/**
 * What a streaming replica takes from the primary: CPU time of both servers and of the service for each read, without and with
 * `DATABASE_REPLICA_URLS`. It starts two servers of its own. `npm run compile`, then
 * `node --import tsx bench/replicas.ts [rounds] [seconds] [connections]`
 */
const [, , rounds = '3', seconds = '5', connections = '8'] = process.argv
const linkCount = 10_000
const clickCount = 200_000
const primary = await OwnServer.create()
const replica = await primary.replicate()

interface Cpu {
  readonly perSecond: number
  readonly service: number
  readonly primary: number
  readonly replica: number
}

async function measure({ server, token }: BenchService, path: string): Promise<Cpu> {
  const pid = server.child.pid ?? 0
  const [own, ofPrimary, ofReplica] = [
    cpuSecondsOrNone(pid),
    await databaseCpu(primary.query),
    await databaseCpu(replica.query),
  ]
  const headers = [`Authorization: Bearer ${token}`]
  const done = load(server.base + path, { seconds: Number(seconds), connections: Number(connections), headers })
  if (done.errors > 0 || done.requests === 0) throw new Error(done.text)
  const each = (total: number) => (total * 1e6) / done.requests
  return {
    perSecond: done.perSecond,
    service: each(cpuSecondsOrNone(pid) - own),
    primary: each(await databaseCpuSince(primary.query, ofPrimary)),
    replica: each(await databaseCpuSince(replica.query, ofReplica)),
  }
}

async function fill(service: BenchService): Promise<string> {
  const [workspace] = await service.send<{ id: string }[]>('GET', '/workspaces')
  const { id } = await service.send('POST', '/urls', { longUrl: 'https://example.com/' })
  await primary.query(`
    insert into link (id, workspace_id, code, is_custom, title, original_url, search_text, is_active, created_at, updated_at)
    select 'lnk_' || lpad(n::text, 26, '0'), '${workspace?.id}', 'bench' || n, true, 'Campaign ' || n, 'https://example.com/' || n,
           'campaign ' || n, true, now() - n * interval '1 minute', now() - n * interval '1 minute'
      from generate_series(1, ${linkCount}) as n`)
  for (let n = 0; n < clickCount; n += 20_000) await primary.query(insertClicksSql(`'${id}'`, 20_000))
  const unfolded = `select 1 from click where ${isUnfoldedSql} limit 1`
  while ((await primary.query(unfolded)).length > 0) await sleep(500)
  await primary.query('vacuum analyze')
  return id ?? ''
}

const services: BenchService[] = []
try {
  const without = await BenchService.start(3914, { DATABASE_URL: primary.url })
  services.push(without)
  const linkId = await fill(without)
  const settings = { DATABASE_URL: primary.url, DATABASE_REPLICA_URLS: replica.url }
  const withReplica = await BenchService.start(3915, settings)
  services.push(withReplica)
  withReplica.token = without.token
  const paths = {
    'list of 20 links': '/v1/urls?limit=20',
    'summary of a link, 30 days': `/v1/clicks/analytics/${linkId}?interval=30d`,
    'summary with a filter': `/v1/clicks/analytics/${linkId}?interval=30d&country=DE`,
  }
  for (const [name, path] of Object.entries(paths)) {
    const rows: { without: Cpu; with: Cpu }[] = []
    // The first round warms up.
    for (let round = 0; round <= Number(rounds); round++)
      rows.push({ without: await measure(without, path), with: await measure(withReplica, path) })
    const middle = (key: 'without' | 'with', figure: keyof Cpu) =>
      median(rows.slice(1).map((row) => row[key][figure])).toFixed(0)
    for (const key of ['without', 'with'] as const)
      console.log(
        `${name}, ${key} replica: ${middle(key, 'perSecond')}/s; CPU per read: primary ${middle(key, 'primary')} µs, ` +
          `replica ${middle(key, 'replica')} µs, service ${middle(key, 'service')} µs`,
      )
  }
  console.log(machine())
} finally {
  for (const { server } of services) await server.stop()
  await replica.remove()
  await primary.remove()
}
