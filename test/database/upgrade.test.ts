import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { tables } from '../../src/modules.ts'
import { type Database, openDatabase } from '../../src/platform/database/database.ts'
import { migrate } from '../../src/platform/database/migrations.ts'
import { createDatabase, databaseUrl, onServer } from '../support/database.ts'

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
    await createDatabase(source.url, name)
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

/** Rows of `acc_1`, besides its links. */
const ownedRows = [
  `code (key, link_id, owner_id) values ('one', 'lnk_1', 'acc_1')`,
  `qr_logo (id, owner_id, name, png, width, height, created_at) values ('lgo_1', 'acc_1', 'Logo', '', 1, 1, now())`,
  `dynamic_qr (id, owner_id, link_id, design, created_at, updated_at) values ('dqr_1', 'acc_1', 'lnk_2', '{}', now(), now())`,
  `event (id, kind, owner_id, payload, created_at) values ('evt_1', 'link.created', 'acc_1', '{}', now())`,
  `event_interest (owner_id, kind, listener_id, since) values ('acc_1', 'link.created', 'whk_1', now())`,
  `activity (id, owner_id, type, actor, subject_type, subject_id, summary, severity, source, created_at)
   values ('act_1', 'acc_1', 'link.created', 'acc_1', 'link', 'lnk_1', 'Created.', 'info', 'lifecycle', now())`,
  `link_health_setting (owner_id, is_on, updated_at) values ('acc_1', true, now())`,
  `api_key (id, account_id, name, key_preview, key_hash, created_at, expires_at)
   values ('key_1', 'acc_1', 'Key', 'tk_', 'x', now(), now())`,
  `click_sum (subject_id, span, starts_at, measure, bucket, count, total_ms)
   values ('acc_1', 'hour', now(), 'lag', 1, 1, 1)`,
]
const ownedTables = [
  ...['link', 'code', 'qr_logo', 'dynamic_qr', 'event', 'event_interest', 'activity', 'link_health'],
  ...['link_health_setting', 'api_key'],
]

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
  for (const row of ownedRows) await run(orm, `insert into ${row}`)
  await migrate(orm)
})

it('the tables of the first version become those of a new database', async () => {
  const fresh = await openEmpty()
  await migrate(fresh)
  expect(await describeSchema(orm)).toEqual(await describeSchema(fresh))
})

/** What an earlier version did not have, oldest first: the migration that adds it, and how to take it away. */
const additions: readonly (readonly [migration: string, what: string, undo: readonly string[]])[] = [
  [
    'bio_pages',
    'bio pages, and the sum of clicks without views',
    [
      'drop table bio_block, bio_image, bio_page',
      `create or replace function sum_clicks_of_deleted_links() returns trigger language plpgsql
       as $$ begin return null; end $$`,
    ],
  ],
  [
    'files',
    'stored files',
    [
      'drop table file_export',
      `delete from mikro_orm_migrations where name = 'exports'`,
      'drop table link_import_error, link_import',
      'drop function stamp_link_import()',
      'drop table account_archive',
      `delete from mikro_orm_migrations where name in ('imports', 'account_archives')`,
      'drop table stored_file_chunk, stored_file',
    ],
  ],
  [
    'account_life',
    'sessions, new addresses and deleted accounts',
    [
      'drop function announce_credentials, announce_credentials_of_members cascade',
      `delete from mikro_orm_migrations where name = 'credential_changes'`,
      'drop table session',
      'alter table account drop pending_email, drop deletion_requested_at',
    ],
  ],
  ['click_retention', 'retention in workspaces', ['alter table workspace drop column click_retention_days']],
  [
    'click_deletion',
    'the later deletion of clicks',
    [
      'drop table click_deletion',
      'alter table click_rollup add constraint click_rollup_url_id_foreign foreign key (url_id) references link(id) on delete cascade',
      'alter table click_visitor add constraint click_visitor_url_id_foreign foreign key (url_id) references link(id) on delete cascade',
      `create or replace function delete_clicks_of_links() returns trigger language plpgsql
       as $$ begin delete from click where url_id in (select id from deleted_link); return null; end $$`,
    ],
  ],
  [
    'workspace_rollups',
    'rollups of workspaces',
    [
      'drop table click_workspace_rollup, click_rollup_transfer, click_retention_bound',
      'drop index link_workspace_private_index',
      'drop trigger link_clicks_moved on link',
      'drop function transfer_click_rollups()',
      'alter table click_watermark drop column workspace_tx',
      `create or replace function delete_clicks_of_links() returns trigger language plpgsql
         as $$ begin delete from click where url_id in (select id from deleted_link); return null; end $$`,
    ],
  ],
  [
    'click_columns',
    'columns of clicks',
    [
      'drop table click_day_columns, click_columns_watermark',
      `create or replace function delete_clicks_of_links() returns trigger language plpgsql
       as $$ begin delete from click where url_id in (select id from deleted_link); return null; end $$`,
    ],
  ],
  [
    'click_link_tombstones',
    'the ids of deleted links',
    [
      'drop table click_link_tombstone',
      `create or replace function delete_clicks_of_links() returns trigger language plpgsql
       as $$ begin delete from click where url_id in (select id from deleted_link); return null; end $$`,
    ],
  ],
  ['account_archives', 'archives', ['drop table account_archive']],
  [
    'exports',
    'exports and the weekly one of a workspace',
    ['drop table file_export', 'alter table workspace drop weekly_export, drop weekly_export_at'],
  ],
  [
    'credential_changes',
    'notifications of changed credentials',
    ['drop function announce_credentials, announce_credentials_of_members cascade'],
  ],
  ['imports', 'imports', ['drop table link_import_error, link_import', 'drop function stamp_link_import()']],
]

it.each(additions)('the migration %s gives a database of the version before %s', async (migration, _what, undo) => {
  const [former, fresh] = [await openEmpty(), await openEmpty()]
  await migrate(former)
  for (const statement of undo) await run(former, statement)
  await run(former, `delete from mikro_orm_migrations where name = '${migration}'`)
  await migrate(former)
  await migrate(fresh)
  expect(await describeSchema(former)).toEqual(await describeSchema(fresh))
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

it('what accounts of the first version had is in their personal workspaces', async () => {
  const [workspace] = await run<{ id: string }>(orm, `select id from workspace where personal_account_id = 'acc_1'`)
  for (const table of ownedTables) {
    const rows = await run(orm, `select distinct workspace_id from ${table}`)
    expect({ table, rows }).toEqual({ table, rows: [{ workspace_id: workspace?.id }] })
  }
  expect(await run(orm, 'select subject_id from click_sum')).toEqual([{ subject_id: workspace?.id }])
  expect(await run(orm, 'select distinct creator_id from link')).toEqual([{ creator_id: 'acc_1' }])
})
