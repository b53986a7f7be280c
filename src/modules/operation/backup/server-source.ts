import { join } from 'node:path'
import { describeDatabase, readPostgresMajor } from './database-description.ts'
import { contentNames, type Manifest } from './manifest.ts'
import { connectTo } from './server-databases.ts'
import { requireServerTool, runServerTool } from './server-tools.ts'

/** Dumps a database of a server into `content`, and describes it as it was in the dump. Nobody waits for it. */
export async function dumpServer(url: string, content: string): Promise<Manifest['database']> {
  const client = await connectTo(url, 'tack backup')
  try {
    await requireServerTool('pg_dump', await readPostgresMajor(client))
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
