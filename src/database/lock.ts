import { randomUUID } from 'node:crypto'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The embedded database takes one process at a time; a second one would silently lose rows. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse'

  constructor(folder: string, pid: number) {
    super(
      `The embedded database in ${folder} is in use by process ${pid}. Stop that process, ` +
        'choose another folder (DATABASE_URL=file:./other), or use a PostgreSQL server to run several.',
    )
  }
}

interface Holder {
  readonly pid: number
  /** When the process began, as the kernel counts it, so that a reused pid is not mistaken for the holder. */
  readonly born: string | null
}

/**
 * Takes the folder for this process and returns what gives it back. A holder that is no longer alive is replaced;
 * a live one never is. Throws `FolderInUse`.
 */
export async function holdFolder(folder: string): Promise<() => Promise<void>> {
  const lock = join(folder, 'tack.lock')
  const mine = join(folder, `tack.lock.${randomUUID()}`)
  await writeFile(mine, JSON.stringify({ pid: process.pid, born: await birthOf(process.pid) } satisfies Holder))
  try {
    while (!(await linked(mine, lock))) {
      const text = await readFile(lock, 'utf8').catch(ignoreMissing)
      if (text === undefined) continue
      const holder = holderIn(text)
      if (holder && (await isAlive(holder))) throw new FolderInUse(folder, holder.pid)
      await moveAway(lock, text, `${mine}.dead`)
    }
  } finally {
    await rm(mine, { force: true })
  }
  return () => rm(lock, { force: true })
}

/** Null for a lock that names nobody: a power cut may leave an empty file, and whoever wrote it is gone. */
function holderIn(text: string): Holder | null {
  try {
    const { pid, born = null } = JSON.parse(text) as Partial<Holder>
    return Number.isSafeInteger(pid) && Number(pid) > 0 ? { pid: Number(pid), born } : null
  } catch {
    return null
  }
}

/** A hard link either appears whole or fails, so a half-written lock is never seen. */
async function linked(from: string, to: string): Promise<boolean> {
  return link(from, to).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false
      throw error
    },
  )
}

/**
 * Of two processes that find a dead holder only one moves its lock away: renaming has one winner, and a loser that
 * moved the winner's fresh lock instead sees that it is another and puts it back.
 */
async function moveAway(lock: string, text: string, dead: string): Promise<void> {
  const moved = await rename(lock, dead).then(() => true, ignoreMissing)
  if (!moved) return
  if ((await readFile(dead, 'utf8')) !== text) await linked(dead, lock)
  await rm(dead, { force: true })
}

async function isAlive({ pid, born }: Holder): Promise<boolean> {
  // In a container every first process is 1: a lock with our own pid and another birth is a dead one.
  if (pid === process.pid && born === null) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  return (await birthOf(pid)) === born
}

/** Field 22 of /proc/PID/stat, counted after the command's closing bracket; null where there is no such file. */
async function birthOf(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
