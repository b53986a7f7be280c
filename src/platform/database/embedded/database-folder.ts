import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabasePlace } from '../../../config.ts'

/** The folder of the embedded database, in the data folder. */
export const databaseFolder = 'database'

/** False for the folder of an embedded database that was never started. */
export function hasDatabase(place: DatabasePlace): boolean {
  return place.kind !== 'folder' || existsSync(join(place.folder, databaseFolder, 'PG_VERSION'))
}
