import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it } from 'vitest'
import { createApp } from '../../src/app.ts'
import type { DatabasePlace } from '../../src/config.ts'
import { readSettings } from '../../src/config.ts'
import { standaloneCommands, tables } from '../../src/modules.ts'
import { runAdminCommand } from '../../src/platform/admin-command.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { identifyDatabase } from '../../src/platform/database/database-identity.ts'
import { migrate } from '../../src/platform/database/migrations.ts'
import { digestTables, fillWithFirstVersion, onDatabase } from '../support/backups.ts'
import { createDatabase, databaseUrl, onServer } from '../support/database.ts'

const { url: server } = inject('database') as { readonly url: string }

/** A database of version 0.1.0 that was migrated. Each test moves a copy of it. */
let filled: string
let folder: string
let name: string
let source: DatabasePlace
let target: DatabasePlace & { readonly kind: 'server' }
beforeAll(async () => {
  filled = await mkdtemp(join(tmpdir(), 'tack-filled-'))
  const place: DatabasePlace = { kind: 'folder', folder: filled }
  await fillWithFirstVersion(place)
  const database = await openDatabase({ place, tables })
  await migrate(database.orm)
  await identifyDatabase(database.orm.em.fork())
  await database.close()
})
afterAll(() => rm(filled, { recursive: true }))
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tack-move-'))
  await cp(filled, folder, { recursive: true })
  name = `tack_test_move_${Date.now()}`
  source = { kind: 'folder', folder }
  target = { kind: 'server', url: databaseUrl(server, name) }
  await createDatabase(server, name)
})
afterEach(async () => {
  await rm(folder, { recursive: true })
  await onServer(server, `drop database ${name} with (force)`)
})

function runMove(url: string) {
  const settings = readSettings({ DATABASE_URL: `file:${folder}` })
  const open = (place: DatabasePlace) => openDatabase({ place, tables })
  return runAdminCommand(standaloneCommands, { settings, openDatabase: open, report: () => undefined }, ['move', url])
}

it('copies every row and sequence of the embedded database to an empty one of a server', async () => {
  // A month for which the target has no partition of its own.
  await onDatabase(
    source,
    `create table click_2020_01 partition of click for values from ('2020-01-01+00') to ('2020-02-01+00')`,
    `insert into click select * from json_populate_record(null::click,
       (select (row_to_json(click)::jsonb || '{"created_at": "2020-01-05T00:00:00Z", "id": "clk_of_2020"}')::json from click limit 1))`,
  )
  const before = await digestTables(source)
  expect(Object.values(before).filter((digest) => !digest.startsWith('0 ')).length).toBeGreaterThan(20)
  const { isDone, text } = await runMove(target.url)
  expect([isDone, text]).toEqual([
    true,
    expect.stringContaining('public.click_2020_01  1 rows, the same on both sides'),
  ])
  const [moved, kept] = [await digestTables(target), await digestTables(source)]
  expect(kept).toEqual(before)
  // It has its own record of migrations, and partitions for the months around now.
  const compared = Object.keys(before).filter((each) => each !== 'mikro_orm_migrations')
  expect(Object.fromEntries(compared.map((each) => [each, moved[each]]))).toEqual(
    Object.fromEntries(compared.map((each) => [each, before[each]])),
  )
  const sequences = `select schemaname, sequencename, last_value::text from pg_sequences
    where schemaname in ('public', 'jobs') and sequencename not like 'mikro%' order by 1, 2`
  expect(await onDatabase(target, sequences)).toEqual(await onDatabase(source, sequences))
  const invalid = `select conname from pg_constraint where not convalidated
    union all select tgname from pg_trigger where tgenabled = 'D'`
  expect(await onDatabase(target, invalid)).toEqual([])
})

it('refuses a target with tables, and changes nothing there', async () => {
  await onDatabase(target, 'create table visitors (id int)', 'insert into visitors values (1)')
  await expect(runMove(target.url)).rejects.toThrow('is not empty: it has the table public.visitors')
  expect(await onDatabase(target, 'select id from visitors')).toEqual([{ id: 1 }])
  await expect(runMove('file:./other')).rejects.toThrow('Name an empty database of a server')
})

it('leaves a target without rows when it is interrupted, which no service starts on, and can be repeated', async () => {
  const before = await digestTables(source)
  // A row that the target refuses ends the move at the table of links.
  await onDatabase(source, 'alter table link add column lost int')
  await expect(runMove(target.url)).rejects.toThrow('lost')
  const settings = readSettings({
    DATABASE_URL: target.url,
    JWT_SECRET: 'a secret of 32 characters at least, of a test',
  })
  await expect(createApp({ settings, logTo: { write: () => undefined } })).rejects.toThrow('a move that did not end')
  expect(await onDatabase(target, 'select id from link')).toEqual([])
  await onDatabase(source, 'alter table link drop column lost')
  expect((await runMove(target.url)).isDone).toBe(true)
  expect((await digestTables(target)).link).toEqual(before.link)
  const app = await createApp({ settings, logTo: { write: () => undefined } })
  await app.close()
})
