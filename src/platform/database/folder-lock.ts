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

interface LockHolder {
  readonly pid: number
  /** When the process began, as the kernel counts it, so that a reused pid is not mistaken for the holder. */
  readonly born: string | null
}

/**
 * Takes the folder for this process and returns what gives it back. A holder that is no longer alive is replaced;
 * a live one never is. Throws `FolderInUse`.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const lockFile = join(folder, 'tack.lock')
  const holder: LockHolder = { pid: process.pid, born: await readProcessStart(process.pid) }
  // The id makes every lock another text, so that a lock seen before is known again.
  await acquire(lockFile, JSON.stringify({ ...holder, id: randomUUID() }), folder)
  return () => rm(lockFile, { force: true })
}

/**
 * Makes the lock hold this text. Several may find a dead holder at once, so only who has taken the claim beside the lock
 * may replace it, and only while it is still the lock that was found dead; a claim is itself a lock, and taken alike.
 */
async function acquire(lockFile: string, content: string, folder: string): Promise<void> {
  while (!(await tryCreate(lockFile, content))) {
    const found = await readLock(lockFile)
    if (found === undefined) continue
    const holder = parseHolder(found)
    if (holder && (await isAlive(holder))) throw new FolderInUse(folder, holder.pid)
    const claimFile = `${lockFile}.claim`
    await acquire(claimFile, content, folder)
    try {
      if ((await readLock(lockFile)) === found) return await replace(lockFile, content)
    } finally {
      await rm(claimFile, { force: true })
    }
  }
}

/** A hard link either appears whole or fails, so a half-written lock is never seen. False when there is one already. */
async function tryCreate(lockFile: string, text: string): Promise<boolean> {
  const draftFile = await writeDraft(lockFile, text)
  try {
    await link(draftFile, lockFile)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    await rm(draftFile, { force: true })
  }
}

/** In one step, so that there is no moment without a lock in which somebody else could create one. */
async function replace(lockFile: string, text: string): Promise<void> {
  await rename(await writeDraft(lockFile, text), lockFile)
}

async function writeDraft(lockFile: string, text: string): Promise<string> {
  const draftFile = `${lockFile}.${randomUUID()}`
  await writeFile(draftFile, text)
  return draftFile
}

async function readLock(lockFile: string): Promise<string | undefined> {
  return readFile(lockFile, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return undefined
  })
}

/** Null for a lock that names nobody: a power cut may leave an empty file, and whoever wrote it is gone. */
function parseHolder(text: string): LockHolder | null {
  try {
    const { pid, born = null } = JSON.parse(text) as Partial<LockHolder>
    return Number.isSafeInteger(pid) && Number(pid) > 0 ? { pid: Number(pid), born } : null
  } catch {
    return null
  }
}

async function isAlive({ pid, born }: LockHolder): Promise<boolean> {
  // In a container every first process is 1: a lock with our own pid and another birth is a dead one.
  if (pid === process.pid && born === null) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  return (await readProcessStart(pid)) === born
}

/** Field 22 of /proc/PID/stat, counted after the command's closing bracket; null where there is no such file. */
async function readProcessStart(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
}
