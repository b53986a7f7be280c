import type { Orm } from '../../platform/database/database.ts'
import { minuteMs, secondMs } from '../../platform/shared/durations.ts'
import type { Logger } from '../../platform/shared/logger.ts'
import { type PendingUse, updateLastUsed } from './api-key.queries.ts'

/** The shortest time between two writes of a key's last use, over all nodes. */
export const lastUsedIntervalMs = minuteMs

/** How long uses are collected before they are written in one statement. */
const flushDelayMs = secondMs

/**
 * Records the last use of keys in the background: no request waits for it or fails because of it. The same write replaces
 * a digest that was made with an older HMAC key.
 */
export class ApiKeyUsageTracker {
  readonly #orm: Orm
  readonly #log: Pick<Logger, 'warn'>
  #pending = new Map<string, PendingUse>()
  #timer: NodeJS.Timeout | undefined
  #flushing: Promise<void> = Promise.resolve()

  constructor(orm: Orm, log: Pick<Logger, 'warn'>) {
    this.#orm = orm
    this.#log = log
  }

  /** Adds a use to the next write. */
  record(use: PendingUse): void {
    this.#pending.set(use.id, use)
    this.#timer ??= setTimeout(() => this.#flush(), flushDelayMs).unref()
  }

  /** Writes the pending uses. Call it when all requests have ended. */
  async close(): Promise<void> {
    this.#flush()
    await this.#flushing
  }

  #flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const uses = [...this.#pending.values()]
    if (uses.length === 0) return
    this.#pending = new Map()
    this.#flushing = this.#flushing
      .then(() => updateLastUsed(this.#orm.em.fork(), uses, lastUsedIntervalMs))
      .catch((err: unknown) => this.#log.warn({ err }, 'could not write the last use of API keys'))
  }
}
