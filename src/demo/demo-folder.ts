import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Deletes what an interrupted demo has left of its data, so that it begins anew. A file beside the folder says that the demo
 * has made the folder, and has not filled it yet. Returns a function that deletes the file.
 */
export async function beginDemo(databaseUrl: string): Promise<() => Promise<void>> {
  const folder = databaseUrl.replace(/^file:/, '')
  const mark = `${folder}.incomplete`
  if (existsSync(mark)) await rm(folder, { recursive: true, force: true })
  if (!existsSync(folder)) {
    await mkdir(dirname(folder), { recursive: true })
    await writeFile(mark, '')
  }
  return () => rm(mark, { force: true })
}
