import type { DatabaseChannels } from '../channels.ts'
import type { LogPosition, WritePositions } from './write-positions.ts'

/** What replicas are compared with. */
export interface PrimaryState {
  /** Names the database server; its replicas have the same. */
  readonly systemId: string
  /** It changes when a replica is promoted. */
  readonly timeline: number
}

export interface PrimaryRow extends PrimaryState {
  /** The end of the log that replicas can have. */
  readonly flushed: LogPosition
}

interface Sample {
  readonly atMs: number
  readonly flushed: LogPosition
}

const position = (sql: string) => `pg_wal_lsn_diff(${sql}, '0/0')::float8`

/** The end of everything that was committed before, also by a session that does not wait for the disk. */
const positionSql = `select ${position('pg_current_wal_insert_lsn()')} as position`

/** Its row is a `PrimaryRow`. */
export const primaryStateSql = `
  ${positionSql}, ${position('pg_current_wal_flush_lsn()')} as flushed,
         (select system_identifier::text from pg_control_system()) as "systemId",
         ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int as timeline`

/** For how long the positions of the primary are remembered. */
const historyMs = 60_000

/** The log of the primary, read on the connection that listens: all writes that were announced before have then arrived. */
export class PrimaryLog {
  private samples: Sample[] = []
  private running: Promise<unknown> | undefined
  private next: Promise<void> | undefined

  constructor(
    private readonly channels: Pick<DatabaseChannels, 'query'>,
    private readonly writes: WritePositions,
  ) {}

  /**
   * Resolves when every write that was answered before is in `writes`, with its position. Calls that come while the primary
   * is asked share the next question.
   */
  confirm(): Promise<void> {
    if (!this.running) return this.ask()
    this.next ??= this.running.then(
      () => this.ask(),
      () => this.ask(),
    )
    return this.next
  }

  /** Reads what replicas are compared with, and remembers the position for `lagMsOf`. */
  async readState(): Promise<PrimaryState> {
    const atMs = performance.now()
    const { flushed, ...state } = await this.query<PrimaryRow>(primaryStateSql)
    this.samples = [...this.samples.filter((sample) => atMs - sample.atMs < historyMs), { atMs, flushed }]
    return state
  }

  /** How old the data of a replica are that has replayed the log up to a position: at most that old. Infinite when it is unknown. */
  lagMsOf(replayed: LogPosition): number {
    const newest = this.samples.findLastIndex(({ flushed }) => flushed <= replayed)
    if (newest === -1) return Number.POSITIVE_INFINITY
    const sample = this.samples[newest]
    return newest === this.samples.length - 1 || !sample ? 0 : performance.now() - sample.atMs
  }

  /** After a lost connection the primary may be another server. */
  forget(): void {
    this.samples = []
  }

  private ask(): Promise<void> {
    this.next = undefined
    const question = this.query(positionSql).then(() => undefined)
    const running = question.finally(() => {
      if (this.running === running) this.running = undefined
    })
    // Those who wait get the error.
    running.catch(() => undefined)
    this.running = running
    return question
  }

  private async query<T extends object>(sql: string): Promise<T> {
    const place = this.writes.beginPlacement()
    const [row] = await this.channels.query<T & { readonly position: LogPosition }>(sql)
    if (!row) throw new Error('The primary did not tell its position.')
    place(row.position)
    return row
  }
}
