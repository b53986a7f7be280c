import { createHash, randomBytes } from 'node:crypto'
import { readdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Settings } from '../../../config.ts'
import type { Logger } from '../../../platform/shared/logger.ts'
import type { ClickRow } from '../tracking/click-row.ts'
import { encodeLine, SpoolFile } from './spool-file.ts'

export interface SpoolOptions {
  /** Made when it is first needed. */
  readonly folder: string
  /** More is not kept. */
  readonly maxBytes?: number
  readonly log: Pick<Logger, 'error'>
}

const defaultMaxBytes = 1024 ** 3

/** Ends the name of a file that is appended to. */
const openSuffix = '.ndjson'

/** Ends the name of a file that somebody has taken to write it into the database. */
const claimedSuffix = '.taken'

/**
 * Clicks that wait on the disk for the database. A click that has been kept here is as safe as the disk; kept twice, or
 * here and in the database, it still counts once, because its id decides.
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

  /** Bytes of the file that grows and of those this process has taken. */
  get bytes(): number {
    return [...this.#claimedFiles.values()].reduce((sum, each) => sum + each, this.#file?.bytes ?? 0)
  }

  /** Clicks this process has kept here since it began. */
  get clicks(): number {
    return this.#clicks
  }

  /** Clicks that were given up because the spool was full. */
  get dropped(): number {
    return this.#dropped
  }

  /** Whether the last clicks could not be kept. */
  get isFailing(): boolean {
    return this.#isFailing
  }

  /** Is called whenever clicks have been kept. */
  onAppend(listener: () => void): void {
    this.#onAppend = listener
  }

  /**
   * Keeps clicks, on the disk when this resolves. With the spool full they are dropped, counted and told in the log.
   * Throws what the disk said when it takes nothing; none of them is kept then.
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
   * Takes every file there is, so that nobody else does, and answers with the paths of all that this process has taken
   * and not finished. What another process took and left behind is taken by whoever starts.
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

  /** A file that was taken is done with. */
  finish(path: string): void {
    this.#claimedFiles.delete(path)
  }

  /** Leaves what it keeps for the next start. */
  close(): Promise<void> {
    return this.#runExclusive(() => this.#closeFile())
  }

  async #appendToFile(text: Buffer): Promise<void> {
    // Processes of two containers may have one number and share the folder.
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
      // Somebody else was faster.
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
 * Where clicks wait for this database. Services of several databases may share a data folder, and none is to write the
 * clicks of another: beside a server there is a folder for each database, and one in memory has none that comes back.
 */
export function spoolFolder({ database, dataFolder }: Settings): string {
  const folder = join(dataFolder, 'spool')
  if (database.kind === 'folder') return folder
  if (database.kind === 'memory') return join(folder, `memory-${process.pid}`)
  const { host, pathname } = new URL(database.url)
  return join(folder, createHash('sha256').update(`${host}${pathname}`).digest('hex').slice(0, 16))
}
