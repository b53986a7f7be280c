import { type FileHandle, mkdir, open, stat } from 'node:fs/promises'
import { join } from 'node:path'

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
