import { describe, expect, it } from 'vitest'
import { tables } from '../../src/modules.ts'
import { inBatches, setNotNull } from '../../src/platform/database/migrations/online-statements.ts'
import type { TableMigration } from '../../src/platform/database/tables.ts'
import { findRisks } from './migration-rules.ts'

describe('every migration', () => {
  it.each(tables.migrations.map((migration) => [migration.name, migration] as const))(
    '%s lets the version before go on',
    (_, migration) => expect(findRisks(migration)).toEqual([]),
  )
})

describe('a migration is refused', () => {
  it.each([
    ['create index link_x on link (id)'],
    ['create unique index concurrently link_x on link (id)'],
    ['drop index link_x'],
    ['alter table link add column x text default gen_random_uuid()'],
    ['alter table link add column x timestamptz default clock_timestamp()'],
    ['alter table link add column x text not null'],
    ['alter table link alter column title type varchar(20)'],
    ['alter table link alter column title set not null'],
    ['alter table link add constraint c check (title is not null)'],
    ['alter table link add constraint c foreign key (x) references account(id)'],
    ['alter table link add constraint c unique (x)'],
    ['alter table link validate constraint c'],
    ["update link set title = ''"],
    ['alter table link rename column title to name'],
    ['alter table link rename to links'],
    ['alter table link drop column title'],
    ['drop table link'],
    ['truncate link'],
  ])('for %s', (statement) => {
    expect(findRisks({ name: '1', statements: [statement] })).not.toEqual([])
  })

  it('for an online statement that holds a table up', () => {
    const isOnline = true
    for (const statement of ['create index link_x on link (id)', 'alter table link alter column title set not null'])
      expect(findRisks({ name: '1', isOnline, statements: [statement] })).not.toEqual([])
  })
})

it.each<[string, Omit<TableMigration, 'name'>]>([
  ['a column', { statements: ["alter table link add column x text not null default ''", 'drop trigger t on link'] }],
  ['an index', { isOnline: true, statements: ['create index concurrently link_x on link (id)'] }],
  ['not null', { isOnline: true, statements: setNotNull('link', 'title') }],
  ['new values', { isOnline: true, statements: [inBatches('link', (rows) => `update link set x = 1 where ${rows}`)] }],
  [
    'a new table',
    { statements: ['create table x (id text)', 'create index x_i on x (id)', "insert into x values ('')"] },
  ],
  [
    'a removal',
    { removes: 'link.title, which nothing reads since 0.2.0', statements: ['alter table link drop column title'] },
  ],
])('a migration may have %s', (_, migration) => {
  expect(findRisks({ name: '1', ...migration })).toEqual([])
})
