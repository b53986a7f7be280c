import { randomBytes } from 'node:crypto'
import pg from 'pg'

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
