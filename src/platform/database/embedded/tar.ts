import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const blockSize = 512

/**
 * Writes the files and folders of a tar archive into a folder: plain names of at most 100 bytes, as in the packed files of
 * an empty database. PGlite would copy every file twice, which leaves 70 MB of memory that is not given back.
 */
export async function unpackTar(archive: Buffer, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  let position = 0
  while (position < archive.length) {
    const header = archive.subarray(position, position + blockSize)
    const name = readText(header, 0, 100)
    if (name === '') return
    const size = Number.parseInt(readText(header, 124, 12), 8)
    const content = archive.subarray(position + blockSize, position + blockSize + size)
    const isFolder = readText(header, 156, 1) === '5'
    if (isFolder) await mkdir(join(folder, name), { recursive: true })
    else await writeFile(join(folder, name), content)
    position += blockSize + Math.ceil(size / blockSize) * blockSize
  }
}

/** A field of a header; the rest of it is filled with zeros. */
function readText(header: Buffer, start: number, length: number): string {
  return header.toString('utf8', start, start + length).replace(/\0.*$/s, '')
}
