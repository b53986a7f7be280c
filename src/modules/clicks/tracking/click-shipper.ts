import type { DatabaseCircuitBreaker } from '../../../platform/database/circuit-breaker.ts'
import { DatabaseUnavailable, isDatabaseUnavailable } from '../../../platform/database/database.errors.ts'
import { Unavailable } from '../../../platform/shared/general.errors.ts'
import type { Logger } from '../../../platform/shared/logger.ts'
import { TimeoutError, withTimeout } from '../../../platform/shared/time.ts'
import type { Spool } from '../spool/spool.ts'
import type { ClickRow } from './click-batch.queries.ts'
import { insertClicks } from './click-insert.queries.ts'
import { FastClickInserter } from './fast-click-inserter.ts'

/** A click in memory that is not yet in the database or the spool. */
export interface PendingClick {
  readonly click: ClickRow
  readonly since: number
  /** Resolves for the visitor who waits; null when the destination has been given already. */
  readonly visitor: PromiseWithResolvers<boolean> | null
}

export interface ClickShipperOptions {
  readonly circuitBreaker: DatabaseCircuitBreaker
  readonly spool: Spool
  readonly log: Pick<Logger, 'error'>
  /** How long visitors wait for a batch before their clicks go to the spool. Undefined: without a limit. */
  readonly timeoutMs?: number | undefined
}

type InsertFunction = (clicks: readonly ClickRow[]) => Promise<Set<number>>

/**
 * Writes batches of clicks to the database. What the database does not accept goes to the spool, except clicks that a
 * click limit decides: those are refused with `Unavailable`. No method rejects. Each visitor gets an answer of their own.
 */
export class ClickShipper {
  readonly #options: ClickShipperOptions
  readonly #fastInserter: FastClickInserter
  readonly #lateBatches = new Set<Promise<void>>()
  #batches = 0
  #written = 0
  #dropped = 0

  constructor(options: ClickShipperOptions) {
    this.#options = options
    this.#fastInserter = new FastClickInserter(options.circuitBreaker)
  }

  /** Statements that were sent. */
  get batches(): number {
    return this.#batches
  }

  /** Clicks the database has confirmed or refused. */
  get written(): number {
    return this.#written
  }

  /** Clicks that were lost after their destination had been given. */
  get dropped(): number {
    return this.#dropped
  }

  /** Resolves when the visitors of the group have their answer, except those of limited links in a late batch. */
  async write(group: readonly PendingClick[]): Promise<void> {
    const { plain, checked } = this.#fastInserter.partition(group)
    // Separately: a failure of one batch does not send the clicks of the other again.
    await Promise.all([this.#writePlain(plain), this.#writeChecked(checked)])
  }

  async #writePlain(group: readonly PendingClick[]): Promise<void> {
    const insert = (clicks: readonly ClickRow[]) => this.#fastInserter.insert(clicks)
    const skipped = await this.#send(group, insert, false)
    if (!skipped) return
    this.#answerVisitors(
      group.filter((_, position) => !skipped.has(position)),
      new Set(),
    )
    await this.#writeChecked(group.filter((_, position) => skipped.has(position)))
  }

  async #writeChecked(group: readonly PendingClick[], isRetry = false): Promise<void> {
    const insert = (clicks: readonly ClickRow[]) => insertClicks(this.#options.circuitBreaker, clicks)
    const rejected = await this.#send(group, insert, isRetry)
    if (rejected) this.#answerVisitors(group, rejected)
  }

  /** The result of the statement. Null when the clicks were handled in another way. */
  async #send(group: readonly PendingClick[], insert: InsertFunction, isRetry: boolean): Promise<Set<number> | null> {
    const { circuitBreaker, timeoutMs } = this.#options
    if (group.length === 0) return null
    if (circuitBreaker.isDown) {
      await this.spool(group, new DatabaseUnavailable())
      return null
    }
    this.#batches++
    const insertion = insert(group.map(({ click }) => click))
    try {
      return await (timeoutMs === undefined ? insertion : withTimeout(timeoutMs, insertion))
    } catch (error) {
      if (error instanceof TimeoutError) await this.#detach(group, insertion, isRetry)
      else await this.#recover(group, error, isRetry)
      return null
    }
  }

  /** Appends clicks to the spool. Clicks that a click limit decides are refused and consume nothing. */
  async spool(group: readonly PendingClick[], reason: unknown): Promise<void> {
    const unlimited = group.filter(({ click }) => !click.limited)
    for (const each of group) if (each.click.limited) this.#drop(each, new Unavailable(reason))
    try {
      await this.#options.spool.append(unlimited.map(({ click }) => click))
      for (const { visitor } of unlimited) visitor?.resolve(true)
    } catch (error) {
      for (const each of unlimited) this.#drop(each, new Unavailable(error))
    }
  }

  /** Resolves when late batches have ended too. */
  async waitForLateBatches(): Promise<void> {
    while (this.#lateBatches.size > 0) await Promise.all(this.#lateBatches)
  }

  #answerVisitors(group: readonly PendingClick[], rejected: ReadonlySet<number>): void {
    this.#written += group.length
    group.forEach(({ visitor }, position) => {
      visitor?.resolve(!rejected.has(position))
    })
  }

  /**
   * Spools the clicks of a late batch, which may still be written: its clicks have ids, so they count once. Clicks of
   * limited links wait for the database, because only the database knows whether they were granted.
   */
  async #detach(group: readonly PendingClick[], insertion: Promise<Set<number>>, isRetry: boolean): Promise<void> {
    const limited = group.filter(({ click }) => click.limited)
    const unlimited = group.filter(({ click }) => !click.limited)
    const connectionCheck = this.#options.circuitBreaker.checkConnection()
    const lateBatch = insertion
      .then(
        (rejected) => this.#answerVisitors(group, rejected),
        (error: unknown) => this.#recover(limited, error, isRetry),
      )
      .finally(() => this.#lateBatches.delete(lateBatch))
    this.#lateBatches.add(lateBatch)
    await this.spool(unlimited, new DatabaseUnavailable())
    await connectionCheck
  }

  /**
   * Handles a failed batch. A locked link or an invalid click must not fail the others, so the batch is split by link
   * and sent once more, then click by click. A first failure may also be a lost answer or a broken deadlock.
   */
  async #recover(group: readonly PendingClick[], error: unknown, isRetry: boolean): Promise<void> {
    const isUnavailable = isDatabaseUnavailable(error)
    if (isUnavailable && !(await this.#options.circuitBreaker.checkConnection())) return this.spool(group, error)
    const groupsByLink = [...Map.groupBy(group, ({ click }) => click.url_id).values()]
    if (!isRetry) await Promise.all(groupsByLink.map((each) => this.#writeChecked(each, true)))
    else if (isUnavailable) await this.spool(group, error)
    else if (group.length > 1) await Promise.all(group.map((each) => this.#writeChecked([each], true)))
    else for (const each of group) this.#drop(each, error)
  }

  #drop({ visitor, click }: PendingClick, err: unknown): void {
    visitor?.reject(err)
    if (visitor) return
    this.#dropped++
    this.#options.log.error(
      { err, click: click.id },
      'a click is dropped: neither the database nor the spool accepts it',
    )
  }
}
