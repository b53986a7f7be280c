import { type FileHandle, mkdir, open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { ClickRow } from '../tracking/click-row.ts'

/** One file of the spool while this process appends to it. */
export class SpoolFile {
  readonly path: string
  readonly #handle: FileHandle
  readonly #inode: number
  #bytes = 0

  private constructor(path: string, handle: FileHandle, inode: number) {
    this.path = path
    this.#handle = handle
    this.#inode = inode
  }

  /** A new file, whose name in the folder survives a power cut as its lines do. */
  static async create(folder: string, name: string): Promise<SpoolFile> {
    await mkdir(folder, { recursive: true })
    const path = join(folder, name)
    const handle = await open(path, 'wx', 0o600)
    const directory = await open(folder)
    await directory.sync().finally(() => directory.close())
    return new SpoolFile(path, handle, (await handle.stat()).ino)
  }

  get bytes(): number {
    return this.#bytes
  }

  /**
   * Appends in one write and waits until it is on the disk. False when another process has taken the file meanwhile,
   * which then may have read it before this came. What could not be written whole is cut off again.
   */
  async append(text: Buffer): Promise<boolean> {
    try {
      let written = 0
      while (written < text.length) {
        const { bytesWritten } = await this.#handle.write(text, written, text.length - written, this.#bytes + written)
        written += bytesWritten
      }
      await this.#handle.datasync()
    } catch (error) {
      await this.#handle.truncate(this.#bytes).catch(() => undefined)
      throw error
    }
    this.#bytes += text.length
    return this.#isInPlace()
  }

  close(): Promise<void> {
    return this.#handle.close()
  }

  async #isInPlace(): Promise<boolean> {
    const found = await stat(this.path).catch(() => undefined)
    return found?.ino === this.#inode
  }
}

/** A click as one line of a spool file: the CRC-32 of its JSON in eight hexadecimal digits, a space, the JSON. */
export function encodeLine(click: ClickRow): string {
  // It is written after its destination was given, so no limit decides it any more.
  const json = JSON.stringify({ ...click, limited: false } satisfies ClickRow)
  return `${checksum(json)} ${json}\n`
}

/** The click of a line without its end; null for one that was torn or has changed. The checksum of nothing is zero. */
export function decodeLine(line: string): ClickRow | null {
  const json = line.slice(9)
  return json !== '' && line.slice(0, 9) === `${checksum(json)} ` ? (JSON.parse(json) as ClickRow) : null
}

function checksum(json: string): string {
  return crc32(json).toString(16).padStart(8, '0')
}
