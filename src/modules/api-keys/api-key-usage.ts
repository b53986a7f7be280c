import type { Orm } from '../../platform/database/database.ts'
import type { Logger } from '../../platform/shared/logger.ts'

/** A key's last use is written at most this often, whoever uses it and on however many nodes. */
export const lastUsedIntervalMs = 60_000

/** How long uses are gathered before one statement writes them all. */
const flushDelayMs = 1_000

interface ApiKeyUse {
  readonly at: Date
  /** The digest under which the key is to be kept from now on. */
  readonly digest: string
}

/**
 * Remembers when keys were used, behind the requests' backs: no request waits for it, none fails with it. The same
 * write moves a key that was found under an earlier secret of the installation to the present one.
 */
export class ApiKeyUsageTracker {
  readonly #orm: Orm
  readonly #log: Pick<Logger, 'warn'>
  #pending = new Map<string, ApiKeyUse>()
  #timer: NodeJS.Timeout | undefined
  #flushing: Promise<void> = Promise.resolve()

  constructor(orm: Orm, log: Pick<Logger, 'warn'>) {
    this.#orm = orm
    this.#log = log
  }

  /** Notes a use of the key, for which there is none on record that is less than `restMs` old. */
  record(id: string, use: ApiKeyUse): void {
    this.#pending.set(id, use)
    this.#timer ??= setTimeout(() => this.#flush(), flushDelayMs).unref()
  }

  /** Writes what is still gathered. To be called when no request is under way any more. */
  async close(): Promise<void> {
    this.#flush()
    await this.#flushing
  }

  #flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const uses = this.#pending
    if (uses.size === 0) return
    this.#pending = new Map()
    this.#flushing = this.#flushing
      .then(() => this.#updateLastUsed(uses))
      .catch((err: unknown) => this.#log.warn({ err }, 'the last use of API keys was not written'))
  }

  /**
   * Another node may have written the same minute a moment ago, so the condition is part of the statement. The rows
   * are locked in the order of their ids, or two nodes that write the same keys could wait for each other.
   */
  async #updateLastUsed(uses: ReadonlyMap<string, ApiKeyUse>): Promise<void> {
    const rows = [...uses].map(([id, { at, digest }]) => ({ id, at, digest }))
    await this.#orm.em.fork().execute(
      `with used as (
         select id, at, digest from jsonb_to_recordset(?::jsonb) as used (id text, at timestamptz, digest text)
       ), due as (
         select api_key.id, used.at, used.digest from api_key join used on used.id = api_key.id
          where api_key.last_used_at is null or api_key.last_used_at <= used.at - ? * interval '1 millisecond'
          order by api_key.id for no key update of api_key
       )
       update api_key set last_used_at = due.at, key_hash = due.digest from due where api_key.id = due.id`,
      [JSON.stringify(rows), lastUsedIntervalMs],
    )
  }
}
