import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { link, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { CommandError } from '../../../platform/admin-command.ts'
import { syncFolder } from '../../../platform/database/embedded/folder-swap.ts'
import { isDiskError } from './work-folder.ts'

/**
 * The file of a backup: tar, compressed by zstd and, with a passphrase, encrypted by age (age-encryption.org/v1). Both
 * formats detect a cut end. `age -d backup.tar.zst.age | zstd -d | tar -x` unpacks it without this program.
 */

const ageMark = 'age-encryption.org/v1'
const zstdMark = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

/** The checksum of zstd detects changed bytes of an archive that is not encrypted. */
const zstdParams = { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 }

/**
 * Writes files and folders below `folder` into an archive, in this order. The archive has its name only when all of it is on
 * the disk. Replaces no file.
 */
export async function writeArchive(
  file: string,
  folder: string,
  names: readonly string[],
  passphrase: string | undefined,
): Promise<void> {
  const { create } = await import('tar')
  const draft = `${file}.${process.pid}.incomplete`
  try {
    const pack = create({ cwd: folder, portable: true }, [...names])
    const packed = Readable.from(pack, { objectMode: false })
    const compressed = packed.pipe(createZstdCompress({ params: zstdParams }))
    pack.once('error', (error) => packed.destroy(error as Error))
    packed.once('error', (error) => compressed.destroy(error))
    const source = passphrase === undefined ? compressed : await encrypt(compressed, passphrase)
    // Only the owner can read it: it contains secrets. `flush` syncs it to the disk.
    await pipeline(source, createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }))
    await link(draft, file)
  } finally {
    await rm(draft, { force: true })
  }
  await syncFolder(dirname(file))
}

/** Unpacks an archive into a folder. Throws `CommandError` when the archive is incomplete or changed, or the passphrase wrong. */
export async function readArchive(file: string, folder: string, passphrase: string | undefined): Promise<void> {
  const mark = await readMark(file)
  const isEncrypted = mark.toString('latin1') === ageMark
  if (!isEncrypted && !mark.subarray(0, zstdMark.length).equals(zstdMark))
    throw new CommandError(`${file} is not a backup of Tack, or its beginning is damaged.`)
  if (isEncrypted && passphrase === undefined)
    throw new CommandError(`${file} is encrypted. Name its passphrase in BACKUP_PASSPHRASE.`)
  const source = createReadStream(file)
  try {
    const compressed = isEncrypted ? await decrypt(source, passphrase ?? '') : source
    const packed = createZstdDecompress()
    await Promise.all([pipeline(compressed, packed), unpack(packed, folder)])
  } catch (error) {
    if (error instanceof CommandError || isDiskError(error)) throw error
    throw new CommandError(
      `${file} is incomplete or was changed (${(error as Error).message}). Nothing was restored. Use another backup.`,
      { cause: error },
    )
  } finally {
    source.destroy()
  }
}

async function unpack(packed: Readable, folder: string): Promise<void> {
  const { extract } = await import('tar')
  // Links would let a later file leave the folder.
  const isPlain = (entry: object) => 'type' in entry && (entry.type === 'File' || entry.type === 'Directory')
  const target = extract({ cwd: folder, strict: true, filter: (_, entry) => isPlain(entry) })
  const closed = once(target, 'close')
  closed.catch(() => undefined)
  for await (const part of packed)
    if (!target.write(part as Buffer)) await Promise.race([once(target, 'drain'), closed])
  target.end()
  await closed
}

async function encrypt(source: Readable, passphrase: string): Promise<Readable> {
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  return fromWeb(await encrypter.encrypt(toWeb(source)))
}

async function decrypt(source: Readable, passphrase: string): Promise<Readable> {
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  try {
    return fromWeb(await decrypter.decrypt(toWeb(source)))
  } catch (error) {
    throw new CommandError('The passphrase in BACKUP_PASSPHRASE does not open this backup. Nothing was restored.', {
      cause: error,
    })
  }
}

type BrowserStream = globalThis.ReadableStream<Uint8Array>

function toWeb(stream: Readable): BrowserStream {
  return Readable.toWeb(stream) as unknown as BrowserStream
}

function fromWeb(stream: BrowserStream): Readable {
  return Readable.fromWeb(stream as unknown as ReadableStream)
}

async function readMark(file: string): Promise<Buffer> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`${file} cannot be read (${error.code}). Name the file of a backup.`, { cause: error })
  })
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(ageMark.length), 0, ageMark.length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
