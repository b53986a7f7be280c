import { randomBytes } from 'node:crypto'
import { unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { writeZip, ZipTooLarge } from '../../src/modules/integrations/account-archive/zip.ts'

const at = new Date('2026-11-24T10:00:00Z')
const pieceBytes = 256 * 1024

/** Bytes that cannot be compressed. */
const noise = randomBytes(pieceBytes)

async function* toContent(...pieces: (string | Uint8Array)[]) {
  yield* pieces
}

async function collect(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

it('a ZIP file has the files with their names and contents', async () => {
  async function* files() {
    yield { name: 'README.txt', content: toContent('Grüße', ' an alle') }
    yield { name: 'workspaces/ä/empty.json', content: toContent() }
    yield { name: 'noise', content: toContent(noise, noise) }
  }
  const entries = unzipSync(await collect(writeZip(files(), at)))
  expect(Object.keys(entries)).toEqual(['README.txt', 'workspaces/ä/empty.json', 'noise'])
  expect(Buffer.from(entries['README.txt'] ?? []).toString()).toBe('Grüße an alle')
  expect(Buffer.from(entries.noise ?? []).equals(Buffer.concat([noise, noise]))).toBe(true)
})

it('what is read is written at once: no more than a few pieces wait in memory', async () => {
  let readBytes = 0
  async function* content() {
    for (let n = 0; n < 20; n++) {
      readBytes += pieceBytes
      yield noise
    }
  }
  async function* files() {
    for (const name of ['one', 'two']) yield { name, content: content() }
  }
  let writtenBytes = 0
  let mostWaiting = 0
  for await (const piece of writeZip(files(), at)) {
    writtenBytes += piece.length
    mostWaiting = Math.max(mostWaiting, readBytes - writtenBytes)
  }
  expect(readBytes).toBe(40 * pieceBytes)
  expect(mostWaiting).toBeLessThan(3 * pieceBytes)
})

it('an error of a file ends the ZIP file', async () => {
  async function* content() {
    yield 'beginning'
    throw new Error('the connection was lost')
  }
  async function* files() {
    yield { name: 'one', content: content() }
  }
  await expect(collect(writeZip(files(), at))).rejects.toThrow('the connection was lost')
})

it('more bytes than a ZIP file can have are refused', async () => {
  async function* files() {
    yield { name: 'one', content: toContent(noise, noise) }
  }
  await expect(collect(writeZip(files(), at, pieceBytes))).rejects.toThrow(ZipTooLarge)
})
