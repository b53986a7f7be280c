import { access, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { dataDir as loadEmptyDatabase } from '@electric-sql/pglite-prepopulatedfs'
import { createPostgreSqlTypeParsers } from '@mikro-orm/postgresql'
import { lockFolder } from './folder-lock.ts'

export interface EmbeddedDatabase {
  readonly pglite: PGlite
  close(): Promise<void>
}

/** Timestamps stay text for MikroORM to parse, as its own drivers do. No column holds an array of them. */
const parsers = createPostgreSqlTypeParsers((text) => [text])

const options = {
  parsers,
  // 128 MB by default, most of it a second copy of what the system caches anyway.
  startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
}

/**
 * Starts the embedded database in memory, or in a folder that this process locks. A new one starts from the files of an
 * empty database, or from `seed` (a dumped data folder): creating them takes seconds. Throws `FolderInUse`.
 */
export async function startEmbeddedDatabase(folder: string | null, seed?: Blob): Promise<EmbeddedDatabase> {
  if (folder === null) {
    return configureDatabase(await PGlite.create({ ...options, loadDataDir: seed ?? (await loadEmptyDatabase()) }))
  }
  await mkdir(folder, { recursive: true })
  const release = await lockFolder(folder)
  try {
    return await configureDatabase(await openFolder(folder), release)
  } catch (error) {
    await release()
    throw error
  }
}

/** A file marks a database whose files are not all written yet. The next start deletes such a one and begins again. */
async function openFolder(folder: string): Promise<PGlite> {
  const dataDir = join(folder, 'database')
  const incompleteMark = join(folder, 'database.incomplete')
  if (await exists(incompleteMark)) await rm(dataDir, { recursive: true, force: true })
  if (await exists(dataDir)) return PGlite.create({ ...options, dataDir })
  await writeFile(incompleteMark, '')
  const pglite = await PGlite.create({ ...options, dataDir, loadDataDir: await loadEmptyDatabase() })
  await rm(incompleteMark)
  return pglite
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

/**
 * The write-ahead log grows in files of 16 MB. Filling each with zeros first would block all requests for a sixth of a
 * second, every few seconds under load.
 */
async function configureDatabase(pglite: PGlite, release?: () => Promise<void>): Promise<EmbeddedDatabase> {
  await pglite.exec('set wal_init_zero = off')
  // PGlite copies its parsers for every statement. Nobody reads arrays of rows, whose types have ids from 10000 on.
  pglite.parsers = Object.fromEntries(Object.entries(pglite.parsers).filter(([type]) => Number(type) < 10_000))
  return {
    pglite,
    close: async () => {
      if (!pglite.closed) await pglite.close()
      await release?.()
    },
  }
}
