import { callbackify } from 'node:util'
import { type EntityManager, type Kysely, PostgreSqlConnection, PostgreSqlDriver } from '@mikro-orm/postgresql'
import pLimit from 'p-limit'
import pg, { type ClientConfig, type QueryConfig } from 'pg'
import { Counter, Histogram } from '../shared/metrics/counter.ts'
import { withTimeout } from '../shared/time.ts'
import { startStatementSpan } from '../tracing/statement-spans.ts'
import { endSpan, isTracing } from '../tracing/tracing.ts'
import { closeSilentConnection, SilenceDetector } from './silence-detector.ts'

const { Client, DatabaseError } = pg

/**
 * Cancels statements on the PostgreSQL server when the signal of their EntityManager is aborted (`em.fork({ signal })`). The
 * embedded database cannot cancel a statement; there, a statement that has not begun is left out.
 * MikroORM can do that as well, but Kysely then answers before the statement has ended, prints each such statement to
 * standard error, and may cancel the next statement of the connection (docs/decisions/prices.md).
 *
 * The signal is a property of the statement, all the way to the connection. Ambient context (`AsyncLocalStorage`) would
 * give it to statements of other callers as well: a pool passes a connection on within the call that returns it.
 */

/** A statement that the signal cancels. */
export interface CancellableQuery extends QueryConfig {
  readonly signal?: AbortSignal | undefined
}

/** The signal of an EntityManager, for what another server does beside its statements. */
export function signalOf(em: EntityManager): AbortSignal | undefined {
  // The method is there for drivers, and not part of the public type.
  return (em as unknown as { getAbortOptions(): { signal?: AbortSignal } | undefined }).getAbortOptions()?.signal
}

/** The signal of a statement was aborted before the statement was sent. The connection has not been used. */
export class StatementNotSent extends Error {
  override readonly name = 'StatementNotSent'
}

/** Runs a statement that has this signal. Throws the reason of the signal for a statement that was cancelled by it. */
export async function withAbortReason<T>(signal: AbortSignal | undefined, execute: () => Promise<T>): Promise<T> {
  signal?.throwIfAborted()
  try {
    return await execute()
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  }
}

type ExecuteParameters = Parameters<PostgreSqlConnection['execute']>
type CompiledQuery = Exclude<Parameters<Kysely<unknown>['executeQuery']>[0], { compile: unknown }>

/** A connection of MikroORM whose statements the signal of their EntityManager cancels. */
export class CancellableConnection extends PostgreSqlConnection {
  override async execute<T>(...parameters: ExecuteParameters): Promise<T> {
    const [query, params, method, transaction, loggerContext] = parameters
    const { signal, prepared, ...context } = (loggerContext ?? {}) as { signal?: AbortSignal; prepared?: Prepared }
    if (!signal && !prepared) return (await super.execute(...parameters)) as T
    const executor = {
      executeQuery: (compiled: CompiledQuery) =>
        ((transaction as Kysely<unknown> | undefined) ?? this.getClient()).executeQuery(
          extend(compiled, signal, prepared),
        ),
    }
    return (await withAbortReason(signal, () => super.execute(query, params, method, executor, context))) as T
  }

  /** Runs a read on the connections, without MikroORM. */
  async readWith<T>(read: (pool: pg.Pool) => Promise<T>): Promise<T> {
    return read((await this.getNativeClient()) as unknown as pg.Pool)
  }
}

/** The name and the values of a prepared statement, in the context of an execution by MikroORM. */
export interface Prepared {
  readonly name: string
  readonly values: readonly unknown[]
}

/** Kysely passes the text of a statement to `pg` as it is, and `pg` accepts an object with the text as well. */
function extend(compiled: CompiledQuery, signal?: AbortSignal, prepared?: Prepared): CompiledQuery {
  const statement: CancellableQuery = { text: compiled.sql, signal, ...(prepared && { name: prepared.name }) }
  return { ...compiled, sql: statement as unknown as string, parameters: prepared?.values ?? compiled.parameters }
}

/** MikroORM's driver with connections whose statements can be cancelled. */
export class CancellableDriver extends PostgreSqlDriver {
  protected override readonly connection = new CancellableConnection(this.config)
}

const durations = new Histogram({
  name: 'tack_statement_duration_seconds',
  help: 'How long statements took, without the wait for a connection.',
  labels: ['result'],
  bounds: [0.001, 0.005, 0.025, 0.1, 0.5, 1, 5],
})

const cancelledStatements = new Counter(
  {
    name: 'tack_statements_cancelled_total',
    help: 'Statements that were cancelled on the server at a deadline, or since their caller had left.',
    labels: [],
  },
  [],
)

const statementCounts = new WeakMap<AbortSignal, number>()

/** How many statements with this signal were sent, without those that only begin or end a transaction. */
export function countStatements(signal: AbortSignal): number {
  return statementCounts.get(signal) ?? 0
}

/** A few cancellations at once: each opens a connection. */
const limitCancellations = pLimit(4)

/** A connection that does not begin a statement whose caller no longer waits. */
export class AbortableClient extends Client {
  // biome-ignore lint/suspicious/noExplicitAny: `query` has a dozen overloads, which stay as they are.
  override query(...parameters: any[]): any {
    const { signal } = parameters[0] as CancellableQuery
    if (!signal) return this.#send(parameters)
    statementCounts.set(signal, countStatements(signal) + 1)
    const callback = parameters.at(-1)
    if (typeof callback !== 'function') return this.sendCancellable(() => this.#send(parameters), signal)
    // `pool.query` waits for its callback before it returns the connection.
    const run = () => this.sendCancellable(() => this.#send(parameters.slice(0, -1)), signal)
    return callbackify(run)(callback)
  }

  /** Measures and traces the statement. Its result is passed to a callback, the last parameter, or is a promise. */
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  #send(parameters: any[]): any {
    const span = isTracing() ? startStatementSpan(parameters[0]) : undefined
    const startedAtMs = performance.now()
    const record = (error?: unknown) => {
      durations.observe((performance.now() - startedAtMs) / 1000, error ? 'failed' : 'succeeded')
      if (span) endSpan(span, error)
    }
    const callback = parameters.at(-1)
    const query = super.query as (...all: unknown[]) => unknown
    if (typeof callback === 'function')
      return query.call(this, ...parameters.slice(0, -1), (error: unknown, result: unknown) => {
        record(error)
        callback(error, result)
      })
    const result = query.apply(this, parameters)
    if (result instanceof Promise) result.then(() => record(), record)
    return result
  }

  protected async sendCancellable<T>(send: () => Promise<T>, signal: AbortSignal): Promise<T> {
    if (signal.aborted) throw new StatementNotSent('The statement was cancelled before it was sent.')
    return send()
  }
}

/** How long a statement that is being cancelled may take to end. */
const cancellationTimeoutMs = 2_000

/**
 * A connection to a server. A statement that is being cancelled ends only when the server has taken the cancellation, so
 * that it cannot meet the next statement of the connection. The connection is closed when the server is silent.
 */
export class CancellableClient extends AbortableClient {
  readonly #config: ClientConfig
  readonly #silenceDetector: SilenceDetector

  constructor(config: ClientConfig = {}) {
    super(config)
    this.#config = config
    const { connectionParameters } = this as unknown as { readonly connectionParameters: ClientConfig }
    this.#silenceDetector = new SilenceDetector(this, config, Number(connectionParameters.statement_timeout))
  }

  // biome-ignore lint/suspicious/noExplicitAny: `query` has a dozen overloads, which stay as they are.
  override query(...parameters: any[]): any {
    const [query] = parameters as [string | QueryConfig]
    this.#silenceDetector.onStatement(typeof query === 'string' ? query : query.text)
    return super.query(...parameters)
  }

  protected override async sendCancellable<T>(send: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const statement = super.sendCancellable(send, signal)
    let cancellation: Promise<void> | undefined
    const cancel = () => {
      cancellation = limitCancellations(() => this.#cancel(statement))
    }
    signal.addEventListener('abort', cancel, { once: true })
    try {
      return await statement
    } finally {
      signal.removeEventListener('abort', cancel)
      await cancellation
    }
  }

  /**
   * Does not fail. Closes the connection when the server cannot be reached, or the statement does not end soon. When the server
   * refuses the cancellation, its time limit ends the statement.
   */
  async #cancel(statement: Promise<unknown>): Promise<void> {
    cancelledStatements.increment()
    const ended = statement.catch(() => undefined)
    try {
      await withTimeout(cancellationTimeoutMs, Promise.all([this.#requestCancellation(), ended]))
    } catch (error) {
      if (!(error instanceof DatabaseError)) closeSilentConnection(this, error)
    }
  }

  async #requestCancellation(): Promise<void> {
    const { processID } = this as unknown as { readonly processID: number }
    const client = new Client({ ...this.#config, query_timeout: cancellationTimeoutMs })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query('select pg_cancel_backend($1)', [processID])
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}
