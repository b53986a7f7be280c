import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { CommandError, type StandaloneContext } from '../../../platform/admin-command.ts'
import { swapFolders } from '../../../platform/database/embedded/folder-swap.ts'
import { readArchive } from './archive.ts'
import { readPostgresMajor } from './database-description.ts'
import { contentNames, type Manifest, readManifest } from './manifest.ts'
import { fileMoves, type RestoreResult } from './restore-folder.ts'
import { assertRestorable, completeDatabase } from './restored-database.ts'
import { connectTo, databaseName, ServerDatabases, withDatabaseName } from './server-databases.ts'
import { requireServerTool, restoreDump } from './server-tools.ts'
import { withWorkFolder } from './work-folder.ts'

/**
 * Restores a backup into a new database of the server, which then gets the name of the former one. The former one keeps its rows
 * under another name.
 */
export async function restoreServer(
  context: StandaloneContext,
  url: string,
  file: string,
  restorePoint: string,
): Promise<RestoreResult> {
  const { dataFolder, backups } = context.settings
  await mkdir(dataFolder, { recursive: true })
  return withWorkFolder(dataFolder, async (content) => {
    await readArchive(file, content, backups.passphrase)
    const manifest = await readManifest(content)
    assertRestorable(manifest, 'server')
    const databases = await ServerDatabases.open(url)
    try {
      await assertServer(databases, manifest)
      const name = databaseName(url)
      await databases.assertUnused(name)
      await databases.dropUnfinished(name)
      const restored = await databases.createFor(name)
      try {
        const restoredUrl = withDatabaseName(url, restored)
        const id = await fill(context, restoredUrl, join(content, contentNames.server), manifest)
        await swapFolders(dataFolder, fileMoves(dataFolder, content, id, restorePoint))
        const former = await databases.replace(name, restored, restorePoint)
        return { manifest, wayBack: former && describeWayBack(name, former) }
      } catch (error) {
        await databases.drop(restored)
        throw error
      }
    } finally {
      await databases.close()
    }
  })
}

async function assertServer(databases: ServerDatabases, { database }: Manifest): Promise<void> {
  const major = await readPostgresMajor(databases.connection)
  if (major < database.postgresMajor)
    throw new CommandError(
      `The backup is of PostgreSQL ${database.postgresMajor}, and this server is ${major}. Restore it into ${database.postgresMajor} or later.`,
    )
  await requireServerTool('pg_restore', database.postgresMajor)
}

/** Returns the id of the filled database. */
async function fill(
  { openDatabase, report }: StandaloneContext,
  url: string,
  dump: string,
  manifest: Manifest,
): Promise<string> {
  await restoreDump(url, dump)
  report('The rows are restored. Checking them ...')
  const database = await openDatabase({ kind: 'server', url })
  const connection: pg.Client = await connectTo(url)
  try {
    const id = await completeDatabase(database, connection, manifest)
    // A dump has no statistics for the planner.
    await connection.query('analyze')
    return id
  } finally {
    await connection.end()
    await database.close()
  }
}

function describeWayBack(name: string, former: string): string {
  const quote = (text: string) => pg.escapeIdentifier(text)
  return `The former database is ${former} on the same server. To go back, stop the service, drop ${name} and run: alter database ${quote(former)} rename to ${quote(name)}`
}
