import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest'
import type { DatabasePlace } from '../../src/config.ts'
import { tables as allTables } from '../../src/modules.ts'
import { type Database, openDatabase } from '../../src/platform/database/database.ts'
import { identifyDatabase } from '../../src/platform/database/database-identity.ts'
import { migrate } from '../../src/platform/database/migrations.ts'
import { listMigrations, type TableMigration, type Tables } from '../../src/platform/database/tables.ts'
import { programVersionText } from '../../src/platform/shared/version.ts'
import { createDatabase, databaseUrl, onServer } from '../support/database.ts'

const source = inject('database')
const isServer = source.kind === 'server'

let place: DatabasePlace
let opened: Database[]
beforeEach(async () => {
  opened = []
  if (source.kind === 'embedded') {
    place = { kind: 'memory' }
    return
  }
  const name = `tack_test_${randomBytes(8).toString('hex')}`
  await createDatabase(source.url, name)
  place = { kind: 'server', url: databaseUrl(source.url, name) }
  return () => onServer(source.url, `drop database ${name} with (force)`)
})
afterEach(() => Promise.all(opened.map((database) => database.close())))

/** Another node's connection to the database of this test, which is empty at first. */
async function open(tables: Tables = allTables): Promise<Database['orm']> {
  const empty = source.kind === 'embedded' && { embeddedSeed: new Blob([await readFile(source.empty)]) }
  const database = await openDatabase({ place, tables, ...empty })
  opened.push(database)
  return database.orm
}

const rowsOf = <T extends object>(orm: Database['orm'], sql: string) => orm.em.fork().execute<T[]>(sql)

async function executed(orm: Database['orm']): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(orm, 'select name from mikro_orm_migrations order by id')
  return rows.map(({ name }) => name)
}

async function tables(orm: Database['orm']): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(
    orm,
    `select table_name as name from information_schema.tables where table_schema = 'public' order by table_name`,
  )
  return rows.map(({ name }) => name)
}

/** Foreign keys to accounts and grants, which the entities of the platform and the module of API keys do not know. */
const keysWithoutRelation =
  /^alter table "\w+" drop constraint "((event|event_interest|activity)_workspace_id|(api_key|webhook)_grant_digest)_foreign";\n+/gm

async function differences(orm: Database['orm']): Promise<string> {
  return (await orm.schema.getUpdateSchemaSQL({ wrap: false })).replace(keysWithoutRelation, '')
}

/** The comparison skips the table of clicks, which has partitions. */
async function expectColumnsOfClicks(orm: Database['orm']): Promise<void> {
  const columns = await rowsOf(
    orm,
    `select column_name as name, is_nullable = 'YES' as nullable
       from information_schema.columns where table_name = 'click'`,
  )
  const meta = [...orm.getMetadata().getAll().values()].find(({ tableName }) => tableName === 'click')
  const properties = Object.values(meta?.properties ?? {})
    .filter(({ persist }) => persist !== false)
    .map(({ fieldNames, nullable }) => ({ name: fieldNames[0], nullable: nullable === true }))
  expect(properties.length).toBeGreaterThan(5)
  expect(columns).toEqual(expect.arrayContaining(properties))
}

const everyMigration = listMigrations(allTables).map(({ name }) => name)

describe('migrate', () => {
  it('runs every migration once on an empty database, and none the second time, and leaves the tables of the entities', async () => {
    const orm = await open()
    await migrate(orm)
    await migrate(orm)
    expect(await executed(orm)).toEqual(everyMigration)
    const [last] = await rowsOf(orm, 'select program_version as version from mikro_orm_migrations order by id desc')
    expect(last).toEqual({ version: programVersionText })
    expect(await differences(orm)).toBe('')
    await expectColumnsOfClicks(orm)
    // Each node asks when it starts.
    const ids = await Promise.all(Array.from({ length: 5 }, () => identifyDatabase(orm.em.fork())))
    expect(new Set(ids)).toEqual(new Set([expect.stringMatching(/^dbs_\w{20,}$/)]))
  })

  // The embedded database belongs to one process, which migrates once.
  it.runIf(isServer)('runs every migration once when five nodes start at once', async () => {
    const nodes = await Promise.all(Array.from({ length: 5 }, () => open()))
    await Promise.all(nodes.map((node) => migrate(node)))
    for (const node of nodes) expect(await executed(node)).toEqual(everyMigration)
    expect(await differences(nodes[0] as Database['orm'])).toBe('')
  })

  it.runIf(isServer)('releases its lock when a migration fails, so that another node can migrate', async () => {
    const [one, other] = [await open(), await open()]
    await rowsOf(one, 'create table link (id text)')
    await expect(migrate(one)).rejects.toThrow('"link" already exists')
    expect(await tables(one)).toEqual(['link', 'mikro_orm_migrations'])
    await rowsOf(one, 'drop table link')
    await migrate(other)
    expect(await executed(other)).toEqual(everyMigration)
    const locks = await rowsOf(
      one,
      `select 1 from pg_locks where locktype = 'advisory' and database = (
      select oid from pg_database where datname = current_database())`,
    )
    expect(locks).toEqual([])
  })
})

/** Creating a trigger fails while there is a time limit, like the index of a large table. */
const rejectTimeLimitSql = `
  create function reject_time_limit() returns event_trigger language plpgsql as $$
  begin
    if current_setting('statement_timeout') <> '0' then raise exception 'time limit set'; end if;
  end $$;
  create event trigger reject_time_limit on ddl_command_start when tag in ('CREATE TRIGGER')
    execute function reject_time_limit()`

describe.runIf(isServer)('a migration of a large table', () => {
  it('has no statement time limit, unlike later statements', async () => {
    const orm = await open()
    await rowsOf(orm, rejectTimeLimitSql)
    await migrate(orm)
    expect(await executed(orm)).toEqual(everyMigration)
    await expect(
      rowsOf(orm, 'create trigger late after insert on link execute function delete_clicks_of_links()'),
    ).rejects.toThrow('time limit set')
  })
})

/** The tables, with one migration more. */
const withMigration = (migration: Omit<TableMigration, 'name'>): Tables => ({
  ...allTables,
  migrations: [...allTables.migrations, { name: '20990101_later', ...migration }],
})

describe('a later migration', () => {
  it.runIf(isServer)('lets others use a table that it waits for, and changes it when it is free', async () => {
    await migrate(await open())
    const orm = await open(withMigration({ statements: ['alter table link add column later text'] }))
    const holder = orm.em.fork()
    await holder.begin()
    await holder.execute('select 1 from link')
    const attempts: unknown[] = []
    const migrated = migrate(orm, { info: (...line: unknown[]) => void attempts.push(line[0]) })
    await expect.poll(() => attempts).toEqual([{ migration: '20990101_later', attempts: 1 }])
    await rowsOf(orm, `set lock_timeout = 300; select 1 from link`)
    await holder.commit()
    await migrated
    expect((await executed(orm)).at(-1)).toBe('20990101_later')
  })

  it('runs long statements outside a transaction, and completes what an interruption has left', async () => {
    const statements = [
      'create index concurrently link_later_index on link (id)',
      'do $$ begin update link set title = title; commit; perform 1 / (select count(*) from code); end $$',
    ]
    const orm = await open(withMigration({ statements, isOnline: true }))
    await expect(migrate(orm)).rejects.toThrow('division by zero')
    expect((await executed(orm)).at(-1)).not.toBe('20990101_later')
    await rowsOf(orm, `insert into code (key) values ('later')`)
    await migrate(orm)
    expect((await executed(orm)).at(-1)).toBe('20990101_later')
  })
})

describe('a database of another version', () => {
  it('is left as it is, and the error names the version that it needs', async () => {
    const orm = await open()
    await migrate(orm)
    const before = await rowsOf(orm, 'select * from mikro_orm_migrations order by id')
    await rowsOf(orm, `insert into mikro_orm_migrations (name, program_version) values ('20990101_future', '7.8.9')`)
    await expect(migrate(orm)).rejects.toThrow(
      `needs Tack 7.8.9 or later, and this is Tack ${programVersionText}, which does not know its migration "20990101_future"`,
    )
    await rowsOf(orm, `delete from mikro_orm_migrations where name = '20990101_future'`)
    expect(await rowsOf(orm, 'select * from mikro_orm_migrations order by id')).toEqual(before)
  })

  it('is named by its migration when it does not say which version made it', async () => {
    const orm = await open()
    await rowsOf(orm, 'create table mikro_orm_migrations (id serial primary key, name text)')
    await rowsOf(orm, `insert into mikro_orm_migrations (name) values ('20261121_foundation')`)
    await expect(migrate(orm)).rejects.toThrow('needs the version that used it last')
    expect(await tables(orm)).toEqual(['mikro_orm_migrations'])
  })
})

describe('the id of a database', () => {
  it.runIf(isServer)('is a new one for a copy', async () => {
    const orm = await open()
    await migrate(orm)
    const id = await identifyDatabase(orm.em.fork())
    await Promise.all(opened.splice(0).map((database) => database.close()))
    const { url } = source as { url: string }
    const { url: original } = place as { url: string }
    const [name, copy] = [new URL(original).pathname.slice(1), `tack_test_${randomBytes(8).toString('hex')}`]
    await createDatabase(url, copy, name)
    onTestFinished(() => onServer(url, `drop database ${copy} with (force)`))
    const { orm: ofCopy, close } = await openDatabase({
      place: { kind: 'server', url: databaseUrl(url, copy) },
      tables: allTables,
    })
    const ids = [await identifyDatabase(ofCopy.em.fork()), await identifyDatabase(ofCopy.em.fork())]
    await close()
    expect(ids).toEqual([ids[1], expect.not.stringContaining(id)])
    expect(await identifyDatabase((await open()).em.fork())).toBe(id)
  })
})

describe('the migrated schema', () => {
  it('differs from the entities when a column, a null, a length or an index differs', async () => {
    const orm = await open()
    await migrate(orm)
    await rowsOf(orm, 'alter table link drop column title cascade')
    await rowsOf(orm, 'alter table account alter column name drop not null')
    await rowsOf(orm, 'alter table account alter column created_at type timestamptz(3)')
    await rowsOf(orm, 'drop index code_workspace_id_index')
    const sql = await differences(orm)
    for (const part of ['add "title"', '"name" set not null', 'timestamptz(6)', '"code_workspace_id_index"']) {
      expect(sql).toContain(part)
    }
  })
})
