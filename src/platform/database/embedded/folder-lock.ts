import { randomUUID } from 'node:crypto'
import { link, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The embedded database supports one process at a time; a second one would silently lose rows. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse'

  readonly pid: number

  constructor(folder: string, pid: number) {
    super(
      `The embedded database in ${folder} is in use by process ${pid}. Stop that process, ` +
        'choose another folder (DATABASE_URL=file:./other), or use a PostgreSQL server to run several.',
    )
    this.pid = pid
  }
}

interface LockHolder {
  readonly pid: number
  /** The start time of the process as the kernel counts it, so that a reused pid is not taken for the holder. */
  readonly startedAt: string | null
  /** Identifies the folder, so that the lock in a copy of it is not taken for one. */
  readonly folderId?: string
}

/** The folder was moved, deleted or taken while a database in it was open. */
export class FolderLost extends Error {
  override readonly name = 'FolderLost'

  constructor(folder: string) {
    super(
      `The data folder ${folder} is no longer the one that this process has opened: it was moved, deleted or taken.`,
    )
  }
}

/** A locked folder. */
export interface FolderLock {
  /** Whether the folder still has this lock. */
  isHeld(): Promise<boolean>
  release(): Promise<void>
}

/** Locks the folder, also over the lock of a dead process. Throws `FolderInUse`. */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const lockFile = join(folder, 'tack.lock')
  const folderId = await identifyFolder(folder)
  const holder: LockHolder = { pid: process.pid, startedAt: await readProcessStart(process.pid), folderId }
  // The id makes each lock unique, so that a lock can be recognised when it is read again.
  const content = JSON.stringify({ ...holder, id: randomUUID() })
  await acquire(lockFile, content, folder)
  const isHeld = async () => (await readLock(lockFile)) === content
  return {
    isHeld,
    release: async () => {
      if (await isHeld()) await rm(lockFile, { force: true })
    },
  }
}

/**
 * Writes this content into the lock. Several processes may find a dead holder at once, so only the one that holds the
 * claim file beside the lock may replace it, and only if the lock has not changed since. The claim file is itself a
 * lock.
 */
async function acquire(lockFile: string, content: string, folder: string): Promise<void> {
  while (!(await tryCreate(lockFile, content))) {
    const found = await readLock(lockFile)
    if (found === undefined) continue
    const holder = parseHolder(found)
    const isOfFolder = holder?.folderId === undefined || holder.folderId === (await identifyFolder(folder))
    if (holder && isOfFolder && (await isAlive(holder))) throw new FolderInUse(folder, holder.pid)
    const claimFile = `${lockFile}.claim`
    await acquire(claimFile, content, folder)
    try {
      if ((await readLock(lockFile)) === found) return await replace(lockFile, content)
    } finally {
      await rm(claimFile, { force: true })
    }
  }
}

/** Creates the lock; false when there is one. A hard link appears completely or fails: no lock is half-written. */
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

/** Replaces the lock in one step, so that no other process can create one in between. */
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

/** Null for a lock without a valid holder, such as an empty file after a power cut; its process is dead. */
function parseHolder(text: string): LockHolder | null {
  try {
    const { pid, startedAt = null, folderId } = JSON.parse(text) as Partial<LockHolder>
    if (!Number.isSafeInteger(pid) || Number(pid) <= 0) return null
    return { pid: Number(pid), startedAt, ...(folderId !== undefined && { folderId }) }
  } catch {
    return null
  }
}

async function identifyFolder(folder: string): Promise<string> {
  const { dev, ino } = await stat(folder, { bigint: true })
  return `${dev}:${ino}`
}

async function isAlive({ pid, startedAt }: LockHolder): Promise<boolean> {
  // In a container the first process always has pid 1: a lock with our pid and another start time is dead.
  if (pid === process.pid && startedAt === null) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  return (await readProcessStart(pid)) === startedAt
}

/** Field 22 of /proc/PID/stat, counted after the closing bracket of the command; null on systems without that file. */
export async function readProcessStart(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
}
