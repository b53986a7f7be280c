import { open, rm } from 'node:fs/promises'
import { isOutOfReach } from '../../database/out.of.reach.ts'
import type { Reach } from '../../database/reach.ts'
import { writeBatch } from '../batch.ts'
import type { ClickRow } from '../click.row.ts'
import { clickIn } from './line.ts'
import { withoutMerged } from './merged.ts'
import type { Spool } from './spool.ts'

interface Log {
  info(details: object, message: string): void
  error(details: object, message: string): void
}

/** Clicks in one statement. */
const mostInBatch = 500

const soonMs = 1_000

/** How often files are looked for that other processes have left. */
const lookEveryMs = 30_000

/**
 * Writes what the spool keeps into the database, in the order in which it came, as soon as the database is there. A
 * click that was written before changes nothing, so a replay that ends in the middle begins anew.
 */
export class SpoolReplay {
  readonly #spool: Spool
  readonly #reach: Reach
  readonly #log: Log
  /** Lines of a file that are in the database already. */
  readonly #done = new Map<string, number>()
  #running: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #looking: NodeJS.Timeout | undefined
  #isClosed = false
  #replayed = 0
  #corrupt = 0
  #dropped = 0

  constructor({ spool, reach, log }: { spool: Spool; reach: Reach; log: Log }) {
    this.#spool = spool
    this.#reach = reach
    this.#log = log
  }

  /** Clicks that were handed to the database, those it had already included. */
  get replayed(): number {
    return this.#replayed
  }

  /** Lines that were torn or had changed. */
  get corrupt(): number {
    return this.#corrupt
  }

  /** Clicks the database would not take. */
  get dropped(): number {
    return this.#dropped
  }

  /** Begins with what earlier processes have left. */
  start(): void {
    this.#run({ alsoLeft: true })
    this.#spool.whenKept(() => this.#soon())
    this.#reach.whenBack(() => this.#run())
    this.#looking = setInterval(() => this.#run(), lookEveryMs).unref()
  }

  /** Resolves when the batch under way has ended; the rest is left for the next start. */
  async stop(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    clearInterval(this.#looking)
    await this.#running
  }

  #soon(): void {
    this.#timer ??= setTimeout(() => this.#run(), soonMs).unref()
  }

  #run(which = {}): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#isClosed || this.#reach.isAway) return
    if (this.#running) {
      this.#soon()
      return
    }
    this.#running = this.#all(which)
      .catch((err: unknown) => {
        this.#log.info({ err }, 'the spool waits for the database')
        this.#soon()
      })
      .finally(() => {
        this.#running = undefined
      })
  }

  async #all(which: { alsoLeft?: boolean }): Promise<void> {
    for (const path of await this.#spool.take(which)) {
      await this.#file(path)
      if (this.#isClosed) return
    }
  }

  async #file(path: string): Promise<void> {
    const before = { replayed: this.#replayed, corrupt: this.#corrupt, dropped: this.#dropped }
    if (!(await this.#read(path))) return
    await rm(path, { force: true })
    this.#spool.finish(path)
    this.#done.delete(path)
    const [corrupt, dropped] = [this.#corrupt - before.corrupt, this.#dropped - before.dropped]
    this.#log.info({ count: this.#replayed - before.replayed }, 'clicks of the spool are in the database')
    if (corrupt + dropped > 0) this.#log.error({ corrupt, dropped }, 'lines of the spool came to nothing')
  }

  /** Whether all of the file is in the database. */
  async #read(path: string): Promise<boolean> {
    const file = await open(path).catch(() => undefined)
    // Whoever started meanwhile has taken it.
    if (!file) return true
    try {
      let skipped = this.#done.get(path) ?? 0
      let lines: string[] = []
      for await (const line of file.readLines({ encoding: 'utf8' })) {
        if (skipped-- > 0) continue
        if (lines.push(line) < mostInBatch) continue
        await this.#lines(path, lines)
        if (this.#isClosed) return false
        lines = []
      }
      await this.#lines(path, lines)
      return true
    } finally {
      await file.close()
    }
  }

  async #lines(path: string, lines: readonly string[]): Promise<void> {
    const clicks = lines.map(clickIn)
    const whole = clicks.filter((click) => click !== null)
    await this.#write(withoutMerged(whole))
    this.#corrupt += clicks.length - whole.length
    this.#replayed += whole.length
    this.#done.set(path, (this.#done.get(path) ?? 0) + lines.length)
  }

  /** One click that cannot be written is not to keep back all the others. */
  async #write(clicks: readonly ClickRow[]): Promise<void> {
    if (clicks.length === 0) return
    try {
      await writeBatch(this.#reach, clicks)
    } catch (err) {
      if (isOutOfReach(err)) throw err
      if (clicks.length > 1) for (const each of clicks) await this.#write([each])
      else {
        this.#dropped++
        this.#log.error({ err, click: clicks[0]?.id }, 'a click of the spool cannot be written and is dropped')
      }
    }
  }
}
