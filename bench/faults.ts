import 'reflect-metadata'
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, stat, symlink } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { DatabasePlace } from '../src/config.ts'
import { Gate } from '../test/http/gate.ts'
import { readStoredClicks, shorten, visit } from '../test/support/crash.ts'
import { type ServiceProcess, startProcess } from '../test/support/process.ts'
import { benchDatabase } from './database.ts'

/**
 * Redirects under load while something fails, and afterwards every answer compared with the rows and counters:
 * `npm run compile`, then `node --import tsx bench/faults.ts [postgres|embedded] [journal|committed] [fault]`, as root for
 * the full disk, which is a small file system in memory.
 */
const [, , kind = 'postgres', durability = 'journal', only] = process.argv
const connections = 32

/** A service under load, and what its visitors have received. */
class LoadedService {
  process!: ServiceProcess
  codes: string[] = []
  readonly seen: number[] = []
  /** Requests of each link whose answer was lost: each may be a click. */
  readonly unanswered: number[] = []
  readonly statuses = new Map<number, number>()
  /** When each answer came, and how long it took. */
  readonly latencies: { readonly link: number; readonly at: number; readonly ms: number }[] = []
  private isOver = false
  private loops: Promise<void>[] = []

  constructor(
    readonly folder: string,
    readonly gate: Gate | undefined,
    readonly place: DatabasePlace,
  ) {}

  async start(): Promise<void> {
    const environment = {
      DATABASE_URL: this.gate?.url ?? `file:${join(this.folder, 'data')}`,
      JWT_SECRET: 'x'.repeat(32),
      CLICK_DURABILITY: durability,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'silent',
    }
    this.process = await startProcess(environment, this.folder)
  }

  async shorten(): Promise<void> {
    for (let n = 0; n < connections; n++) {
      this.codes.push(await shorten(this.process))
      this.seen.push(0)
      this.unanswered.push(0)
    }
  }

  visit(): void {
    this.loops = this.codes.map(async (code, link) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      while (!this.isOver) {
        const since = performance.now()
        const status = await visit(`${this.process.base}/${code}`, agent)
        if (status === undefined) {
          this.unanswered[link] = (this.unanswered[link] ?? 0) + 1
          await sleep(20)
          continue
        }
        this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
        if (status === 302) this.seen[link] = (this.seen[link] ?? 0) + 1
        else await sleep(20)
        this.latencies.push({ link, at: performance.now(), ms: performance.now() - since })
      }
      agent.destroy()
    })
  }

  async endVisits(): Promise<void> {
    this.isOver = true
    await Promise.all(this.loops)
  }

  /** 99 of 100 answers between two times took at most this long, without those of one link. */
  p99(from: number, to: number, without?: number): number {
    const sorted = this.latencies
      .filter(({ at, link }) => at >= from && at < to && link !== without)
      .map(({ ms }) => ms)
      .sort((one, other) => one - other)
    return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN
  }

  /** Waits for the journal, ends the service, and compares. */
  async reconcile(): Promise<string> {
    while (await hasClicks(join(this.folder, 'data'))) await sleep(50)
    this.process.child.kill('SIGTERM')
    await this.process.ended
    const total = { lost: 0, doubled: 0, wrong: 0 }
    for (const [link, { rows, ids, counter }] of (await readStoredClicks(this.place, this.codes)).entries()) {
      const seen = this.seen[link] ?? 0
      total.lost += Math.max(0, seen - rows)
      total.doubled += Math.max(0, rows - seen - (this.unanswered[link] ?? 0)) + (rows - ids)
      total.wrong += counter === rows ? 0 : 1
    }
    if (total.lost + total.doubled + total.wrong > 0) process.exitCode = 1
    const answers = [...this.statuses].map(([status, count]) => `${count} of ${status}`).join(', ')
    return `${answers}; ${JSON.stringify(total)}`
  }
}

interface Fault {
  readonly name: string
  readonly kinds: readonly string[]
  /** Size of the disk of the data folder in MB. */
  readonly diskMb?: number
  run(service: LoadedService): Promise<string>
}

const faults: readonly Fault[] = [
  {
    name: 'the database is away for 60 s',
    kinds: ['postgres'],
    run: async ({ gate }) => {
      await gate?.shut()
      await sleep(60_000)
      await gate?.open()
      return ''
    },
  },
  {
    name: 'a node is killed with a full journal while the database is away',
    kinds: ['postgres'],
    run: async (service) => {
      await service.gate?.shut()
      await sleep(5_000)
      service.process.child.kill('SIGKILL')
      await service.process.ended
      await service.gate?.open()
      await service.start()
      return ''
    },
  },
  {
    name: 'the disk of the journal is full for 5 s while the database is away',
    kinds: ['postgres'],
    diskMb: 4,
    run: async (service) => {
      await service.gate?.shut()
      while (!service.statuses.has(503)) await sleep(50)
      await sleep(5_000)
      await service.gate?.open()
      return ''
    },
  },
  {
    name: 'the disk of the database and of the journal is full for 5 s',
    kinds: ['embedded'],
    diskMb: 180,
    run: async (service) => {
      const from = performance.now()
      while (!service.statuses.has(503) && performance.now() - from < 120_000) await sleep(50)
      await sleep(5_000)
      execFileSync('mount', ['-o', 'remount,size=2048m', join(service.folder, 'data')])
      return ''
    },
  },
  {
    name: 'a link is locked for 8 s',
    kinds: ['postgres'],
    run: async (service) => {
      const from = performance.now()
      await sleep(8_000)
      const client = new pg.Client({ connectionString: service.place.kind === 'server' ? service.place.url : '' })
      await client.connect()
      await client.query('begin')
      await client.query('select from link where code = $1 for update', [service.codes[0]])
      const locked = performance.now()
      await sleep(8_000)
      const until = performance.now()
      await client.query('rollback')
      await client.end()
      const [before, during] = [service.p99(from, locked, 0), service.p99(locked, until, 0)]
      return `p99 of the other links ${during.toFixed(1)} ms, ${(during / before).toFixed(2)} of the ${before.toFixed(1)} ms before; `
    },
  },
]

for (const fault of faults) {
  if (!fault.kinds.includes(kind) || (only !== undefined && !fault.name.includes(only))) continue
  const folder = await mkdtemp(join(tmpdir(), 'tack-faults-'))
  await mkdir(join(folder, 'data'))
  await symlink(resolve('dist'), join(folder, 'dist'))
  if (fault.diskMb) execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${fault.diskMb}m`, 'tmpfs', join(folder, 'data')])
  const { url, drop } = await benchDatabase(kind)
  const gate = kind === 'postgres' ? new Gate(url) : undefined
  await gate?.open()
  const place: DatabasePlace = gate ? { kind: 'server', url } : { kind: 'folder', folder: join(folder, 'data') }
  const service = new LoadedService(folder, gate, place)
  await service.start()
  await service.shorten()
  service.visit()
  await sleep(3_000)
  const finding = await fault.run(service)
  await sleep(3_000)
  await service.endVisits()
  console.log(`${kind}, ${durability}, ${fault.name}: ${finding}${await service.reconcile()}`)
  await gate?.shut()
  await drop()
  if (fault.diskMb) execFileSync('umount', [join(folder, 'data')])
  await rm(folder, { recursive: true })
}

/** Whether a journal in the folder has clicks that the database does not. */
async function hasClicks(folder: string): Promise<boolean> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const files = names.filter((name) => name.endsWith('.clicks'))
  // The service may delete one meanwhile. The file that it writes is empty when it is shipped.
  const sizes = await Promise.all(
    files.map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  return sizes.some((size) => size > 0)
}
