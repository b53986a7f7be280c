import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { cpuSecondsOrNone } from './processes.ts'

/** A database for one run: one of its own on the server of BENCH_DATABASE_URL, or the embedded one in memory. */
export interface BenchDatabase {
  readonly url: string
  drop(): Promise<void>
}

const server = process.env.BENCH_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

/** `kind` as on the command line: `postgres` or `embedded`. */
export async function benchDatabase(kind: string): Promise<BenchDatabase> {
  if (kind !== 'postgres') return { url: 'memory://', drop: async () => undefined }
  const name = `tack_bench_${randomBytes(4).toString('hex')}`
  await onServer(`create database ${name}`)
  return {
    url: server.replace(/\/[^/]*$/, `/${name}`),
    drop: () => onServer(`drop database ${name} with (force)`),
  }
}

async function onServer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}

/** The rows of a statement. */
export type Query = <T extends object>(sql: string) => Promise<T[]>

/** Seconds of CPU time of the connections to the database of a query, by their processes. */
export async function databaseCpu(query: Query): Promise<Map<number, number>> {
  const rows = await query<{ pid: number }>('select pid from pg_stat_activity where datname = current_database()')
  return new Map(rows.map(({ pid }) => [pid, cpuSecondsOrNone(pid)]))
}

/** Seconds of CPU time since `databaseCpu`. */
export async function databaseCpuSince(query: Query, before: ReadonlyMap<number, number>): Promise<number> {
  const after = await databaseCpu(query)
  return [...after].reduce((sum, [pid, total]) => sum + total - (before.get(pid) ?? 0), 0)
}
