import { randomBytes } from 'node:crypto'
import { readdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClickRow } from '../click.row.ts'
import { SpoolFile } from './file.ts'
import { lineOf } from './line.ts'

export interface SpoolOptions {
  /** Made when it is first needed. */
  readonly folder: string
  /** More is not kept. */
  readonly mostBytes?: number
  readonly log: { error(details: object, message: string): void }
}

const defaultMostBytes = 1024 ** 3

/** Ends the name of a file that is appended to. */
const growing = '.ndjson'

/** Ends the name of a file that somebody has taken to write it into the database. */
const taken = '.taken'

/**
 * Clicks that wait on the disk for the database. A click that has been kept here is as safe as the disk; kept twice, or
 * here and in the database, it still counts once, because its id decides.
 */
export class Spool {
  readonly #folder: string
  readonly #mostBytes: number
  readonly #log: SpoolOptions['log']
  readonly #born = Date.now()
  #file: SpoolFile | undefined
  #doing: Promise<unknown> = Promise.resolve()
  #whenKept: () => void = () => undefined
  readonly #taken = new Map<string, number>()
  #clicks = 0
  #dropped = 0
  #isFailing = false

  constructor({ folder, mostBytes = defaultMostBytes, log }: SpoolOptions) {
    this.#folder = folder
    this.#mostBytes = mostBytes
    this.#log = log
  }

  /** Bytes of the file that grows and of those this process has taken. */
  get bytes(): number {
    return [...this.#taken.values()].reduce((sum, each) => sum + each, this.#file?.bytes ?? 0)
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
  whenKept(act: () => void): void {
    this.#whenKept = act
  }

  /**
   * Keeps clicks, on the disk when this resolves. With the spool full they are dropped, counted and told in the log.
   * Throws what the disk said when it takes nothing; none of them is kept then.
   */
  append(clicks: readonly ClickRow[]): Promise<void> {
    if (clicks.length === 0) return Promise.resolve()
    const text = Buffer.from(clicks.map(lineOf).join(''))
    return this.#inTurn(async () => {
      if (this.bytes + text.length > this.#mostBytes) return this.#drop(clicks.length)
      try {
        await this.#keep(text)
      } catch (err) {
        if (!this.#isFailing) this.#log.error({ err, folder: this.#folder }, 'the spool cannot be written')
        this.#isFailing = true
        throw err
      }
      this.#isFailing = false
      this.#clicks += clicks.length
      this.#whenKept()
    })
  }

  /**
   * Takes every file there is, so that nobody else does, and answers with the paths of all that this process has taken
   * and not finished. What another process took and left behind is taken by whoever starts.
   */
  take({ alsoLeft = false } = {}): Promise<string[]> {
    return this.#inTurn(async () => {
      await this.#seal()
      const names = await readdir(this.#folder).catch(() => [])
      for (const name of names.sort()) {
        if (name.endsWith(growing) || (alsoLeft && name.endsWith(taken))) await this.#takeOne(name)
      }
      return [...this.#taken.keys()]
    })
  }

  /** A file that was taken is done with. */
  finish(path: string): void {
    this.#taken.delete(path)
  }

  /** Leaves what it keeps for the next start. */
  close(): Promise<void> {
    return this.#inTurn(() => this.#seal())
  }

  async #keep(text: Buffer): Promise<void> {
    // Processes of two containers may have one number and share the folder.
    const name = `${this.#born}-${process.pid}-${randomBytes(4).toString('hex')}${growing}`
    this.#file ??= await SpoolFile.create(this.#folder, name)
    try {
      if (await this.#file.append(text)) return
    } catch (error) {
      await this.#seal().catch(() => undefined)
      throw error
    }
    await this.#seal()
    await this.#keep(text)
  }

  async #seal(): Promise<void> {
    const file = this.#file
    this.#file = undefined
    await file?.close()
  }

  async #takeOne(name: string): Promise<void> {
    const path = join(this.#folder, name)
    const mine = join(this.#folder, `${name.split('.')[0]}.${process.pid}-${this.#born}${taken}`)
    try {
      if (path !== mine) await rename(path, mine)
      this.#taken.set(mine, (await stat(mine)).size)
    } catch {
      // Somebody else was faster.
    }
  }

  #drop(count: number): void {
    this.#dropped += count
    this.#log.error({ count, dropped: this.#dropped }, 'the spool is full: clicks are dropped')
  }

  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.#doing.then(act)
    this.#doing = turn.catch(() => undefined)
    return turn
  }
}
