import { open, rm } from 'node:fs/promises'
import type { DatabaseCircuitBreaker } from '../../../platform/database/circuit-breaker.ts'
import { isDatabaseUnavailable } from '../../../platform/database/database.errors.ts'
import type { Logger } from '../../../platform/shared/logger.ts'
import type { ClickRow } from '../tracking/click-batch.queries.ts'
import { insertClicks } from '../tracking/click-insert.queries.ts'
import type { Spool } from './spool.ts'
import { decodeLine } from './spool-file.ts'

/** Clicks in one statement. */
const batchSize = 500

const retryDelayMs = 1_000

/** How often the folder is read for files of other processes. */
const scanIntervalMs = 30_000

interface SpoolReplayDependencies {
  readonly spool: Spool
  readonly circuitBreaker: DatabaseCircuitBreaker
  readonly log: Pick<Logger, 'info' | 'error'>
}

/**
 * Inserts the clicks of the spool into the database, oldest first, as soon as the database is available. A click that is
 * in the database already changes nothing, so an interrupted replay can start again.
 */
export class SpoolReplay {
  readonly #spool: Spool
  readonly #circuitBreaker: DatabaseCircuitBreaker
  readonly #log: Pick<Logger, 'info' | 'error'>
  /** For each file, how many of its lines are in the database already. */
  readonly #replayedLines = new Map<string, number>()
  #running: Promise<void> | undefined
  #retryTimer: NodeJS.Timeout | undefined
  #scanTimer: NodeJS.Timeout | undefined
  #isClosed = false
  #replayed = 0
  #corrupt = 0
  #dropped = 0

  constructor({ spool, circuitBreaker, log }: SpoolReplayDependencies) {
    this.#spool = spool
    this.#circuitBreaker = circuitBreaker
    this.#log = log
  }

  /** Clicks that were sent to the database, including those it had already. */
  get replayed(): number {
    return this.#replayed
  }

  /** Lines that were incomplete or failed their checksum. */
  get corrupt(): number {
    return this.#corrupt
  }

  /** Clicks the database rejected. */
  get dropped(): number {
    return this.#dropped
  }

  /** Starts with the files that earlier processes left. */
  start(): void {
    this.#run({ includeAbandoned: true })
    this.#spool.onAppend(() => this.#retryLater())
    this.#circuitBreaker.onRecovered(() => this.#run())
    this.#scanTimer = setInterval(() => this.#run(), scanIntervalMs).unref()
  }

  /** Resolves when the running batch has ended. The rest is replayed after the next start. */
  async stop(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#retryTimer)
    clearInterval(this.#scanTimer)
    await this.#running
  }

  #retryLater(): void {
    this.#retryTimer ??= setTimeout(() => this.#run(), retryDelayMs).unref()
  }

  #run(options = {}): void {
    clearTimeout(this.#retryTimer)
    this.#retryTimer = undefined
    if (this.#isClosed || this.#circuitBreaker.isDown) return
    if (this.#running) {
      this.#retryLater()
      return
    }
    this.#running = this.#replayAll(options)
      .catch((err: unknown) => {
        this.#log.info({ err }, 'the replay of the spool waits for the database')
        this.#retryLater()
      })
      .finally(() => {
        this.#running = undefined
      })
  }

  async #replayAll(options: { includeAbandoned?: boolean }): Promise<void> {
    for (const path of await this.#spool.claimFiles(options)) {
      await this.#replayFile(path)
      if (this.#isClosed) return
    }
  }

  async #replayFile(path: string): Promise<void> {
    const before = { replayed: this.#replayed, corrupt: this.#corrupt, dropped: this.#dropped }
    if (!(await this.#replayLinesOf(path))) return
    await rm(path, { force: true })
    this.#spool.finish(path)
    this.#replayedLines.delete(path)
    const [corrupt, dropped] = [this.#corrupt - before.corrupt, this.#dropped - before.dropped]
    this.#log.info({ count: this.#replayed - before.replayed }, 'clicks of the spool are in the database')
    if (corrupt + dropped > 0) this.#log.error({ corrupt, dropped }, 'clicks of the spool are lost')
  }

  /** Returns whether all clicks of the file are in the database. */
  async #replayLinesOf(path: string): Promise<boolean> {
    const file = await open(path).catch(() => undefined)
    // A process that started meanwhile has claimed the file.
    if (!file) return true
    try {
      let skipped = this.#replayedLines.get(path) ?? 0
      let lines: string[] = []
      for await (const line of file.readLines({ encoding: 'utf8' })) {
        if (skipped-- > 0) continue
        if (lines.push(line) < batchSize) continue
        await this.#replayLines(path, lines)
        if (this.#isClosed) return false
        lines = []
      }
      await this.#replayLines(path, lines)
      return true
    } finally {
      await file.close()
    }
  }

  async #replayLines(path: string, lines: readonly string[]): Promise<void> {
    const clicks = lines.map(decodeLine)
    const valid = clicks.filter((click) => click !== null)
    await this.#write(valid)
    this.#corrupt += clicks.length - valid.length
    this.#replayed += valid.length
    this.#replayedLines.set(path, (this.#replayedLines.get(path) ?? 0) + lines.length)
  }

  /** Inserts a batch. When the database rejects it, inserts its clicks one by one and drops those it rejects. */
  async #write(clicks: readonly ClickRow[]): Promise<void> {
    if (clicks.length === 0) return
    try {
      await insertClicks(this.#circuitBreaker, clicks)
    } catch (err) {
      if (isDatabaseUnavailable(err)) throw err
      if (clicks.length > 1) for (const each of clicks) await this.#write([each])
      else {
        this.#dropped++
        this.#log.error({ err, click: clicks[0]?.id }, 'a click of the spool cannot be written and is dropped')
      }
    }
  }
}
