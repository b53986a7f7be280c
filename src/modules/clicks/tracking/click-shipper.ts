import type { DatabaseCircuitBreaker } from '../../../platform/database/circuit-breaker.ts'
import { DatabaseUnavailable, isDatabaseUnavailable } from '../../../platform/database/database.errors.ts'
import { Unavailable } from '../../../platform/shared/general.errors.ts'
import type { Logger } from '../../../platform/shared/logger.ts'
import { TimeoutError, withTimeout } from '../../../platform/shared/timeout.ts'
import type { Spool } from '../spool/spool.ts'
import { FastClickInserter, insertClicks } from './click-insert.queries.ts'
import type { ClickRow } from './click-row.ts'

/** A click in memory, on its way to where it stays. */
export interface PendingClick {
  readonly click: ClickRow
  readonly since: number
  /** Who waits for the answer; null when the destination has been given already. */
  readonly visitor: PromiseWithResolvers<boolean> | null
}

export interface ClickShipperOptions {
  readonly circuitBreaker: DatabaseCircuitBreaker
  readonly spool: Spool
  readonly log: Pick<Logger, 'error'>
  /** How long visitors wait for a batch before their clicks go to the spool; undefined for as long as it takes. */
  readonly timeoutMs?: number | undefined
}

type InsertFunction = (clicks: readonly ClickRow[]) => Promise<Set<number>>

/**
 * Takes groups of clicks to the database. What it does not take is kept in the spool, but for the clicks a limit
 * decides: those are refused with `Unavailable`. Nothing here rejects; each visitor is answered for himself.
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

  get batches(): number {
    return this.#batches
  }

  /** Clicks the database has answered for. */
  get written(): number {
    return this.#written
  }

  /** Clicks that were given up after their destination had been given. */
  get dropped(): number {
    return this.#dropped
  }

  /** Resolves when the visitors of the group have their answer, but for those of limited links in a late batch. */
  async write(group: readonly PendingClick[]): Promise<void> {
    const { plain, checked } = this.#fastInserter.partition(group)
    // Each by itself: whatever becomes of one, the clicks of the other are sent once.
    await Promise.all([this.#writePlain(plain), this.#writeChecked(checked)])
  }

  async #writePlain(group: readonly PendingClick[]): Promise<void> {
    const insert = (clicks: readonly ClickRow[]) => this.#fastInserter.insert(clicks)
    const skipped = await this.#send(group, insert, false)
    if (!skipped) return
    this.#answerVisitors(
      group.filter((_, place) => !skipped.has(place)),
      new Set(),
    )
    await this.#writeChecked(group.filter((_, place) => skipped.has(place)))
  }

  async #writeChecked(group: readonly PendingClick[], isRetry = false): Promise<void> {
    const insert = (clicks: readonly ClickRow[]) => insertClicks(this.#options.circuitBreaker, clicks)
    const rejected = await this.#send(group, insert, isRetry)
    if (rejected) this.#answerVisitors(group, rejected)
  }

  /** What the statement answers; null when its clicks have come to their end without that. */
  async #send(group: readonly PendingClick[], insert: InsertFunction, isRetry: boolean): Promise<Set<number> | null> {
    const { circuitBreaker, timeoutMs } = this.#options
    if (group.length === 0) return null
    if (circuitBreaker.isDown) {
      await this.quarantine(group, new DatabaseUnavailable())
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

  /** To the spool with them; clicks that a limit decides are refused, and consume nothing. */
  async quarantine(group: readonly PendingClick[], reason: unknown): Promise<void> {
    const unlimited = group.filter(({ click }) => !click.limited)
    for (const each of group) if (each.click.limited) this.#drop(each, new Unavailable(reason))
    try {
      await this.#options.spool.append(unlimited.map(({ click }) => click))
      for (const { visitor } of unlimited) visitor?.resolve(true)
    } catch (error) {
      for (const each of unlimited) this.#drop(each, new Unavailable(error))
    }
  }

  /** Resolves when late batches have come to their end as well. */
  async waitForLateBatches(): Promise<void> {
    while (this.#lateBatches.size > 0) await Promise.all(this.#lateBatches)
  }

  #answerVisitors(group: readonly PendingClick[], rejected: ReadonlySet<number>): void {
    this.#written += group.length
    group.forEach(({ visitor }, place) => {
      visitor?.resolve(!rejected.has(place))
    })
  }

  /**
   * The batch is late, and may be written all the same: kept in the spool as well, a click counts once. Those of
   * limited links wait for what the database says, because nobody else knows whether they were granted.
   */
  async #detach(group: readonly PendingClick[], insertion: Promise<Set<number>>, isRetry: boolean): Promise<void> {
    const [limited, others] = [true, false].map((is) => group.filter(({ click }) => click.limited === is))
    const probe = this.#options.circuitBreaker.checkConnection()
    const lateBatch = insertion
      .then(
        (rejected) => this.#answerVisitors(group, rejected),
        (error: unknown) => this.#recover(limited ?? [], error, isRetry),
      )
      .finally(() => this.#lateBatches.delete(lateBatch))
    this.#lateBatches.add(lateBatch)
    await this.quarantine(others ?? [], new DatabaseUnavailable())
    await probe
  }

  /**
   * One link that somebody holds locked, or one click that cannot be written, is not to fail those of all the others.
   * What failed for the first time is sent once more: the answer may just be lost, or a deadlock have been broken.
   */
  async #recover(group: readonly PendingClick[], error: unknown, isRetry: boolean): Promise<void> {
    const isUnavailable = isDatabaseUnavailable(error)
    if (isUnavailable && !(await this.#options.circuitBreaker.checkConnection())) return this.quarantine(group, error)
    const links = [...Map.groupBy(group, ({ click }) => click.url_id).values()]
    if (!isRetry) await Promise.all(links.map((each) => this.#writeChecked(each, true)))
    else if (isUnavailable) await this.quarantine(group, error)
    else if (group.length > 1) await Promise.all(group.map((each) => this.#writeChecked([each], true)))
    else for (const each of group) this.#drop(each, error)
  }

  #drop({ visitor, click }: PendingClick, err: unknown): void {
    visitor?.reject(err)
    if (visitor) return
    this.#dropped++
    this.#options.log.error({ err, click: click.id }, 'a click is dropped: neither the database nor the spool takes it')
  }
}
