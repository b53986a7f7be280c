import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { createPostgreSqlTypeParsers } from '@mikro-orm/postgresql'
import { lockFolder } from './folder-lock.ts'

export interface EmbeddedDatabase {
  readonly pglite: PGlite
  close(): Promise<void>
}

/** Timestamps stay text for MikroORM to parse, as its own drivers do. No column holds an array of them. */
const parsers = createPostgreSqlTypeParsers((text) => [text])

/**
 * Starts the embedded database in memory, or in a folder that this process locks. A `seed` (a dumped data folder) saves
 * the seconds of the first setup in memory. Throws `FolderInUse`.
 */
export async function startEmbeddedDatabase(folder: string | null, seed?: Blob): Promise<EmbeddedDatabase> {
  if (folder === null) return configureDatabase(await PGlite.create({ parsers, ...(seed && { loadDataDir: seed }) }))
  await mkdir(folder, { recursive: true })
  const release = await lockFolder(folder)
  try {
    return await configureDatabase(await PGlite.create({ dataDir: join(folder, 'database'), parsers }), release)
  } catch (error) {
    await release()
    throw error
  }
}

/**
 * The write-ahead log grows in files of 16 MB. Filling each with zeros first would block all requests for a sixth of a
 * second, every few seconds under load.
 */
async function configureDatabase(pglite: PGlite, release?: () => Promise<void>): Promise<EmbeddedDatabase> {
  await pglite.exec('set wal_init_zero = off')
  return {
    pglite,
    close: async () => {
      if (!pglite.closed) await pglite.close()
      await release?.()
    },
  }
}
