import { closeSync, fdatasync, fstatSync, ftruncateSync, openSync, statSync, writeSync } from 'node:fs'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { promisify } from 'node:util'
import type { ClickRow } from '../tracking/click-row.ts'
import { countFrameClicks, decodeFrame } from './journal-frame.ts'

const datasync = promisify(fdatasync)

/** A file of the journal to which this process appends. What it has written survives the end of the process. */
export class SegmentWriter {
  private readonly fd: number
  private readonly inode: number
  private length = 0
  private syncedLength = 0

  /** Creates the file. */
  constructor(readonly path: string) {
    this.fd = openSync(path, 'ax', 0o600)
    this.inode = statSync(path).ino
  }

  get bytes(): number {
    return this.length
  }

  /**
   * Appends frames. Returns false when another process has taken the file over meanwhile, and may have read it before.
   * Throws the error of the disk. Parts of the frames that the file then has are beyond its length. Synchronous:
   * writing to the page cache of the system takes less time than a switch of threads.
   */
  append(frames: Buffer): boolean {
    for (let written = 0; written < frames.length; ) written += writeSync(this.fd, frames, written)
    this.length += frames.length
    return statSync(this.path, { throwIfNoEntry: false })?.ino === this.inode
  }

  /** Resolves when everything appended so far survives a power cut. */
  async sync(): Promise<void> {
    const { length } = this
    if (this.syncedLength >= length) return
    await datasync(this.fd)
    this.syncedLength = length
  }

  /** Empties the file, whose clicks are all in the database. */
  clear(): void {
    ftruncateSync(this.fd, 0)
    this.length = 0
    this.syncedLength = 0
  }

  /** Closes the file after the appended frames. The rest of a failed append is removed, or fails its checksum later. */
  close(): void {
    try {
      if (fstatSync(this.fd).size > this.length) ftruncateSync(this.fd, this.length)
    } finally {
      closeSync(this.fd)
    }
  }
}

/** Clicks that were read, and where the next ones begin. */
export interface SegmentBatch {
  /** The file. */
  readonly path: string
  /** Where they begin in the file. */
  readonly start: number
  readonly clicks: readonly ClickRow[]
  readonly end: number
  /** Lines that failed their checksum: where they begin in the file, and how many clicks they had. */
  readonly damages: readonly { readonly offset: number; readonly clicks: number }[]
}

/** The name of a sealed batch, which stays the same when another process takes the file over. */
export function nameBatch({ path, start }: SegmentBatch): string {
  return `${basename(dirname(path))}/${basename(path)}:${start}`
}

const chunkBytes = 256 * 1024

/** Reads the clicks of a segment, from its beginning. */
export class SegmentReader {
  /** Where the next batch begins. */
  offset = 0
  private handle: FileHandle | undefined

  constructor(readonly path: string) {}

  /**
   * Reads frames up to `limit` bytes of the file until there are `maxClicks`, or up to the next seal. The offset stays, so
   * the same frames are read again until it is moved to `end`. When a file gets no more frames, the text after its last
   * line break is read too.
   */
  async read(maxClicks: number, limit: number, isComplete = false): Promise<SegmentBatch> {
    this.handle ??= await open(this.path)
    const clicks: ClickRow[] = []
    let end = this.offset
    const damages: { offset: number; clicks: number }[] = []
    let isSealed = false
    while (end < limit && clicks.length < maxClicks && !isSealed) {
      const text = await this.readLines(end, limit, isComplete)
      if (text.length === 0) break
      for (let start = 0; start < text.length && clicks.length < maxClicks && !isSealed; ) {
        const lineEnd = text.indexOf(10, start)
        const next = lineEnd < 0 ? text.length : lineEnd + 1
        const line = text.toString('utf8', start, lineEnd < 0 ? text.length : lineEnd)
        const frame = decodeFrame(line)
        if (frame) for (const click of frame) clicks.push(click)
        else damages.push({ offset: end, clicks: countFrameClicks(line) })
        isSealed = frame?.length === 0
        end += next - start
        start = next
      }
    }
    return { path: this.path, start: this.offset, clicks, end, damages }
  }

  /** How many clicks a complete file of `size` bytes has, by what its frames say. */
  async count(size: number): Promise<number> {
    this.handle ??= await open(this.path)
    let count = 0
    for (let end = 0; end < size; ) {
      const text = await this.readLines(end, size, true)
      if (text.length === 0) break
      for (const line of text.toString('latin1').trimEnd().split('\n')) count += countFrameClicks(line)
      end += text.length
    }
    return count
  }

  async close(): Promise<void> {
    await this.handle?.close()
    this.handle = undefined
  }

  /** Deletes the file, if it is there. */
  async delete(): Promise<void> {
    await this.close()
    await unlink(this.path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
  }

  /** Whole lines from `start` on; the rest of a complete file, whether it ends with a line break or not. */
  private async readLines(start: number, limit: number, isComplete: boolean): Promise<Buffer> {
    for (let size = chunkBytes; ; size *= 2) {
      const length = Math.min(size, limit - start)
      const buffer = Buffer.allocUnsafe(length)
      const { bytesRead } = await (this.handle as FileHandle).read(buffer, 0, length, start)
      const lastBreak = buffer.lastIndexOf(10, bytesRead - 1)
      const isLast = bytesRead < length || start + length >= limit
      if (lastBreak >= 0 && !(isLast && isComplete)) return buffer.subarray(0, lastBreak + 1)
      if (isLast) return isComplete ? buffer.subarray(0, bytesRead) : buffer.subarray(0, 0)
    }
  }
}
