import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { inject } from 'vitest'
import type { DatabasePlace } from '../../src/config.ts'
import { databaseName } from '../../src/modules/operation/backup/server-databases.ts'
import { tables } from '../../src/modules.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { getPool } from '../../src/platform/database/native-client.ts'
import { onServer } from './database.ts'
import type { ProcessDatabase } from './process-database.ts'

/** The output and the exit code of a command. */
export interface CommandEnd {
  readonly code: unknown
  readonly output: string
}

/** Runs a command of the operator, until its process has ended. The signal kills it. */
export async function runCommand(
  environment: Record<string, string>,
  args: readonly string[],
  signal?: AbortSignal,
): Promise<CommandEnd> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...environment }
  const command = Promise.withResolvers<CommandEnd>()
  const options = { env, signal, killSignal: 'SIGKILL' } as const
  const child = execFile(process.execPath, ['dist/admin.js', ...args], options, (error, out, err) =>
    command.resolve({ code: error?.code ?? 0, output: out + err }),
  )
  // The callback of a process that was killed comes before its end.
  await new Promise((resolve) => child.once('close', resolve))
  return command.promise
}

/** Runs statements on a database that no service uses, and returns the rows of the last one. */
export async function onDatabase<T extends object>(place: DatabasePlace, ...statements: string[]): Promise<T[]> {
  const database = await openDatabase({ place, tables })
  try {
    let rows: T[] = []
    for (const statement of statements) rows = await database.orm.em.fork().execute<T[]>(statement)
    return rows
  } finally {
    await database.close()
  }
}

/** A digest of all rows of each table. The identity of a database differs in a restored one. */
export async function digestTables(place: DatabasePlace): Promise<Record<string, string>> {
  const database = await openDatabase({ place, tables })
  try {
    const em = database.orm.em.fork()
    const names = await em.execute<{ name: string }[]>(
      `select oid::regclass::text as name from pg_class
        where relkind = 'r' and relnamespace in ('public'::regnamespace, 'jobs'::regnamespace)`,
    )
    const digests: Record<string, string> = {}
    for (const { name } of names.filter((each) => each.name !== 'database_identity')) {
      const [row] = await em.execute<{ digest: string }[]>(
        `select count(*) || ' ' || coalesce(md5(string_agg(line, '' order by line)), '') as digest
           from (select content::text as line from ${name} as content) lines`,
      )
      digests[name] = row?.digest ?? ''
    }
    return digests
  } finally {
    await database.close()
  }
}

/** Fills an empty database with one of version 0.1.0. */
export async function fillWithFirstVersion(place: DatabasePlace): Promise<void> {
  const dump = await promisify(gunzip)(await readFile('test/database/version-0.1.0.sql.gz'))
  const database = await openDatabase({ place, tables })
  const pool = await getPool(database.orm)
  await pool.query(String(dump)).finally(() => database.close())
}

/** Drops what a restore has left beside a database of a server. */
export async function dropRestorePoints({ place }: ProcessDatabase): Promise<void> {
  const source = inject('database')
  if (place.kind !== 'server' || source.kind !== 'server') return
  const prefix = databaseName(place.url).slice(0, 30)
  const names = await onDatabase<{ datname: string }>(
    { kind: 'server', url: source.url },
    `select datname from pg_database where starts_with(datname, '${prefix}_')`,
  )
  for (const { datname } of names) await onServer(source.url, `drop database "${datname}" with (force)`)
}

/** Makes it a database without tables. */
export async function emptyDatabase({ place }: ProcessDatabase): Promise<void> {
  if (place.kind === 'folder') await rm(join(place.folder, 'database'), { recursive: true, force: true })
  else await onDatabase(place, 'drop schema jobs cascade', 'drop schema public cascade', 'create schema public')
}
