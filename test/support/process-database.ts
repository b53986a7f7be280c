import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import type { DatabasePlace } from '../../src/config.ts'
import { createDatabase, databaseUrl, onServer } from './database.ts'

const source = inject('database')

/** A migrated database for processes. */
export interface ProcessDatabase {
  readonly place: DatabasePlace
  /** The value of DATABASE_URL. */
  readonly url: string
  drop(): Promise<unknown>
}

/** A database on the server of this run, or a folder of the embedded database. */
export async function processDatabase(): Promise<ProcessDatabase> {
  if (source.kind === 'embedded') return processFolder()
  const name = `tack_test_${randomBytes(8).toString('hex')}`
  await createDatabase(source.url, name, source.template)
  const url = databaseUrl(source.url, name)
  const drop = () => onServer(source.url, `drop database ${name} with (force)`)
  return { place: { kind: 'server', url }, url, drop }
}

/** A folder of the embedded database, in every kind of run. A copied data folder saves the setup. */
export async function processFolder(): Promise<ProcessDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'tack-process-'))
  if (source.kind === 'embedded') {
    await mkdir(join(folder, 'database'))
    await promisify(execFile)('tar', ['-xf', source.seed, '-C', join(folder, 'database')])
  }
  return { place: { kind: 'folder', folder }, url: `file:${folder}`, drop: () => rm(folder, { recursive: true }) }
}
