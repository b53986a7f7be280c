import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const blockSize = 512

/** A file or a folder of an archive. */
export interface TarEntry {
  readonly name: string
  readonly isFolder: boolean
  /** Part of the archive, which is not copied. */
  readonly content: Buffer
}

/**
 * Reads a tar archive: plain names of at most 100 bytes, as in the packed files of a database. A folder comes before what is
 * in it.
 */
export function* readTar(archive: Buffer): Generator<TarEntry> {
  let position = 0
  while (position < archive.length) {
    const header = archive.subarray(position, position + blockSize)
    const name = readText(header, 0, 100)
    if (name === '') return
    const size = Number.parseInt(readText(header, 124, 12), 8)
    const content = archive.subarray(position + blockSize, position + blockSize + size)
    yield { name, isFolder: readText(header, 156, 1) === '5', content }
    position += blockSize + Math.ceil(size / blockSize) * blockSize
  }
}

/** Writes the files and folders of a tar archive into a folder. */
export async function unpackTar(archive: Buffer, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const { name, isFolder, content } of readTar(archive)) {
    if (isFolder) await mkdir(join(folder, name), { recursive: true })
    else await writeFile(join(folder, name), content)
  }
}

/** A field of a header; the rest of it is filled with zeros. */
function readText(header: Buffer, start: number, length: number): string {
  return header.toString('utf8', start, start + length).replace(/\0.*$/s, '')
}
