import { AsyncLocalStorage } from 'node:async_hooks'
import { PostgreSqlConnection, PostgreSqlDriver } from '@mikro-orm/postgresql'
import pLimit from 'p-limit'
import pg, { type ClientConfig } from 'pg'

const { Client } = pg

/**
 * Cancels statements on the PostgreSQL server when the signal of their EntityManager is aborted (`em.fork({ signal })`). The
 * embedded database cannot cancel a statement; there, one that has not begun is left out.
 * MikroORM can do that as well, but Kysely then answers before the statement has ended, prints each such statement to
 * standard error, and may cancel the next statement of the connection (docs/decisions/prices.md).
 */

/** The signal of the statement that is being sent. */
const currentSignal = new AsyncLocalStorage<AbortSignal>()

/** Runs a statement that the signal cancels. Throws the reason of the signal for a statement that was cancelled by it. */
export async function withSignal<T>(signal: AbortSignal | undefined, execute: () => Promise<T>): Promise<T> {
  if (!signal) return execute()
  signal.throwIfAborted()
  try {
    return await currentSignal.run(signal, execute)
  } catch (error) {
    signal.throwIfAborted()
    throw error
  }
}

type ExecuteParameters = Parameters<PostgreSqlConnection['execute']>

class CancellableConnection extends PostgreSqlConnection {
  override async execute<T>(...parameters: ExecuteParameters): Promise<T> {
    const [query, params, method, transaction, loggerContext] = parameters
    const { signal, ...context } = (loggerContext ?? {}) as { signal?: AbortSignal }
    if (!signal) return (await super.execute(...parameters)) as T
    return (await withSignal(signal, () => super.execute(query, params, method, transaction, context))) as T
  }
}

/** MikroORM's driver with connections whose statements can be cancelled. */
export class CancellableDriver extends PostgreSqlDriver {
  protected override readonly connection = new CancellableConnection(this.config)
}

/** A few cancellations at once: each opens a connection. */
const limitCancellations = pLimit(4)

/** A connection that does not begin a statement whose caller no longer waits. */
export class AbortableClient extends Client {
  // biome-ignore lint/suspicious/noExplicitAny: `query` has a dozen overloads, which stay as they are.
  override query(...parameters: any[]): any {
    const signal = currentSignal.getStore()
    if (signal?.aborted) return Promise.reject(signal.reason)
    // biome-ignore lint/suspicious/noExplicitAny: as above.
    return (super.query as (...all: any[]) => unknown)(...parameters)
  }
}

/**
 * A connection to a server. A statement that is being cancelled ends only when the server has taken the cancellation, so
 * that it cannot meet the next statement of the connection.
 */
export class CancellableClient extends AbortableClient {
  readonly #config: ClientConfig

  constructor(config: ClientConfig = {}) {
    super(config)
    this.#config = config
  }

  // biome-ignore lint/suspicious/noExplicitAny: as above.
  override query(...parameters: any[]): any {
    const result: unknown = super.query(...parameters)
    const signal = currentSignal.getStore()
    return signal && result instanceof Promise ? this.#cancelOnAbort(result, signal) : result
  }

  async #cancelOnAbort<T>(result: Promise<T>, signal: AbortSignal): Promise<T> {
    let cancellation: Promise<void> | undefined
    const cancel = () => {
      cancellation = limitCancellations(() => this.#cancelStatement())
    }
    signal.addEventListener('abort', cancel, { once: true })
    try {
      return await result
    } finally {
      signal.removeEventListener('abort', cancel)
      await cancellation
    }
  }

  /** Does not fail: without a connection, the time limit of statements ends it. */
  async #cancelStatement(): Promise<void> {
    const { processID } = this as unknown as { readonly processID: number }
    const client = new Client(this.#config)
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query('select pg_cancel_backend($1)', [processID])
    } catch {
      // The server cannot be reached.
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}
