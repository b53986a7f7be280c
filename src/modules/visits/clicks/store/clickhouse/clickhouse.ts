import type { ClickHouseClient } from '@clickhouse/client'
import type { EntityManager } from '../../../../../platform/database/database.ts'
import { signalOf } from '../../../../../platform/database/statement-cancellation.ts'
import { Unavailable } from '../../../../../platform/shared/general.errors.ts'
import { type Logger, OngoingState } from '../../../../../platform/shared/logger.ts'
import { secondMs, withTimeout } from '../../../../../platform/shared/time.ts'

/** ClickHouse cannot be reached, or has too much to do. Callers are told when to try again. */
export class ClickHouseUnavailable extends Unavailable {}

/** How long an answer may take. Inserts are repeated, so they wait longer than readers. */
const timeoutsMs = { query: 30_000, insert: 60_000, probe: 2_000 } as const

/** The pause between probes while ClickHouse does not answer. */
const probeIntervalMs = secondMs

/**
 * Error codes after which the same statement may succeed: too much work or memory, too many parts, a full disk, a lost
 * replica or keeper, a login that is being changed, tables that are not there yet.
 */
const passingCodes = new Set(
  [
    '60',
    '159',
    '160',
    '164',
    '173',
    '194',
    '202',
    '209',
    '210',
    '225',
    '236',
    '241',
    '242',
    '243',
    '252',
    '279',
    '285',
  ].concat(['286', '319', '341', '394', '439', '497', '516', '999']),
)

/** What reads clicks. */
export interface ClickHouseQueries {
  query<T>(sql: string, params?: QueryParams): Promise<T[]>
}

/** The values of `{name:Type}` in a statement. */
export type QueryParams = Readonly<Record<string, unknown>>

/**
 * The ClickHouse that has the clicks. While it does not answer, statements fail at once, and one probe a second finds out
 * whether it is back.
 */
export class ClickHouse {
  private isClosed = false
  private isLost = false
  private probeTimer: NodeJS.Timeout | undefined
  private readonly outage: OngoingState
  private readonly unprepared: OngoingState
  /** Undefined when it has succeeded. */
  private prepare: (() => Promise<void>) | undefined
  private readonly listeners: (() => void)[] = []
  private failureCount = 0

  private constructor(
    private readonly client: ClickHouseClient,
    private readonly log: Pick<Logger, 'info' | 'warn'>,
  ) {
    this.outage = new OngoingState(log, 'ClickHouse answers again')
    this.unprepared = new OngoingState(log, 'ClickHouse has its tables')
  }

  /** Prepares connections to `url`, such as `http://user:password@host:8123/database`. None is opened yet. */
  static async create(url: string, log: Pick<Logger, 'info' | 'warn'>): Promise<ClickHouse> {
    // Loaded only where it is used.
    const { ClickHouseLogLevel, createClient } = await import('@clickhouse/client')
    const client = createClient({
      url,
      application: 'tack',
      request_timeout: timeoutsMs.insert,
      // Many ids do not fit into an address.
      use_multipart_params_auto: true,
      // Errors are logged here, without statements and their values.
      log: { level: ClickHouseLogLevel.OFF },
      clickhouse_settings: { output_format_json_quote_64bit_integers: 0, date_time_input_format: 'best_effort' },
    })
    return new ClickHouse(client, log)
  }

  /** Whether the last statement or probe had no answer. */
  get isDown(): boolean {
    return this.isLost
  }

  /** How many statements have failed because ClickHouse was not available. */
  get failures(): number {
    return this.failureCount
  }

  /** Registers a function that is called each time ClickHouse is back. */
  onRecovered(listener: () => void): void {
    this.listeners.push(listener)
  }

  /**
   * Runs `prepare` now, or when ClickHouse answers: until then it counts as not answering. Throws an error that will not pass
   * by itself.
   */
  async open(prepare: () => Promise<void>): Promise<void> {
    this.prepare = prepare
    try {
      await this.runPrepare()
    } catch (error) {
      if (!(error instanceof ClickHouseUnavailable)) throw error
      this.markDown(error.cause)
    }
  }

  /** Reads rows. Throws `ClickHouseUnavailable`; when `signal` aborts, ClickHouse ends the query. */
  query<T>(sql: string, params: QueryParams = {}, signal?: AbortSignal): Promise<T[]> {
    return this.run(
      async () => {
        const result = await this.client.query({
          query: sql,
          query_params: params,
          format: 'JSONEachRow',
          clickhouse_settings: {
            max_execution_time: timeoutsMs.query / secondMs,
            // As in PostgreSQL, a name in a condition is a column.
            prefer_column_name_to_alias: 1,
            // A query whose caller has left ends.
            cancel_http_readonly_queries_on_client_close: 1,
          },
          ...(signal && { abort_signal: signal }),
        })
        return result.json<T>()
      },
      timeoutsMs.query,
      signal,
    )
  }

  /** Queries that end when the signal of an EntityManager aborts, as its statements in PostgreSQL do. */
  for(em: EntityManager): ClickHouseQueries {
    const signal = signalOf(em)
    return { query: (sql, params) => this.query(sql, params, signal) }
  }

  /** Changes tables or rows, and waits until it is done. */
  async command(sql: string, params: QueryParams = {}): Promise<void> {
    await this.run(() => this.client.command({ query: sql, query_params: params }), timeoutsMs.insert)
  }

  /**
   * Inserts rows, all or none for each partition. Rows with a token that ClickHouse remembers are not inserted again, so a
   * call can be repeated with the same rows when its answer was lost.
   */
  async insert(table: string, columns: readonly string[], rows: readonly unknown[][], token: string): Promise<void> {
    await this.run(
      () =>
        this.client.insert({
          table,
          columns: columns as [string, ...string[]],
          values: rows,
          format: 'JSONCompactEachRow',
          clickhouse_settings: {
            insert_deduplication_token: token,
            // One block, and so one part of each partition, whatever the defaults of the server are.
            async_insert: 0,
            max_insert_block_size: '1048576',
            input_format_parallel_parsing: 0,
          },
        }),
      timeoutsMs.insert,
    )
  }

  async close(): Promise<void> {
    this.isClosed = true
    clearTimeout(this.probeTimer)
    await this.client.close()
  }

  private async run<T>(send: () => Promise<T>, timeoutMs: number, signal?: AbortSignal): Promise<T> {
    if (this.isLost) throw new ClickHouseUnavailable(undefined)
    try {
      signal?.throwIfAborted()
      return await withTimeout(timeoutMs, send())
    } catch (error) {
      signal?.throwIfAborted()
      const code = errorCode(error)
      if (code !== undefined && !passingCodes.has(code)) throw error
      this.failureCount++
      // An error with a code is an answer.
      if (code === undefined) this.markDown(error)
      throw new ClickHouseUnavailable(error)
    }
  }

  private async runPrepare(): Promise<void> {
    await this.prepare?.()
    this.prepare = undefined
  }

  private markDown(err: unknown): void {
    this.outage.begin(() => this.log.warn({ err }, 'ClickHouse does not answer; probing once a second'))
    this.isLost = true
    this.probeLater()
  }

  private probeLater(): void {
    clearTimeout(this.probeTimer)
    if (this.isClosed) return
    this.probeTimer = setTimeout(() => {
      this.probe().catch(() => this.probeLater())
    }, probeIntervalMs).unref()
  }

  private async probe(): Promise<void> {
    const result = await withTimeout(timeoutsMs.probe, this.client.ping({ select: true }))
    if (!result.success && errorCode(result.error) === undefined) throw result.error
    this.isLost = false
    await this.runPrepare().catch((err: unknown) => {
      this.isLost = true
      this.unprepared.begin(() => this.log.warn({ err }, 'the tables in ClickHouse are not as they should be'))
      throw err
    })
    this.unprepared.end()
    this.outage.end()
    for (const listener of this.listeners) listener()
  }
}

/** The number of an error that ClickHouse has answered; undefined when it has not answered. */
function errorCode(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' && /^\d+$/.test(code) ? code : undefined
}
