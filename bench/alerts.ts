import 'reflect-metadata'
import { execFileSync } from 'node:child_process'
import { cp, readdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { flipJournalBit } from './data-folder.ts'
import { machine } from './processes.ts'
import { type WatchedOptions, WatchedService } from './watched-service.ts'

/**
 * Each fault raises its alert and no other one: many services at once, each with a fault and a Prometheus with our rules, in
 * real time. `npm run compile`, then `node --import tsx bench/alerts.ts [minutes] [faults]`, as root for the full disks, which
 * are small file systems in memory. The faults are chosen by a regular expression: two cores take about ten at once, and
 * more of them start too slowly. Needs Debian's packages `prometheus` and `postgresql`.
 */
const [, , minutes = '19', only = ''] = process.argv

interface Trial extends WatchedOptions {
  readonly fault: string
  readonly alerts: readonly string[]
  begin(service: WatchedService): Promise<unknown>
}

const trials: readonly Trial[] = [
  { fault: 'none', database: 'postgres', alerts: [], begin: async () => undefined },
  {
    fault: 'the database is away',
    database: 'postgres',
    alerts: ['TackDatabaseAway'],
    begin: async ({ gate }) => gate?.shut(),
  },
  {
    fault: 'the database is silent',
    database: 'postgres',
    alerts: ['TackDatabaseAway'],
    begin: async ({ gate }) => gate?.hold(true),
  },
  {
    fault: 'the process ends',
    database: 'embedded',
    alerts: ['TackDown'],
    begin: (service) => service.kill(),
  },
  {
    fault: 'the process ends again and again',
    database: 'embedded',
    alerts: ['TackRestarting'],
    begin: async (service) => {
      for (let n = 0; n < 3; n++) {
        await service.kill()
        await service.start()
        await sleep(45_000)
      }
    },
  },
  {
    fault: 'the disk of the journal is full',
    database: 'postgres',
    diskMb: 16,
    alerts: ['TackJournalNotWritable'],
    // What shipped clicks leave free is filled as well: otherwise the journal goes on in it.
    begin: async (service) => service.repeat(200, () => fillDisk(service, 0)),
  },
  {
    fault: 'the disk of the journal is nearly full',
    database: 'postgres',
    diskMb: 200,
    alerts: ['TackDiskNearlyFull'],
    begin: (service) => fillDisk(service, 0.05),
  },
  {
    fault: 'a transaction locks a link',
    database: 'own server',
    // It stays open as well.
    alerts: ['TackClicksQuarantined', 'TackFoldingLate'],
    begin: (service) => openTransaction(service, 'select from link where code = $1 for update', [service.link.code]),
  },
  {
    fault: 'a transaction stays open',
    database: 'own server',
    alerts: ['TackFoldingLate'],
    begin: (service) => openTransaction(service, 'select pg_current_xact_id()'),
  },
  {
    fault: 'a bit of the journal flips',
    database: 'postgres',
    alerts: ['TackClicksDropped'],
    begin: (service) => changeJournal(service, ({ folder }) => flipJournalBit(join(folder, 'data'), 0.5)),
  },
  {
    fault: 'the data folder has clicks of another database',
    database: 'postgres',
    alerts: ['TackJournalOfOtherDatabase'],
    begin: (service) =>
      changeJournal(service, async ({ folder }) => {
        const journals = join(folder, 'data', 'journal')
        const [name = ''] = await readdir(journals)
        await cp(join(journals, name), join(journals, `${name.slice(0, -1)}0`), { recursive: true })
      }),
  },
  {
    fault: 'somebody tries codes',
    database: 'embedded',
    alerts: ['TackCodeScan'],
    begin: async (service) => {
      service.repeat(150, () => service.visit(`${service.process.base}/scan${Math.random().toString(36).slice(2, 8)}`))
    },
  },
  {
    fault: 'a link in use is switched off',
    database: 'embedded',
    alerts: ['TackLinksEnded'],
    begin: async (service) => {
      await service.send('PATCH', `/urls/${service.link.id}`, { isActive: false })
      service.repeat(300, () => service.visit(service.link.url))
    },
  },
  {
    fault: 'a table is missing',
    database: 'postgres',
    alerts: ['TackErrors'],
    begin: async (service) => {
      const client = await connectTo(service)
      await client.query('alter table tag rename to tag_elsewhere')
      await client.end()
      service.repeat(1_000, () => service.send('GET', '/tags'))
    },
  },
  {
    fault: 'the mail server is away',
    database: 'embedded',
    environment: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'tack@example.com' },
    alerts: ['TackMailsFailing'],
    begin: async () => undefined,
  },
  {
    fault: 'Redis is away',
    database: 'embedded',
    environment: { REDIS_URL: 'redis://127.0.0.1:1', RATE_LIMITS: 'on' },
    alerts: ['TackRedisAway'],
    begin: async () => undefined,
  },
  {
    fault: 'the folder of backups cannot be written',
    database: 'embedded',
    environment: { BACKUP_EVERY: '5m' },
    alerts: ['TackBackupLate'],
    begin: async ({ folder }) => {
      const backups = join(folder, 'data', 'backups')
      for (;;) {
        const files = await readdir(backups).catch(() => [])
        if (files.some((name) => !name.includes('tmp') && !name.endsWith('.part'))) break
        await sleep(1_000)
      }
      await rm(backups, { recursive: true })
      await writeFile(backups, 'a file where the folder was')
    },
  },
]

const chosen = trials.filter(({ fault }) => new RegExp(only).test(fault))
const services: WatchedService[] = []
// One after the other: a start takes a core for seconds.
for (const trial of chosen) services.push(await WatchedService.open(trial))
// Prometheus needs values from before.
await sleep(60_000)
await Promise.all(chosen.map(({ begin }, index) => begin(services[index] as WatchedService)))
console.log(`${chosen.length} faults have begun`)
await sleep(Number(minutes) * 60_000)
for (const [index, { fault, alerts }] of chosen.entries()) {
  const fired = (await services[index]?.readAlerts()) ?? []
  const isRight = fired.join() === alerts.join()
  if (!isRight) process.exitCode = 1
  console.log(`${isRight ? 'as expected' : 'WRONG'}: ${fault}: ${fired.join(', ') || 'no alert'}`)
}
console.log(machine())
await Promise.all(services.map((service) => service.close()))
process.exit()

async function connectTo({ databaseUrl }: WatchedService): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl })
  // The database is dropped with the connection at the end.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function openTransaction(service: WatchedService, statement: string, values: string[] = []): Promise<void> {
  const client = await connectTo(service)
  await client.query('begin')
  await client.query(statement, values)
}

/** Leaves a share of the disk of the data folder free. */
async function fillDisk({ folder }: WatchedService, share: number): Promise<void> {
  const data = join(folder, 'data')
  const { bavail, blocks, bsize } = await statfs(data)
  const free = bavail - Math.floor(blocks * share)
  if (free > 0) execFileSync('fallocate', ['-l', String(free * bsize), join(data, `filler-${Date.now()}`)])
}

/** Ends the process while the clicks of some seconds wait for the database, changes their files, and starts it again. */
async function changeJournal(
  service: WatchedService,
  change: (service: WatchedService) => Promise<void>,
): Promise<void> {
  await service.gate?.shut()
  for (let n = 0; n < 50; n++) await service.visit(service.link.url)
  await service.kill()
  await change(service)
  await service.gate?.open()
  await service.start()
}
