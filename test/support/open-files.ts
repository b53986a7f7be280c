import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The files and folders of a data folder that other users of the machine can read. */
export async function listOpenFiles(folder: string): Promise<string[]> {
  const names = ['.', ...(await readdir(folder, { recursive: true }))]
  const isOpen = async (name: string) => ((await lstat(join(folder, name))).mode & 0o077) !== 0
  return (await Promise.all(names.map(async (name) => ((await isOpen(name)) ? [name] : [])))).flat()
}
