import { existsSync } from 'node:fs'
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** A file or folder of the data folder that gets another name. Paths are relative to the data folder. */
export interface FolderMove {
  readonly from: string
  readonly to: string
}

/** While it exists, the moves in it have begun and are not complete. */
const swapFile = 'swap.json'

/**
 * Replaces parts of a data folder, all or nothing: the moves are written down first, and a process that is killed in between leaves
 * them to the next `finishFolderSwap`. If one fails, those before it are undone. The caller holds the lock of the folder.
 */
export async function swapFolders(dataFolder: string, moves: readonly FolderMove[]): Promise<void> {
  const draft = join(dataFolder, `${swapFile}.draft`)
  await writeFile(draft, JSON.stringify(moves), { flush: true })
  await rename(draft, join(dataFolder, swapFile))
  await syncFolder(dataFolder)
  await finishFolderSwap(dataFolder)
}

/** Whether a process was killed in the middle of a swap. */
export function isSwapPending(dataFolder: string): boolean {
  return existsSync(join(dataFolder, swapFile))
}

/** Completes a swap that a killed process has begun. Does nothing when there is none. */
export async function finishFolderSwap(dataFolder: string): Promise<void> {
  if (!isSwapPending(dataFolder)) return
  const moves = JSON.parse(await readFile(join(dataFolder, swapFile), 'utf8')) as FolderMove[]
  const done: FolderMove[] = []
  try {
    for (const move of moves) {
      // Done before the process was killed.
      if (!existsSync(join(dataFolder, move.from)) || existsSync(join(dataFolder, move.to))) continue
      await moveWithin(dataFolder, move)
      done.push(move)
    }
  } catch (error) {
    for (const { from, to } of done.reverse()) await moveWithin(dataFolder, { from: to, to: from })
    await rm(join(dataFolder, swapFile))
    throw error
  }
  await syncFolder(dataFolder)
  await rm(join(dataFolder, swapFile))
}

async function moveWithin(dataFolder: string, { from, to }: FolderMove): Promise<void> {
  await mkdir(dirname(join(dataFolder, to)), { recursive: true })
  await rename(join(dataFolder, from), join(dataFolder, to))
}

/** Makes the new names survive a power cut, where the file system can. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync().catch(() => undefined)
  await handle.close()
}
