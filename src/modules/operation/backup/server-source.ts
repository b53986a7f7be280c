import { join } from 'node:path'
import pg from 'pg'
import { describeDatabase, readPostgresMajor } from './database-description.ts'
import { contentNames, type Manifest } from './manifest.ts'
import { requireServerTool, runServerTool } from './server-tools.ts'

/** Dumps a database of a server into `content`, and describes it as it was in the dump. Nobody waits for it. */
export async function dumpServer(url: string, content: string): Promise<Manifest['database']> {
  const client = new pg.Client({ connectionString: url, application_name: 'tack backup' })
  // A lost connection fails the statement. An event without a listener would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await requireServerTool('pg_dump', await readPostgresMajor(client))
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    await client.query('begin isolation level repeatable read read only')
    const { rows } = await client.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot')
    const file = join(content, contentNames.server)
    const options = ['--format=custom', '--compress=0', '--no-owner', '--no-privileges', '--lock-wait-timeout=60s']
    await runServerTool('pg_dump', url, [...options, `--snapshot=${rows[0]?.snapshot}`, `--file=${file}`])
    return { kind: 'server', ...(await describeDatabase(client)) }
  } finally {
    await client.end()
  }
}
