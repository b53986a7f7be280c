import { mkdir, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandError } from '../../../platform/admin-command.ts'
import { FolderInUse, lockFolder } from '../../../platform/database/embedded/folder-lock.ts'
import { isSwapPending } from '../../../platform/database/embedded/folder-swap.ts'

/** Where backups and restores work, below a folder on the same disk. */
export const workFolder = 'backup.work'

/**
 * Runs with an empty folder for the content of a backup. Only one process works below `parent`, and what a killed one has left is
 * removed.
 */
export async function withWorkFolder<T>(parent: string, run: (content: string) => Promise<T>): Promise<T> {
  if (isSwapPending(parent))
    throw new CommandError(
      'A restore was interrupted. Start the service or run the restore again: either completes it.',
    )
  const work = join(parent, workFolder)
  await mkdir(work, { recursive: true, mode: 0o700 })
  const lock = await lockFolder(work).catch(
    explainInUse((pid) => `Another backup or restore runs (process ${pid}). Wait for its end.`),
  )
  const content = join(work, 'content')
  try {
    await rm(content, removal)
    await mkdir(content)
    return await run(content)
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException
    if (!isDiskError(error)) throw error
    throw new CommandError(
      `The disk does not accept the files (${code}${path === undefined ? '' : ` at ${path}`}). Nothing was changed. Free space or correct the rights, then try again.`,
      { cause: error },
    )
  } finally {
    // After a swap that was not completed, the rest of it is here.
    if (!isSwapPending(parent)) await rm(content, removal)
    await lock.release()
    // Another process may use it already.
    await rmdir(work).catch(() => undefined)
  }
}

/** Handles the error of a folder that another process uses: throws a `CommandError` with this sentence. */
export function explainInUse(describe: (pid: number) => string): (error: unknown) => never {
  return (error) => {
    throw error instanceof FolderInUse ? new CommandError(describe(error.pid)) : error
  }
}

/** With retries, because files may still be written after an error. */
const removal = { recursive: true, force: true, maxRetries: 5, retryDelay: 100 } as const

/** Whether the error comes from the disk, and not from the content of a backup. */
export function isDiskError(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return ['ENOSPC', 'EFBIG', 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EIO', 'EDQUOT', 'EMFILE'].includes(code ?? '')
}

/** A time in a name, such as `20261128T050000Z`. */
export function formatStamp(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
}
