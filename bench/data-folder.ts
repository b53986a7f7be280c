import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** A folder in which a service is started: with the compiled program, and `data`. */
export interface ServiceFolder {
  readonly folder: string
  remove(): Promise<void>
}

/** `diskMb`: the data is on a disk of its own of this size, a file system in memory, for which the caller must be root. */
export async function createServiceFolder(diskMb: number | undefined): Promise<ServiceFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'tack-bench-'))
  const data = join(folder, 'data')
  await mkdir(data)
  await symlink(resolve('dist'), join(folder, 'dist'))
  if (diskMb) execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m`, 'tmpfs', data])
  const remove = async () => {
    if (diskMb) execFileSync('umount', [data])
    await rm(folder, { recursive: true })
  }
  return { folder, remove }
}

/** Flips a bit of the longest journal of a folder, at this share of its bytes. */
export async function flipJournalBit(data: string, share: number): Promise<void> {
  const names = (await readdir(data, { recursive: true })).filter((name) => name.endsWith('.clicks'))
  const files = await Promise.all(names.map(async (name) => [name, await readFile(join(data, name))] as const))
  const [longest] = files.toSorted(([, one], [, other]) => other.length - one.length)
  if (!longest) throw new Error('There is no journal.')
  const [name, bytes] = longest
  const place = Math.floor(bytes.length * share)
  bytes.writeUInt8(bytes.readUInt8(place) ^ 4, place)
  await writeFile(join(data, name), bytes)
}
