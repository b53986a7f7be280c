import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { CommandError, type StandaloneContext } from '../../../platform/admin-command.ts'
import { lockFolder } from '../../../platform/database/embedded/folder-lock.ts'
import { type FolderMove, finishFolderSwap, swapFolders } from '../../../platform/database/embedded/folder-swap.ts'
import { getPool } from '../../../platform/database/native-client.ts'
import { secretFile } from '../../../platform/shared/keyring.ts'
import { journalsFolder } from '../../visits/clicks/index.ts'
import { readArchive } from './archive.ts'
import { contentNames, filesFolder, type Manifest, readManifest } from './manifest.ts'
import { assertRestorable, completeDatabase } from './restored-database.ts'
import { explainInUse, withWorkFolder } from './work-folder.ts'

/** What a restore has done. */
export interface RestoreResult {
  readonly manifest: Manifest
  /** How to go back; null when there was nothing before. */
  readonly wayBack: string | null
}

/**
 * Restores a backup into a data folder. Everything happens in a folder beside the data until the restored database is complete; then
 * a few renames replace the data.
 */
export async function restoreFolder(
  { settings: { backups }, openDatabase }: StandaloneContext,
  dataFolder: string,
  file: string,
  restorePoint: string,
): Promise<RestoreResult> {
  await mkdir(dataFolder, { recursive: true })
  const lock = await lockFolder(dataFolder).catch(
    explainInUse((pid) => `Process ${pid} uses ${dataFolder}. Stop the service, then restore.`),
  )
  try {
    await finishFolderSwap(dataFolder)
    return await withWorkFolder(dataFolder, async (content) => {
      await readArchive(file, content, backups.passphrase)
      const manifest = await readManifest(content)
      assertRestorable(manifest, 'folder')
      const database = await openDatabase({ kind: 'folder', folder: content }).catch((error: Error) => {
        throw new CommandError(
          `The database of the backup cannot be opened (${error.message}). It was made by Tack ${manifest.program} on PostgreSQL ${manifest.database.postgresMajor}: restore it with that version.`,
          { cause: error },
        )
      })
      let id: string
      try {
        id = await completeDatabase(database, await getPool(database.orm), manifest)
      } finally {
        await database.close()
      }
      const hadDatabase = existsSync(join(dataFolder, contentNames.folder))
      await swapFolders(dataFolder, [
        ...replaceBy(dataFolder, join(content, contentNames.folder), contentNames.folder, restorePoint),
        ...fileMoves(dataFolder, content, id, restorePoint),
      ])
      const wayBack = `The former data is in ${join(dataFolder, restorePoint)}. To go back, stop the service and move its files to ${dataFolder}.`
      return { manifest, wayBack: hadDatabase ? wayBack : null }
    })
  } finally {
    await lock.release()
  }
}

/** The secret and the journal of a backup. The service takes the journal over, because it has the id of the restored database. */
export function fileMoves(
  dataFolder: string,
  content: string,
  databaseId: string,
  restorePoint: string,
): readonly FolderMove[] {
  const journal = join(journalsFolder, databaseId, `of-${restorePoint}`)
  return [
    ...replaceBy(dataFolder, join(content, filesFolder, secretFile), secretFile, restorePoint),
    ...replaceBy(dataFolder, join(content, filesFolder, journalsFolder), journal, restorePoint),
  ]
}

/** Puts what is at `path`, if there is anything, into the data folder. The restore point keeps what it replaces. */
function replaceBy(dataFolder: string, path: string, name: string, restorePoint: string): readonly FolderMove[] {
  if (!existsSync(path)) return []
  const former = existsSync(join(dataFolder, name)) ? [{ from: name, to: join(restorePoint, name) }] : []
  return [...former, { from: relative(dataFolder, path), to: name }]
}
