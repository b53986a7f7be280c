import { createHash, randomBytes } from 'node:crypto'
import { readdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Settings } from '../../../config.ts'
import type { Logger } from '../../../platform/shared/logger.ts'
import type { ClickRow } from '../tracking/click-batch.queries.ts'
import { encodeLine, SpoolFile } from './spool-file.ts'

export interface SpoolOptions {
  /** Created with the first click. */
  readonly folder: string
  /** Clicks beyond this size are dropped. */
  readonly maxBytes?: number
  readonly log: Pick<Logger, 'error'>
}

const defaultMaxBytes = 1024 ** 3

/** File name suffix while a process appends. */
const openSuffix = '.ndjson'

/** File name suffix after a process has claimed the file for its replay. */
const claimedSuffix = '.taken'

/**
 * Clicks on the disk that wait for the database, for example during an outage. A click that is in the spool twice, or
 * also in the database, counts once: its id is the primary key.
 */
export class Spool {
  readonly #folder: string
  readonly #maxBytes: number
  readonly #log: SpoolOptions['log']
  readonly #startedAt = Date.now()
  #file: SpoolFile | undefined
  #lastOperation: Promise<unknown> = Promise.resolve()
  #onAppend: () => void = () => undefined
  readonly #claimedFiles = new Map<string, number>()
  #clicks = 0
  #dropped = 0
  #isFailing = false

  constructor({ folder, maxBytes = defaultMaxBytes, log }: SpoolOptions) {
    this.#folder = folder
    this.#maxBytes = maxBytes
    this.#log = log
  }

  /** Bytes of the open file and of the files this process has claimed. */
  get bytes(): number {
    return [...this.#claimedFiles.values()].reduce((sum, each) => sum + each, this.#file?.bytes ?? 0)
  }

  /** Clicks this process has appended since it started. */
  get clicks(): number {
    return this.#clicks
  }

  /** Clicks that were dropped because the spool was full. */
  get dropped(): number {
    return this.#dropped
  }

  /** Whether the last append failed. */
  get isFailing(): boolean {
    return this.#isFailing
  }

  /** Sets the function that is called after each append. */
  onAppend(listener: () => void): void {
    this.#onAppend = listener
  }

  /**
   * Appends clicks and resolves when they are on the disk. When the spool is full, they are dropped, counted and logged.
   * Throws the error of the disk; no click of the call is stored then.
   */
  append(clicks: readonly ClickRow[]): Promise<void> {
    if (clicks.length === 0) return Promise.resolve()
    const text = Buffer.from(clicks.map(encodeLine).join(''))
    return this.#runExclusive(async () => {
      if (this.bytes + text.length > this.#maxBytes) return this.#drop(clicks.length)
      try {
        await this.#appendToFile(text)
      } catch (err) {
        if (!this.#isFailing) this.#log.error({ err, folder: this.#folder }, 'the spool cannot be written')
        this.#isFailing = true
        throw err
      }
      this.#isFailing = false
      this.#clicks += clicks.length
      this.#onAppend()
    })
  }

  /**
   * Claims all files, so that no other process replays them, and returns the paths of those that this process has not
   * finished. `includeAbandoned` also claims what other processes have claimed: use it only at start.
   */
  claimFiles({ includeAbandoned = false } = {}): Promise<string[]> {
    return this.#runExclusive(async () => {
      await this.#closeFile()
      const names = await readdir(this.#folder).catch(() => [])
      for (const name of names.sort()) {
        if (name.endsWith(openSuffix) || (includeAbandoned && name.endsWith(claimedSuffix))) await this.#claimFile(name)
      }
      return [...this.#claimedFiles.keys()]
    })
  }

  /** Forgets a claimed file after its replay. */
  finish(path: string): void {
    this.#claimedFiles.delete(path)
  }

  /** Closes the open file. Its clicks stay for the next start. */
  close(): Promise<void> {
    return this.#runExclusive(() => this.#closeFile())
  }

  async #appendToFile(text: Buffer): Promise<void> {
    // Processes of two containers may share the folder and have the same process id.
    const name = `${this.#startedAt}-${process.pid}-${randomBytes(4).toString('hex')}${openSuffix}`
    this.#file ??= await SpoolFile.create(this.#folder, name)
    try {
      if (await this.#file.append(text)) return
    } catch (error) {
      await this.#closeFile().catch(() => undefined)
      throw error
    }
    await this.#closeFile()
    await this.#appendToFile(text)
  }

  async #closeFile(): Promise<void> {
    const file = this.#file
    this.#file = undefined
    await file?.close()
  }

  async #claimFile(name: string): Promise<void> {
    const path = join(this.#folder, name)
    const claimedPath = join(this.#folder, `${name.split('.')[0]}.${process.pid}-${this.#startedAt}${claimedSuffix}`)
    try {
      if (path !== claimedPath) await rename(path, claimedPath)
      this.#claimedFiles.set(claimedPath, (await stat(claimedPath)).size)
    } catch {
      // Another process has claimed the file.
    }
  }

  #drop(count: number): void {
    this.#dropped += count
    this.#log.error({ count, dropped: this.#dropped }, 'the spool is full: clicks are dropped')
  }

  #runExclusive<T>(operation: () => Promise<T>): Promise<T> {
    const result = this.#lastOperation.then(operation)
    this.#lastOperation = result.catch(() => undefined)
    return result
  }
}

/**
 * The spool folder of a database. Services with several databases may share a data folder, so each database of a server
 * has a folder of its own. A database in memory has one for each process, because it does not survive a restart.
 */
export function spoolFolder({ database, dataFolder }: Settings): string {
  const folder = join(dataFolder, 'spool')
  if (database.kind === 'folder') return folder
  if (database.kind === 'memory') return join(folder, `memory-${process.pid}`)
  const { host, pathname } = new URL(database.url)
  return join(folder, createHash('sha256').update(`${host}${pathname}`).digest('hex').slice(0, 16))
}
