import 'reflect-metadata'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { createApp } from '../../src/app.ts'
import { readSettings } from '../../src/config.ts'
import { tables } from '../../src/modules.ts'
import { openDatabase } from '../../src/platform/database/database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * A migrated database for each test file: a dumped data folder and one without tables, or a template on a server.
     */
    database: { kind: 'embedded'; seed: string; empty: string } | { kind: 'server'; url: string; template: string }
    /** The files of which a server runs only the tests with the tag `race` (`vitest.config.ts`). */
    onlyRacesOf?: readonly string[]
  }
}

/** Migrates once per run; each test file starts with a copy. */
export async function provideDatabase(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env.TEST_DATABASE_URL
  return url ? server(project, url) : embedded(project)
}

async function embedded(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'tack-test-'))
  const [seed, empty] = [join(folder, 'seed.tar'), join(folder, 'empty.tar')]
  const { orm, close } = await openDatabase({ place: { kind: 'folder', folder }, tables })
  for (const statement of slimming) await orm.em.execute(statement)
  await close()
  await pack(folder, empty)
  await startOnce(`file:${folder}`)
  await pack(folder, seed)
  project.provide('database', { kind: 'embedded', seed, empty })
  return () => rm(folder, { recursive: true })
}

/** Starts the service on a database and stops it, so that other starts find tables, partitions and queues. */
async function startOnce(url: string): Promise<void> {
  const settings = readSettings({ DATABASE_URL: url, JWT_SECRET: randomBytes(32).toString('hex'), LOG_LEVEL: 'silent' })
  const app = await createApp({ settings })
  await app.database.orm.em.fork().execute(keepInitialRows)
  await app.close()
}

/** Copies the rows that the service writes when it starts for the first time, for `emptyTables`. */
const keepInitialRows = `do $$
declare
  name text;
  is_filled boolean;
begin
  create schema initial;
  for name in select tablename from pg_tables where schemaname = 'public' and tablename <> 'mikro_orm_migrations' loop
    execute format('select exists (select 1 from %I)', name) into is_filled;
    if is_filled then execute format('create table initial.%I as table public.%I', name, name); end if;
  end loop;
end $$`

/** Deletes all rows, also jobs, but the rows of a new database. */
export const emptyTables = `do $$
declare
  name text;
begin
  -- No triggers and no foreign keys.
  set local session_replication_role = replica;
  for name in select tablename from pg_tables where schemaname = 'public' and tablename <> 'mikro_orm_migrations' loop
    execute format('delete from %I', name);
  end loop;
  for name in select tablename from pg_tables where schemaname = 'initial' loop
    execute format('insert into public.%I table initial.%I', name, name);
  end loop;
  delete from jobs.job;
end $$`

/** Packs the files of the embedded database in the folder. */
async function pack(folder: string, archive: string): Promise<void> {
  const dataFolder = join(folder, 'database')
  await promisify(execFile)('tar', ['-cf', archive, '-C', dataFolder, ...(await readdir(dataFolder))])
}

/** Removes what tests need not load: template databases (two thirds of all files) and large buffers. */
const slimming = [
  `update pg_database set datistemplate = false where datname like 'template%'`,
  'drop database template1',
  'drop database template0',
  `alter system set shared_buffers = '16MB'`,
]

async function server(project: TestProject, url: string): Promise<() => Promise<void>> {
  const template = `tack_test_${randomBytes(6).toString('hex')}`
  await createDatabase(url, template)
  await startOnce(databaseUrl(url, template))
  project.provide('database', { kind: 'server', url, template })
  return () => dropAll(url, template)
}

/** Drops the template and its copies, including those that workers share. */
async function dropAll(url: string, template: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('select datname from pg_database where starts_with(datname, $1)', [template])
  for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`)
  await client.end()
}

/** The URL of another database on the same server. */
export function databaseUrl(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

/** Creates a database on the server. It does not wait for the disk: only the processes of tests crash, not the server. */
export async function createDatabase(url: string, name: string, template?: string): Promise<void> {
  await onServer(url, `create database ${name}${template ? ` template ${template}` : ''}`)
  await onServer(url, `alter database ${name} set synchronous_commit = off`)
}

/** Runs one statement in the default database of the server. */
export async function onServer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}
