import { type FileHandle, mkdir, open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { ClickRow } from '../tracking/click-batch.queries.ts'

/** A file of the spool to which this process appends. */
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

  /** Creates the file and syncs the folder, so that the file survives a power cut. */
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
   * Appends the text and waits until it is on the disk. False when another process has claimed the file meanwhile and
   * may have read it before. After an error the file is truncated to its previous length.
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
    const stats = await stat(this.path).catch(() => undefined)
    return stats?.ino === this.#inode
  }
}

/** A click as a line of a spool file: the CRC-32 of its JSON in eight hexadecimal digits, a space, the JSON. */
export function encodeLine(click: ClickRow): string {
  // Its destination has been given, so no click limit decides it any more.
  const json = JSON.stringify({ ...click, limited: false } satisfies ClickRow)
  return `${checksum(json)} ${json}\n`
}

/**
 * Reads a line without its line break. Null for a corrupt line, such as an empty one, whose checksum would be zero. Lines
 * of earlier versions lack the later columns.
 */
export function decodeLine(line: string): ClickRow | null {
  const json = line.slice(9)
  return json !== '' && line.slice(0, 9) === `${checksum(json)} `
    ? ({ city: null, utm_term: null, utm_content: null, rule_id: null, variant: null, ...JSON.parse(json) } as ClickRow)
    : null
}

function checksum(json: string): string {
  return crc32(json).toString(16).padStart(8, '0')
}
