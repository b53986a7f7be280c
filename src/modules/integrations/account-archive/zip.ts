import { Zip, ZipDeflate } from 'fflate'
import type { ArchiveFile } from '../../../platform/jobs/archive-part.ts'

/** Sizes in a ZIP file have 32 bits. */
export const maxZipBytes = 4_000_000_000

/** The files do not fit into one ZIP file. */
export class ZipTooLarge extends Error {}

/** A ZIP file, piece by piece, as its files are read. Throws `ZipTooLarge`. */
export async function* writeZip(
  files: AsyncIterable<ArchiveFile>,
  modifiedAt: Date,
  maxBytes = maxZipBytes,
): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  const zip = new Zip((error, piece) => {
    if (error) throw error
    pieces.push(piece)
    bytes += piece.length
    if (bytes > maxBytes) throw new ZipTooLarge()
  })
  for await (const { name, content } of files) {
    const entry = new ZipDeflate(name)
    entry.mtime = modifiedAt
    zip.add(entry)
    for await (const piece of content) {
      entry.push(typeof piece === 'string' ? Buffer.from(piece) : piece)
      yield* pieces.splice(0)
    }
    entry.push(new Uint8Array(), true)
    yield* pieces.splice(0)
  }
  zip.end()
  yield* pieces.splice(0)
}
