import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Settings } from '../../config.ts'

/**
 * Where clicks wait for this database. Services of several databases may share a data folder, and none is to write the
 * clicks of another: beside a server there is a folder for each database, and one in memory has none that comes back.
 */
export function spoolFolder({ database, dataFolder }: Settings): string {
  const folder = join(dataFolder, 'spool')
  if (database.kind === 'folder') return folder
  if (database.kind === 'memory') return join(folder, `memory-${process.pid}`)
  const { host, pathname } = new URL(database.url)
  return join(folder, createHash('sha256').update(`${host}${pathname}`).digest('hex').slice(0, 16))
}
