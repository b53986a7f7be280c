import pg from 'pg'
import { FolderInUse, lockFolder } from '../../src/platform/database/embedded/folder-lock.ts'

// A process that locks a folder, reports it, and holds the lock until it is killed: node holder.ts <folder> [database]
const [folder = '', what] = process.argv.slice(2)
try {
  if (what === 'database') {
    const { EmbeddedDatabase } = await import('../../src/platform/database/embedded/embedded-database.ts')
    const { EmbeddedConnection } = await import('../../src/platform/database/embedded/embedded-connection.ts')
    const database = await EmbeddedDatabase.start(folder)
    const client = new pg.Client({ user: 'postgres', stream: () => new EmbeddedConnection(database) })
    await client.connect()
    await client.query(`create table stored (word text); insert into stored values ('acknowledged')`)
  } else {
    await lockFolder(folder)
  }
  process.stdout.write('locked')
  setInterval(() => undefined, 60_000)
} catch (error) {
  if (!(error instanceof FolderInUse)) throw error
  process.stdout.write('rejected')
}
