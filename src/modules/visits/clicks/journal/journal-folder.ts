import { randomBytes } from 'node:crypto'
import {
  access,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  rmdir,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { readProcessStart } from '../../../../platform/database/embedded/folder-lock.ts'

/** Where the journals of a database are. */
export interface JournalPlace {
  readonly root: string
  /** Where segments are kept that cannot be read; null for none. */
  readonly damagedFolder: string | null
  /** The folder of the database, without which a journal is of no use; null for a database on another host. */
  readonly databaseFolder: string | null
  /** Whether nobody needs the clicks when the process has ended. */
  readonly isTemporary: boolean
}

/** How often a process shows that it lives. */
const heartbeatMs = 2_000

/**
 * A process that has shown nothing for this long has ended, or is so slow that another process may write its clicks.
 */
const goneAfterMs = 30_000

export const ownerFile = 'owner.json'

/** How the file names of segments end. */
export const segmentSuffix = '.clicks'

interface Owner {
  readonly pid: number
  /** Start of the system, and the number of the process in it; null where the system does not say. */
  readonly identity: string | null
}

/**
 * The folder of one process within the journals of a database. A process that finds the folder of an ended process
 * moves that folder into its own folder. The move is one step, so only one process succeeds.
 */
export class JournalFolder {
  private heartbeat: NodeJS.Timeout | undefined

  private constructor(
    private readonly place: JournalPlace,
    readonly path: string,
  ) {}

  /** Creates a folder. Rejects when the disk does not accept it, and when the embedded database is not beside it. */
  static async create(place: JournalPlace): Promise<JournalFolder> {
    const { root, databaseFolder } = place
    if (databaseFolder !== null) await access(databaseFolder)
    const name = `${Date.now()}-${process.pid}-${randomBytes(4).toString('hex')}`
    // The folder is complete when it gets its name, because a folder without an owner is taken over at once.
    const createDraft = () => mkdir(root, { recursive: true }).then(() => mkdtemp(join(root, '.new-')))
    // Another process may have removed the empty root in between.
    const draft = await createDraft().catch(createDraft)
    const owner: Owner = { pid: process.pid, identity: await identifyProcess(process.pid) }
    await writeFile(join(draft, ownerFile), JSON.stringify(owner))
    const path = join(root, name)
    await rename(draft, path)
    const folder = new JournalFolder(place, path)
    folder.heartbeat = setInterval(() => folder.touch(), heartbeatMs).unref()
    return folder
  }

  /** The segments of processes that have ended. After the call, they are in this folder. */
  async takeOver(): Promise<string[]> {
    const { root } = this.place
    for (const name of await readdir(root).catch(() => [])) {
      const folder = join(root, name)
      if (folder !== this.path && !name.startsWith('.') && (await isGone(folder))) await this.claim(folder, name)
    }
    return findSegments(this.path)
  }

  /** Ends the ownership. The next process that looks takes over the files that are left. */
  async close(): Promise<void> {
    clearInterval(this.heartbeat)
    if (this.place.isTemporary) return rm(this.place.root, { recursive: true, force: true })
    const isEmpty = (await findSegments(this.path).catch(() => [])).length === 0
    await rm(isEmpty ? this.path : join(this.path, ownerFile), { recursive: true, force: true }).catch(() => undefined)
    // Only if it is empty.
    await rmdir(this.place.root).catch(() => undefined)
  }

  private touch(): void {
    const now = new Date()
    utimes(join(this.path, ownerFile), now, now).catch(() => undefined)
  }

  private async claim(folder: string, name: string): Promise<void> {
    // Another process may be faster.
    await rename(folder, join(this.path, name)).catch(() => undefined)
    await rm(join(this.path, name, ownerFile), { force: true })
  }
}

/** All segments in a folder and in those below it, oldest first. */
export async function findSegments(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true })
  return names
    .filter((name) => name.endsWith(segmentSuffix))
    .sort()
    .map((name) => join(folder, name))
}

/** Whether nobody writes the folder of a process any more. */
export async function isGone(folder: string): Promise<boolean> {
  const file = join(folder, ownerFile)
  const owner = await readFile(file, 'utf8').catch(() => null)
  const stats = await stat(file).catch(() => null)
  if (owner === null || stats === null) return (await stat(folder).catch(() => null)) !== null
  if (Date.now() - stats.mtimeMs > goneAfterMs) return true
  const { pid, identity } = parseOwner(owner)
  const [system] = identity?.split(' ') ?? []
  // Process ids of another system or container mean nothing here.
  if (system === undefined || system !== (await identifySystem())) return false
  return (await identifyProcess(pid)) !== identity
}

function parseOwner(text: string): Owner {
  try {
    return JSON.parse(text) as Owner
  } catch {
    return { pid: 0, identity: null }
  }
}

/** The start of the system and the namespace of process ids; null on a system without /proc. */
async function identifySystem(): Promise<string | null> {
  try {
    const bootId = await readFile('/proc/sys/kernel/random/boot_id', 'utf8')
    return `${bootId.trim()}:${await readlink('/proc/self/ns/pid')}`
  } catch {
    return null
  }
}

/**
 * A text that no later process with the same id has, and that differs when there is no such process. Null on a system
 * without /proc.
 */
async function identifyProcess(pid: number): Promise<string | null> {
  const system = await identifySystem()
  return system && `${system} ${pid} ${await readProcessStart(pid)}`
}

/** Whether an error says that a folder is gone. */
export function isMissingFolder(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(String((error as NodeJS.ErrnoException).code))
}
