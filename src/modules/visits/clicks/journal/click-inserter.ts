import {
  isDatabaseDefect,
  isDatabaseUnavailable,
  isLockTimeout,
  isTransactionConflict,
} from '../../../../platform/database/database.errors.ts'
import type { Logger } from '../../../../platform/shared/logger.ts'
import type { ClickStore } from '../store/click-store.ts'
import type { ClickRow } from '../tracking/click-row.ts'
import { RecentLocks } from '../tracking/recent-locks.ts'
import type { Quarantine } from './quarantine.ts'

/** How often a batch is sent again at once after a deadlock. */
const maxConflicts = 3

export interface ClickInserterOptions {
  readonly store: Pick<ClickStore, 'append' | 'sealsBatches'>
  readonly quarantine: Quarantine
  readonly log: Pick<Logger, 'error'>
}

/** Inserts the clicks of a batch into the store. Clicks that it does not accept delay no other click. */
export class ClickInserter {
  private readonly recentLocks = new RecentLocks()
  private batchCount = 0

  constructor(private readonly options: ClickInserterOptions) {}

  /** How often clicks were sent to the store. */
  get batches(): number {
    return this.batchCount
  }

  /**
   * A click goes to quarantine when its link is locked or unknown, or when the store does not accept the click. Throws while
   * the store accepts no click. The store waits for locked links, unless a link was locked a moment ago. A sealed batch is
   * accepted as a whole, or sent again.
   */
  insert(clicks: readonly ClickRow[], token: string): Promise<void> {
    return this.send(clicks, token, this.recentLocks.areExpected)
  }

  /** Tries clicks that were in quarantine. Those that are refused again return there. */
  insertAgain(clicks: readonly ClickRow[]): Promise<void> {
    return this.send(clicks, `quarantine ${clicks[0]?.id}`, true)
  }

  private async send(clicks: readonly ClickRow[], token: string, skipsLocked: boolean, conflicts = 0): Promise<void> {
    const { store, quarantine, log } = this.options
    this.batchCount++
    try {
      const leftOut = await store.append(clicks, { token, skipsLocked })
      const select = (isUnknown: boolean) =>
        leftOut.flatMap((each) => (each.isUnknown === isUnknown ? (clicks[each.position] ?? []) : []))
      const locked = select(false)
      if (locked.length > 0) this.recentLocks.note()
      await quarantine.add(locked, 'locked_link')
      await quarantine.add(select(true), 'unknown_link')
    } catch (error) {
      if (isLockTimeout(error) && !skipsLocked) return this.send(clicks, token, true)
      if (isTransactionConflict(error) && conflicts < maxConflicts)
        return this.send(clicks, token, skipsLocked, conflicts + 1)
      // No single click is at fault: all clicks wait.
      if (store.sealsBatches || isDatabaseUnavailable(error) || isDatabaseDefect(error)) throw error
      if (clicks.length === 1) {
        log.error({ err: error, click: clicks[0]?.id }, 'a click cannot be written and is in quarantine')
        return quarantine.add(clicks, 'invalid')
      }
      // One of the clicks is invalid. The other clicks must not wait for it.
      const middle = Math.ceil(clicks.length / 2)
      await this.send(clicks.slice(0, middle), `${token}.0`, skipsLocked)
      await this.send(clicks.slice(middle), `${token}.1`, skipsLocked)
    }
  }
}
