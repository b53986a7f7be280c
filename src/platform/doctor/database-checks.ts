import { readExecutedMigrations, schemaVersionOf } from '../database/migrations/schema-version.ts'
import type { Tables } from '../database/tables.ts'
import {
  type DoctorCheck,
  type DoctorContext,
  type Finding,
  ok,
  problem,
  type QueryDatabase,
  warning,
} from './doctor.ts'

const oldestServer = 150_000
const clockToleranceMs = 2_000
/** Connections for visitors, jobs and notifications, beside `DATABASE_POOL_SIZE`. */
const otherConnections = 11

/** Looks at the tables and, on a server, at the server. Without a database another check has said why. */
export function createDatabaseCheck(tables: Tables): DoctorCheck {
  return {
    name: 'database',
    async run(context) {
      const { query, settings } = context
      if (query === null) return []
      const findings = [await checkMigrations(query, tables)]
      if (settings.database.kind === 'server') findings.push(...(await checkServer(query, context)))
      return findings
    },
  }
}

async function checkMigrations(query: QueryDatabase, tables: Tables): Promise<Finding> {
  const [last] = await readExecutedMigrations(query)
  if (!last) return ok('The database is empty. The next start creates its tables.')
  const newest = schemaVersionOf(tables)
  if (last.name === newest) return ok(`The tables are of this version (${newest}).`)
  return warning(`The last migration is ${last.name}, and this version has ${newest}. The next start migrates.`)
}

interface ServerRow {
  readonly version: number
  /** The clock of the server, in milliseconds since 1970. */
  readonly nowMs: number
  readonly isReadOnly: boolean
  readonly connections: number
  readonly maxConnections: number
  readonly ownConnections: number
  readonly oldestSeconds: number
  /** Whether statements of the session have no time limit. */
  readonly isUnlimited: boolean
}

const serverSql = `
  select current_setting('server_version_num')::int as version, (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs",
         current_setting('transaction_read_only') = 'on' as "isReadOnly",
         (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
         current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as "maxConnections",
         (select count(*)::int from pg_stat_activity where application_name like 'tack%') as "ownConnections",
         (select coalesce(max(extract(epoch from now() - xact_start)), 0)::int from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid()) as "oldestSeconds",
         current_setting('statement_timeout') = '0' as "isUnlimited"`

const deadRowsSql = `
  select relname as "table", n_dead_tup::float8 as dead from pg_stat_user_tables
   where n_dead_tup > 100000 and n_dead_tup > n_live_tup * 0.5 order by n_dead_tup desc limit 5`

const standbySql = `
  select coalesce(application_name, '') as name, coalesce(extract(epoch from replay_lag), 0)::int as seconds
    from pg_stat_replication where replay_lag > interval '30 seconds'`

async function checkServer(query: QueryDatabase, { settings, now }: DoctorContext): Promise<Finding[]> {
  const [server] = await query<ServerRow>(serverSql)
  if (!server) return [problem('The server gave no answer.')]
  const findings: Finding[] = []
  if (server.version < oldestServer) findings.push(problem('The server is older than PostgreSQL 15. Upgrade it.'))
  if (server.isReadOnly)
    findings.push(problem('The server is read-only: a standby, or its disk is full. Name the primary in DATABASE_URL.'))
  if (server.isUnlimited)
    findings.push(
      warning(
        'A pooler keeps the time limits of statements from the server. Give them to the user there (docs/scaling.md#pgbouncer).',
      ),
    )
  const differenceMs = Math.abs(server.nowMs - now().getTime())
  if (differenceMs > clockToleranceMs)
    findings.push(
      problem(
        `The clocks of this machine and the server differ by ${Math.round(differenceMs / 1_000)} s. Start NTP on both.`,
      ),
    )
  const left = server.maxConnections - server.connections
  const needed = settings.databasePoolSize + otherConnections
  if (left + server.ownConnections < needed)
    findings.push(
      warning(
        `${left} connections are left, and a process may take ${needed}. Raise max_connections, or lower DATABASE_POOL_SIZE.`,
      ),
    )
  if (server.oldestSeconds > 60)
    findings.push(
      warning(
        `A transaction has been open for ${server.oldestSeconds} s: sums of clicks wait for it. Look at pg_stat_activity.`,
      ),
    )
  for (const { table, dead } of await query<{ table: string; dead: number }>(deadRowsSql))
    findings.push(warning(`The table ${table} has ${dead} dead rows. Look whether autovacuum runs.`))
  for (const { name, seconds } of await query<{ name: string; seconds: number }>(standbySql))
    findings.push(warning(`The standby ${name} is ${seconds} s behind. Look at its disk and network.`))
  return findings.length > 0 ? findings : [ok(`The server answers; ${left} connections are left.`)]
}
