import type { ClientBase, Pool } from 'pg'
import { readExecutedMigrations } from '../../../platform/database/migrations/schema-version.ts'
import type { Manifest } from './manifest.ts'

/** What runs statements: a connection, or a pool. */
export type Connection = Pick<ClientBase | Pool, 'query'>

/** Every table with rows, quoted. A partitioned table has none: its partitions do. */
const listTablesSql = `
  select format('%I.%I', nspname, relname) as name
    from pg_class
    join pg_namespace on pg_namespace.oid = relnamespace
   where relkind = 'r' and nspname <> 'information_schema' and nspname not like 'pg\\_%'
   order by 1`

/** Describes a migrated database for a manifest. */
export async function describeDatabase(connection: Connection): Promise<Omit<Manifest['database'], 'kind'>> {
  const { rows: identities } = await connection.query<{ id: string }>('select id from database_identity')
  const migrations = await readExecutedMigrations(async (sql) => (await connection.query<object>(sql)).rows)
  return {
    id: identities[0]?.id ?? '',
    postgresMajor: await readPostgresMajor(connection),
    migrations: migrations.map(({ name }) => name).reverse(),
    rows: await countRows(connection),
  }
}

/** Its row has the major version of the server as `major`. */
export const postgresMajorSql = `select current_setting('server_version_num')::int / 10000 as major`

export async function readPostgresMajor(connection: Connection): Promise<number> {
  const { rows } = await connection.query<{ major: number }>(postgresMajorSql)
  return rows[0]?.major ?? Number.NaN
}

export async function listTables(connection: Connection): Promise<string[]> {
  const { rows } = await connection.query<{ name: string }>(listTablesSql)
  return rows.map(({ name }) => name)
}

/** The number of rows of each table. */
export async function countRows(connection: Connection): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of await listTables(connection)) {
    const { rows } = await connection.query<{ count: string }>(`select count(*) as count from ${table}`)
    counts[table] = Number(rows[0]?.count)
  }
  return counts
}
