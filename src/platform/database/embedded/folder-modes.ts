import { chmod, lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from '../../shared/logger.ts'

/** The permissions of everybody but the owner. */
const othersMode = 0o077

/** What the service has in its data folder. A folder such as `file:.` has other files, which are not ours to change. */
const ownNames = /^(tack\.|database|journal$|damaged-journal$|outbox$|backup|before-restore-|swap\.json|jwt\.secret$)/

/**
 * Closes a data folder that a former version, or another umask, has left open to other users of the machine, and says so in one line.
 * What cannot be closed stops nothing: it may be somebody else's, be mounted to read only, or have no modes.
 */
export async function closeDataFolder(folder: string, log: Pick<Logger, 'warn'>): Promise<void> {
  const closing = new Closing()
  const names = await readdir(folder).catch(() => [])
  for (const name of names) if (ownNames.test(name)) await closing.close(join(folder, name))
  if (names.every((name) => ownNames.test(name))) await closing.close(folder)
  const { closed, open, error: err } = closing
  if (open > 0)
    log.warn({ err, folder, open }, 'other users of this machine may read files of the data folder: close it to them')
  else if (closed > 0)
    log.warn({ folder, closed }, 'other users of this machine could read the data folder; it is closed now')
}

/** Takes the permissions of others from files and folders, and counts what it has closed and what it could not close. */
class Closing {
  closed = 0
  open = 0
  error: unknown

  async close(path: string): Promise<void> {
    try {
      const { mode, isFolder } = await readMode(path)
      // Nobody else reaches what is in a closed folder.
      if ((mode & othersMode) === 0) return
      // A folder after its content, so that a start that is interrupted leaves it to the next one.
      if (isFolder) for (const name of await readdir(path)) await this.close(join(path, name))
      await chmod(path, mode & 0o700)
      if (((await readMode(path)).mode & othersMode) === 0) this.closed++
      else this.open++
    } catch (error) {
      // Other processes that start on the folder remove files meanwhile.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
      this.open++
      this.error ??= error
    }
  }
}

/** A link has none of its own, and what it leads to is somewhere else. */
async function readMode(path: string): Promise<{ readonly mode: number; readonly isFolder: boolean }> {
  const stats = await lstat(path)
  return { mode: stats.isSymbolicLink() ? 0 : stats.mode, isFolder: stats.isDirectory() }
}
