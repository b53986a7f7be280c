import 'reflect-metadata'
import { execFileSync } from 'node:child_process'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { DatabasePlace } from '../src/config.ts'
import { Gate } from '../test/http/gate.ts'
import { createServiceFolder, flipJournalBit } from './data-folder.ts'
import { benchDatabase } from './database.ts'
import { LoadedService } from './loaded-service.ts'

/**
 * Redirects under load while something fails, and afterwards every answer compared with the rows and counters:
 * `npm run compile`, then `node --import tsx bench/faults.ts [postgres|embedded] [journal|committed] [fault]`, as root for
 * the full disk, which is a small file system in memory.
 */
const [, , kind = 'postgres', durability = 'journal', only] = process.argv

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
  {
    name: 'SIGTERM while the server is silent',
    kinds: ['postgres'],
    run: async (service) => {
      service.gate?.hold(true)
      await sleep(2_000)
      const finding = await service.end('SIGTERM')
      service.gate?.hold(false)
      await service.start()
      return finding
    },
  },
  {
    name: 'a start while the server is silent, and then read-only',
    kinds: ['postgres'],
    run: async (service) => {
      await service.end('SIGTERM')
      service.gate?.hold(true)
      await service.launch()
      await sleep(8_000)
      await setReadOnly(service.place, true)
      service.gate?.hold(false)
      await sleep(5_000)
      await setReadOnly(service.place, false)
      await waitUntilReady(service)
      return ''
    },
  },
  {
    name: 'the server is read-only for 8 s',
    kinds: ['postgres'],
    run: async (service) => {
      await setReadOnly(service.place, true)
      await sleep(8_000)
      await setReadOnly(service.place, false)
      return `${await service.figure('tack_clicks_quarantined')} clicks in quarantine; `
    },
  },
  {
    name: 'another address of the same server after a stop with clicks in the journal',
    kinds: ['postgres'],
    run: async (service) => {
      await service.gate?.shut()
      await sleep(2_000)
      await service.end('SIGTERM')
      await service.gate?.open()
      await service.start(service.gate?.url.replace('127.0.0.1', 'localhost'))
      return ''
    },
  },
  {
    name: 'the data folder disappears',
    kinds: ['embedded'],
    run: async (service) => {
      const data = join(service.folder, 'data')
      const since = performance.now()
      await rename(data, `${data}-elsewhere`)
      const code = await service.process.ended
      const seconds = ((performance.now() - since) / 1000).toFixed(1)
      await rename(`${data}-elsewhere`, data)
      await service.start()
      return `ended with ${code} after ${seconds} s; `
    },
  },
  {
    name: 'a bit of the journal flips while the database is away',
    kinds: ['postgres'],
    run: async (service) => {
      await service.gate?.shut()
      await sleep(2_000)
      await service.end('SIGKILL')
      // Near the end, where the clicks are not in the database yet.
      await flipJournalBit(join(service.folder, 'data'), 0.9)
      await service.gate?.open()
      await service.start()
      return ''
    },
  },
]

for (const fault of faults) {
  if (!fault.kinds.includes(kind) || (only !== undefined && !fault.name.includes(only))) continue
  const { folder, remove } = await createServiceFolder(fault.diskMb)
  const { url, drop } = await benchDatabase(kind)
  const gate = kind === 'postgres' ? new Gate(url) : undefined
  await gate?.open()
  const place: DatabasePlace = gate ? { kind: 'server', url } : { kind: 'folder', folder: join(folder, 'data') }
  const service = new LoadedService(folder, gate, place, durability)
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
  await remove()
}

/** As after a restart: sessions that were open before can still write, so they end. */
async function setReadOnly(place: DatabasePlace, isReadOnly: boolean): Promise<void> {
  if (place.kind !== 'server') return
  const client = new pg.Client({ connectionString: place.url })
  await client.connect()
  const name = client.escapeIdentifier(new URL(place.url).pathname.slice(1))
  await client.query('set default_transaction_read_only = off')
  await client.query(`alter database ${name} set default_transaction_read_only = ${isReadOnly}`)
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await client.end()
}

async function waitUntilReady({ process: { base, child, output } }: LoadedService): Promise<void> {
  const isReady = () =>
    fetch(`${base}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (child.exitCode !== null)
      throw new Error(`The service has ended with ${child.exitCode}: ${output().slice(-2000)}`)
    await sleep(100)
  }
}
