import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError, type StandaloneContext } from '../../../platform/admin-command.ts'
import { FolderInUse, lockFolder } from '../../../platform/database/embedded/folder-lock.ts'
import { finishFolderSwap } from '../../../platform/database/embedded/folder-swap.ts'
import { getPool } from '../../../platform/database/native-client.ts'
import { readDiskSpace } from '../../../platform/shared/disk-space.ts'
import { journalsFolder } from '../../visits/clicks/index.ts'
import { describeDatabase } from './database-description.ts'
import { pauseService } from './database-pause.ts'
import { FolderCopy, measureFolder } from './folder-copy.ts'
import { contentNames, type Manifest } from './manifest.ts'

/** The copy needs room for changes in between, and for the log that the database writes when the copy is opened. */
const spaceFactor = 1.1
const spaceReserveBytes = 64 * 1024 ** 2

/**
 * Copies the embedded database and the journals beside it into `content`, while the service runs or while it does not. Then opens
 * the copy, which shows that it is usable, and describes it.
 */
export async function copyEmbedded(
  { openDatabase }: StandaloneContext,
  dataFolder: string,
  content: string,
): Promise<Manifest['database']> {
  const source = join(dataFolder, contentNames.folder)
  if (!existsSync(source)) throw new CommandError(`There is no database in ${dataFolder}. Check DATABASE_URL.`)
  await assertSpace(source, content)
  // The database first. A click that reaches it meanwhile is in both, and counts once.
  const copies = [contentNames.folder, journalsFolder].flatMap((name) =>
    existsSync(join(dataFolder, name)) ? new FolderCopy(join(dataFolder, name), join(content, name)) : [],
  )
  const update = () => {
    for (const copy of copies) copy.update()
  }
  await whileUnchanged(dataFolder, update)
  const database = await openDatabase({ kind: 'folder', folder: content })
  try {
    return { kind: 'folder', ...(await describeDatabase(await getPool(database.orm))) }
  } finally {
    await database.close()
  }
}

/** Copies while no statement runs: the service does not run, or is paused. Before a pause, most is copied already. */
async function whileUnchanged(dataFolder: string, copy: () => void): Promise<void> {
  try {
    const lock = await lockFolder(dataFolder)
    try {
      await finishFolderSwap(dataFolder)
      copy()
    } finally {
      await lock.release()
    }
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    copy()
    const pause = await pauseService(dataFolder)
    if (!pause)
      throw new CommandError(`Process ${error.pid} uses ${dataFolder} and has no socket there. Stop it first.`)
    copy()
    await pause.resume()
  }
}

async function assertSpace(source: string, content: string): Promise<void> {
  mkdirSync(content, { recursive: true })
  const { freeBytes } = await readDiskSpace(content)
  const neededBytes = measureFolder(source) * spaceFactor + spaceReserveBytes
  if (freeBytes >= neededBytes) return
  throw new CommandError(
    `A backup needs ${Math.ceil(neededBytes / 1024 ** 2)} MiB for a copy of the database in ${content}, and the disk has ${Math.floor(freeBytes / 1024 ** 2)} MiB.`,
  )
}
