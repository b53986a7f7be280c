import { mkdir, mkdtemp, readdir, rename, rmdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { Settings } from '../../../../config.ts'
import { findSegments, isGone, type JournalPlace } from './journal-folder.ts'

/** The folder of all journals, in the data folder. */
export const journalsFolder = 'journal'

/**
 * Services with several databases may share a data folder, so each database has a folder of its own, named by its id. The
 * links of a database in memory end with its process, and so do their clicks.
 */
export async function findJournalPlace({ database, dataFolder }: Settings, databaseId: string): Promise<JournalPlace> {
  if (database.kind === 'memory') {
    const root = await mkdtemp(join(tmpdir(), 'tack-journal-'))
    return { root, damagedFolder: null, databaseFolder: null, isTemporary: true }
  }
  return {
    root: join(dataFolder, journalsFolder, databaseId),
    damagedFolder: join(dataFolder, 'damaged-journal'),
    databaseFolder: database.kind === 'folder' ? database.folder : null,
    isTemporary: false,
  }
}

/** Clicks for another database that ended processes have left. */
export interface OtherJournal {
  /** The id of the database. */
  readonly name: string
  /** The folders of the processes. */
  readonly folders: readonly string[]
  readonly bytes: number
}

/** The journals of other databases to which no process writes. */
export async function findOtherJournals({ root, isTemporary }: JournalPlace): Promise<OtherJournal[]> {
  if (isTemporary) return []
  const journals = dirname(root)
  const names = (await readdir(journals).catch(() => [])).filter((name) => name !== basename(root))
  const found = await Promise.all(names.map((name) => readOtherJournal(name, join(journals, name))))
  return found.filter(({ bytes }) => bytes > 0)
}

async function readOtherJournal(name: string, root: string): Promise<OtherJournal> {
  const folders: string[] = []
  let bytes = 0
  for (const each of await readdir(root).catch(() => [])) {
    const folder = join(root, each)
    if (each.startsWith('.') || !(await isGone(folder))) continue
    folders.push(folder)
    const segments = await findSegments(folder).catch(() => [])
    // One may be removed meanwhile.
    const sizes = await Promise.all(
      segments.map((path) =>
        stat(path)
          .then(({ size }) => size)
          .catch(() => 0),
      ),
    )
    bytes += sizes.reduce((sum, size) => sum + size, 0)
  }
  return { name, folders, bytes }
}

/** Moves the journal of another database into this one, whose processes then take it over. Null when there is none. */
export async function moveOtherJournal(place: JournalPlace, name: string): Promise<OtherJournal | null> {
  const other = (await findOtherJournals(place)).find((each) => each.name === name)
  if (!other) return null
  await mkdir(place.root, { recursive: true })
  for (const folder of other.folders) await rename(folder, join(place.root, basename(folder)))
  // Removes the folder only when it is empty: a process may still use it.
  await rmdir(join(dirname(place.root), name)).catch(() => undefined)
  return other
}
