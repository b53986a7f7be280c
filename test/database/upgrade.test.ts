import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { tables } from '../../src/modules.ts'
import { type Database, openDatabase } from '../../src/platform/database/database.ts'
import { migrate } from '../../src/platform/database/migrations.ts'
import { createDatabase, databaseUrl, onServer } from '../support/database.ts'

/** The tables of version 0.1.0 with rows in each, as pg_dump wrote them. */
const dump = 'test/database/version-0.1.0.sql.gz'

const { url: server } = inject('database') as { readonly url: string }
const opened: Database[] = []
const names: string[] = []
afterAll(async () => {
  for (const database of opened) await database.close()
  for (const name of names) await onServer(server, `drop database ${name} with (force)`)
})

async function createEmpty(): Promise<string> {
  const name = `tack_test_${randomBytes(8).toString('hex')}`
  names.push(name)
  await createDatabase(server, name)
  return databaseUrl(server, name)
}

async function open(url: string): Promise<Database['orm']> {
  const database = await openDatabase({ place: { kind: 'server', url }, tables })
  opened.push(database)
  return database.orm
}

/** Creates a database of version 0.1.0. */
async function restore(): Promise<string> {
  const url = await createEmpty()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(String(await promisify(gunzip)(await readFile(dump))))
  await client.end()
  return url
}

const run = <T extends object>({ em }: Database['orm'], sql: string) => em.fork().execute<T[]>(sql)

/** Every column, index, constraint, function and trigger, in the words of PostgreSQL. */
async function describeSchema(orm: Database['orm']): Promise<string[]> {
  const rows = await run<{ text: string }>(
    orm,
    `select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default) as text
       from information_schema.columns where table_schema = 'public'
      union all select indexdef from pg_indexes where schemaname = 'public'
      union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
       where connamespace = 'public'::regnamespace
      union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
      union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal`,
  )
  // The partitions of clicks are made for the months around now.
  return rows
    .map(({ text }) => text)
    .filter((text) => !/click_(2\d{3}|p)/.test(text))
    .sort()
}

const isRemoved = (table: string) =>
  tables.migrations.some(({ statements }) => statements.includes(`drop table ${table}`))

/** The rows of each table of version 0.1.0, with the columns that it had. */
async function readRows(orm: Database['orm'], columns: ReadonlyMap<string, string>): Promise<Record<string, object[]>> {
  const rows: Record<string, object[]> = {}
  for (const [table, names] of columns) rows[table] = await run(orm, `select ${names} from ${table} order by ${names}`)
  return rows
}

let former: Database['orm']
let columns: ReadonlyMap<string, string>
let rows: Record<string, object[]>
beforeAll(async () => {
  former = await open(await restore())
  const found = await run<{ table: string; names: string }>(
    former,
    `select table_name as table, string_agg(column_name || '::text', ', ' order by ordinal_position) as names
       from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'mikro_orm%'
      group by table_name`,
  )
  columns = new Map(found.filter(({ table }) => !isRemoved(table)).map(({ table, names }) => [table, names]))
  rows = await readRows(former, columns)
  await migrate(former)
})

it('the tables of version 0.1.0 become those of a new database', async () => {
  const fresh = await open(await createEmpty())
  await migrate(fresh)
  expect(await describeSchema(former)).toEqual(await describeSchema(fresh))
})

it('rows of version 0.1.0 stay as they are, but for removed tables, and search texts that they did not have', async () => {
  expect(columns.size).toBeGreaterThan(60)
  // But for the partitions of months without a click.
  const empty = [...columns.keys()].filter((table) => rows[table]?.length === 0 && !/^click_(2\d{3}|other)/.test(table))
  expect(empty).toEqual([])
  const texts = rows.link?.map((link) => ({ ...link, search_text: Reflect.get(link, 'search_text') ?? '' }))
  expect(await readRows(former, columns)).toEqual({ ...rows, link: texts })
})

it('links of version 0.1.0 are sorted by the clicks that they had', async () => {
  const totals = await run(
    former,
    'select link_id as id, workspace_id, clicks, last_click_at is not null as "isClicked" from link_click_total order by id',
  )
  const links = await run(
    former,
    `select id, workspace_id, current_clicks as clicks,
            exists (select 1 from click_rollup where url_id = link.id and last_at is not null) as "isClicked"
       from link where kind = 'link' and workspace_id is not null order by id`,
  )
  expect(links.length).toBeGreaterThan(0)
  expect(totals).toEqual(links)
})
