import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { tables } from '../../src/modules.ts'
import { type Database, openDatabase } from '../../src/platform/database/database.ts'
import { migrate } from '../../src/platform/database/migrations.ts'
import { databaseUrl, onServer } from '../support/database.ts'

const source = inject('database')
const opened: Database[] = []
const names: string[] = []
afterAll(async () => {
  for (const database of opened) await database.close()
  if (source.kind === 'server')
    for (const name of names) await onServer(source.url, `drop database ${name} with (force)`)
})

async function openEmpty(): Promise<Database['orm']> {
  const name = `tack_test_${randomBytes(8).toString('hex')}`
  if (source.kind === 'server') {
    names.push(name)
    await onServer(source.url, `create database ${name}`)
  }
  const place =
    source.kind === 'server'
      ? ({ kind: 'server', url: databaseUrl(source.url, name) } as const)
      : ({ kind: 'memory' } as const)
  const empty = source.kind === 'embedded' && { embeddedSeed: new Blob([await readFile(source.empty)]) }
  const database = await openDatabase({ place, tables, ...empty })
  opened.push(database)
  return database.orm
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
  // The partitions of clicks are made for the months around now, and the table of migrations by the ORM.
  return rows
    .map(({ text }) => text)
    .filter((text) => !/click_(2\d{3}|p)|mikro_orm/.test(text))
    .sort()
}

let orm: Database['orm']
beforeAll(async () => {
  orm = await openEmpty()
  for (const statement of (await readFile('test/database/first-version.sql', 'utf8')).split('\n;;\n'))
    await run(orm, statement)
  await run(
    orm,
    `create table mikro_orm_migrations (
       id serial primary key, name varchar(255), executed_at timestamptz default current_timestamp)`,
  )
  await run(orm, `insert into mikro_orm_migrations (name) values ('initial')`)
  await run(
    orm,
    `insert into account (id, name, email, email_key, password_hash, created_at)
     values ('acc_1', 'Ada', 'ada@example.com', 'ada@example.com', 'x', now())`,
  )
  await run(
    orm,
    `insert into link (id, owner_id, code, is_custom, title, original_url, is_cloaked, blocked_at, blocked_reason, created_at, updated_at)
     values ('lnk_1', 'acc_1', 'one', true, 'One', 'https://one.example/', true, null, null, now(), now()),
            ('lnk_2', 'acc_1', 'two', true, 'Two', 'https://two.example/', false, now(), 'spam', now(), now())`,
  )
  await run(orm, `insert into link_block (id, link_id, reason, blocked_at) values ('lbl_1', 'lnk_2', 'spam', now())`)
  await run(orm, `insert into abuse_appeal (link_id, message, created_at) values ('lnk_2', 'It is mine.', now())`)
  await migrate(orm)
})

it('the tables of the first version become those of a new database', async () => {
  const fresh = await openEmpty()
  await migrate(fresh)
  expect(await describeSchema(orm)).toEqual(await describeSchema(fresh))
})

it('rows of the first version keep their meaning', async () => {
  const links = await run(orm, 'select id, block_cause from link order by id')
  expect(links).toEqual([
    { id: 'lnk_1', block_cause: null },
    { id: 'lnk_2', block_cause: 'review' },
  ])
  expect(await run(orm, 'select state from abuse_appeal')).toEqual([{ state: 'open' }])
  expect(await run(orm, 'select link_id, needs_frame_check from link_health')).toEqual([
    { link_id: 'lnk_1', needs_frame_check: true },
  ])
  expect(await run(orm, 'select email_verified_at from account')).toEqual([{ email_verified_at: null }])
})

const personalWorkspaces = `
  select workspace.name, slug, plan, personal_account_id, member.account_id, member.role, workspace.created_at = joined_at as same
    from workspace join workspace_member member on member.workspace_id = workspace.id order by personal_account_id`

it('accounts of the first version have a personal workspace', async () => {
  expect(await run(orm, personalWorkspaces)).toEqual([
    {
      ...{ name: 'Ada', slug: 'personal-acc_1', plan: 'free', personal_account_id: 'acc_1' },
      ...{ account_id: 'acc_1', role: 'owner', same: true },
    },
  ])
})

it('a database from before workspaces gets their tables, and each account one workspace in all', async () => {
  const earlier = await openEmpty()
  await migrate(earlier)
  const complete = await describeSchema(earlier)
  const forget = `delete from mikro_orm_migrations where name = 'workspaces'`
  await run(earlier, 'drop table workspace_invitation, workspace_member, workspace')
  await run(earlier, forget)
  await run(
    earlier,
    `insert into account (id, name, email, email_key, password_hash, created_at)
     select 'acc_' || n, repeat('x', 100), n || '@example.com', n || '@example.com', 'x', now() from generate_series(1, 3) n`,
  )
  await migrate(earlier)
  expect(await describeSchema(earlier)).toEqual(complete)
  await run(earlier, forget)
  await migrate(earlier)
  expect(await run(earlier, personalWorkspaces)).toMatchObject(
    [1, 2, 3].map((n) => ({ name: 'x'.repeat(64), slug: `personal-acc_${n}`, account_id: `acc_${n}`, role: 'owner' })),
  )
})
