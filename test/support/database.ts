import 'reflect-metadata'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { tables } from '../../src/modules.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { migrate } from '../../src/platform/database/migrations.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * A migrated database for each test file: a dumped data folder and one without tables, or a template on a server.
     */
    database: { kind: 'embedded'; seed: string; empty: string } | { kind: 'server'; url: string; template: string }
  }
}

/** Migrates once per run; each test file starts with a copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env.TEST_DATABASE_URL
  return url ? server(project, url) : embedded(project)
}

async function embedded(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'tack-test-'))
  const { orm, close } = await openDatabase({ place: { kind: 'memory' }, tables })
  const native = (await orm.em.getConnection().getNativeClient()) as unknown as PGlite
  const [seed, empty] = [join(folder, 'seed.tar'), join(folder, 'empty.tar')]
  const dump = async (file: string) => {
    await native.exec('checkpoint')
    await writeFile(file, Buffer.from(await (await native.dumpDataDir('none')).arrayBuffer()))
  }
  for (const statement of slimming) await native.exec(statement)
  await dump(empty)
  await migrate(orm)
  await dump(seed)
  await close()
  project.provide('database', { kind: 'embedded', seed, empty })
  return () => rm(folder, { recursive: true })
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
  await onServer(url, `create database ${template}`)
  const { orm, close } = await openDatabase({ place: { kind: 'server', url: databaseUrl(url, template) }, tables })
  await migrate(orm)
  await close()
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

/** Runs one statement in the default database of the server. */
export async function onServer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}
