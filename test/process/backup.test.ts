import { randomBytes, randomInt } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { readSettings } from '../../src/config.ts'
import { standaloneCommands } from '../../src/modules.ts'
import { runAdminCommand } from '../../src/platform/admin-command.ts'
import {
  digestTables,
  dropRestorePoints,
  emptyDatabase,
  fillWithFirstVersion,
  onDatabase,
  runCommand,
} from '../support/backups.ts'
import { readStoredClicks, shipJournal, shorten, visit } from '../support/crash.ts'
import { listOpenFiles } from '../support/open-files.ts'
import { startProcess } from '../support/process.ts'
import { type ProcessDatabase, processDatabase } from '../support/process-database.ts'
import { inTestAll, trials } from '../support/size.ts'

/** Each command starts a process that opens a database. */
const longTimeoutMs = 300_000

const passphrase = 'correct horse battery staple'
const secret = randomBytes(24).toString('hex')

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tack-backup-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function newDatabase(): Promise<ProcessDatabase> {
  const database = await processDatabase()
  onTestFinished(async () => {
    await dropRestorePoints(database)
    await database.drop()
  })
  return database
}

const environmentOf = ({ url }: ProcessDatabase, more: Record<string, string> = {}) => ({
  DATABASE_URL: url,
  JWT_SECRET: secret,
  LOG_LEVEL: 'error',
  RATE_LIMITS: 'off',
  ...more,
})

/** Leaves a journal of another database in the data folder, as a restore does, or a second service beside it. */
async function leaveOtherJournal(environment: Record<string, string>): Promise<void> {
  const journal = join(readSettings(environment).dataFolder, 'journal', `dbs_${randomBytes(8).toString('hex')}`)
  onTestFinished(() => rm(journal, { recursive: true, force: true }))
  await mkdir(join(journal, 'node'), { recursive: true })
  await writeFile(join(journal, 'node', 'journal-00000001.clicks'), 'clicks')
}

/** A change after the backup. A backup has the comments of tables too. */
const change = `comment on table link is 'changed'`
const readChange = `select obj_description('link'::regclass) as text`

it(
  'holds every click that was answered before it began, while all visitors are redirected',
  async () => {
    const [database, other] = [await newDatabase(), await newDatabase()]
    const environment = environmentOf(database, { BACKUP_PASSPHRASE: passphrase })
    const service = await startProcess(environment)
    const codes = [await shorten(service), await shorten(service)]
    const seen = codes.map(() => 0)
    const statuses = new Set<number | undefined>()
    let isOver = false
    const loops = codes.map(async (code, n) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      while (!isOver) {
        statuses.add(await visit(`${service.base}/${code}`, agent))
        seen[n] = (seen[n] ?? 0) + 1
      }
      agent.destroy()
    })
    await expect.poll(() => Math.min(...seen)).toBeGreaterThan(20)
    const before = [...seen]
    const file = join(folder, 'load.age')
    const [one, two] = await Promise.all([
      runCommand(environment, ['backup', file]),
      runCommand(environment, ['backup', file]),
    ])
    isOver = true
    await Promise.all(loops)
    expect([...statuses]).toEqual([302])
    expect([one.code, two.code].toSorted()).toEqual([0, 1])
    expect(one.output + two.output).toMatch(/Another backup|exists\. Name/)
    service.child.kill('SIGTERM')
    await service.ended

    const restored = environmentOf(other, { BACKUP_PASSPHRASE: passphrase })
    expect(await runCommand(restored, ['restore', file])).toEqual({ code: 0, output: expect.any(String) })
    if (other.place.kind === 'folder') expect(await listOpenFiles(join(other.place.folder, 'database'))).toEqual([])
    await shipJournal(other.place, restored)
    for (const [n, { rows, ids, counter }] of (await readStoredClicks(other.place, codes)).entries()) {
      expect(rows).toBeGreaterThanOrEqual(before[n] ?? 0)
      expect([ids, counter]).toEqual([rows, rows])
    }
  },
  longTimeoutMs,
)

it(
  'restores every row of every table, and all or nothing when it is killed',
  async () => {
    const database = await newDatabase()
    const environment = environmentOf(database)
    const service = await startProcess(environment)
    const code = await shorten(service)
    await visit(`${service.base}/${code}`, new Agent())
    service.child.kill('SIGTERM')
    await service.ended
    const yesterday = await digestTables(database.place)
    await leaveOtherJournal(environment)
    const file = join(folder, 'yesterday.tar.zst')
    expect(await runCommand(environment, ['backup', file])).toEqual({ code: 0, output: expect.any(String) })
    await onDatabase(database.place, change)

    for (let kill = 1; kill <= trials(1, 20); kill++) {
      const { code: exit } = await runCommand(environment, ['restore', file], AbortSignal.timeout(randomInt(8_000)))
      const [{ text } = { text: undefined }] = await onDatabase<{ text: string | null }>(database.place, readChange)
      expect(exit === 0 ? [null] : [null, 'changed']).toContain(text)
    }
    await onDatabase(database.place, change)
    const { code: exit, output } = await runCommand(environment, ['restore', file])
    expect([exit, output]).toEqual([0, expect.stringMatching(/The former (data|database) is/)])
    expect(await digestTables(database.place)).toEqual(yesterday)
  },
  longTimeoutMs,
)

it(
  'refuses a backup of a newer version',
  async () => {
    const database = await newDatabase()
    const newer = join(folder, 'newer')
    await onDatabase(database.place, `insert into mikro_orm_migrations (name) values ('20991231_later')`)
    await runCommand(environmentOf(database), ['backup', newer])
    const refused = await runCommand(environmentOf(database), ['restore', newer])
    expect(refused).toEqual({ code: 1, output: expect.stringMatching(/newer.*20991231_later.*Restore it with Tack/) })
  },
  longTimeoutMs,
)

inTestAll(
  'migrates a backup of version 0.1.0',
  async () => {
    const old = await newDatabase()
    await emptyDatabase(old)
    await fillWithFirstVersion(old.place)
    const first = join(folder, 'first')
    for (const args of [
      ['backup', first],
      ['restore', first],
    ])
      expect(await runCommand(environmentOf(old), args)).toEqual({ code: 0, output: expect.any(String) })
    const counts = `select (select count(*)::int from link) as links,
    (select count(*)::int from mikro_orm_migrations where name = '20261128_search_texts') as migrations`
    const [row] = await onDatabase<{ links: number; migrations: number }>(old.place, counts)
    expect([row?.links, row?.migrations]).toEqual([expect.any(Number), 1])
    expect(row?.links).toBeGreaterThan(0)
  },
  longTimeoutMs,
)

it(
  'refuses a damaged backup and a wrong passphrase, and changes nothing',
  async () => {
    const database = await newDatabase()
    await onDatabase(database.place, change)
    const environment = environmentOf(database)
    const [plain, encrypted] = [join(folder, 'plain'), join(folder, 'encrypted')]
    await runCommand(environment, ['backup', plain])
    await runCommand({ ...environment, BACKUP_PASSPHRASE: passphrase }, ['backup', encrypted])
    for (const path of [plain, encrypted]) {
      const content = await readFile(path)
      await truncate(path, content.length >> 1)
      const changed = Buffer.from(content)
      changed[content.length >> 1] = (changed[content.length >> 1] ?? 0) ^ 1
      await writeFile(`${path}.changed`, changed)
      await writeFile(`${path}.whole`, content)
    }
    const attempts = [
      ['plain', passphrase, 'is incomplete or was changed'],
      ['plain.changed', passphrase, 'is incomplete or was changed'],
      ['encrypted', passphrase, 'is incomplete or was changed'],
      ['encrypted.changed', passphrase, 'is incomplete or was changed'],
      ['encrypted.whole', 'another horse battery staple', 'does not open this backup'],
    ] as const
    for (const [name, given, sentence] of attempts) {
      const settings = readSettings({ ...environment, BACKUP_PASSPHRASE: given })
      const openDatabase = () => Promise.reject(new Error('It is opened.'))
      const context = { settings, openDatabase, report: () => undefined }
      const run = runAdminCommand(standaloneCommands, context, ['restore', join(folder, name)])
      await expect(run, name).rejects.toThrow(sentence)
    }
    expect(await onDatabase(database.place, readChange)).toEqual([{ text: 'changed' }])
  },
  longTimeoutMs,
)

it(
  'makes a backup as often as the settings say, and keeps the newest ones',
  async () => {
    const database = await newDatabase()
    const backups = join(folder, 'scheduled')
    await mkdir(backups)
    for (const name of ['tack-20200101T000000Z.tar.zst', 'tack-20200102T000000Z.tar.zst']) {
      await writeFile(join(backups, name), '')
      await utimes(join(backups, name), new Date('2020-01-02'), new Date('2020-01-02'))
    }
    const schedule = { BACKUP_DIR: backups, BACKUP_EVERY: '24h', BACKUP_KEEP: '1' }
    const service = await startProcess(environmentOf(database, schedule))
    const names = () => readdir(backups)
    await expect
      .poll(names, { timeout: 240_000 })
      .toEqual([expect.stringMatching(/^tack-20(?!20)\d{6}T\d{6}Z\.tar\.zst$/)])
    service.child.kill('SIGTERM')
    await service.ended
  },
  longTimeoutMs,
)
