import type { Clock } from '../../base/clock.ts'
import { newId } from '../../base/ids.ts'
import type { Orm } from '../../database/open.ts'
import { quietly, run } from '../../database/quiet.ts'
import { addSumsSql, bucketSql } from '../../database/sums.ts'

/** The background processes that go over everything there is, for all accounts together. */
export type Sweeping = 'lifecycle' | 'anomaly-detector' | 'link-health'

/** A sweep that found nothing to do is noted this often at most, by one process. */
const idleEveryMs = 60_000

/** Notes how the sweeps of this process went: what an operator and an owner see of background work that is no job. */
export class Sweeps {
  readonly #orm: Orm
  readonly #clock: Clock
  readonly #idleSince = new Map<Sweeping, number>()

  constructor(orm: Orm, clock: Clock) {
    this.#orm = orm
    this.#clock = clock
  }

  /** Runs a sweep, which answers how many things it dealt with, and notes how it went. Throws what it throws. */
  async note(sweeping: Sweeping, sweep: () => Promise<number>): Promise<number> {
    const [at, started] = [this.#clock.now(), performance.now()]
    try {
      const items = await sweep()
      if (items > 0 || this.#isDue(sweeping, started)) await this.#keep(sweeping, at, started, items, null)
      return items
    } catch (error) {
      // The database may be what failed; then nothing can be noted either, and the failure itself is what is told.
      await this.#keep(sweeping, at, started, 0, 'The sweep failed; it is tried again.').catch(() => undefined)
      throw error
    }
  }

  #isDue(sweeping: Sweeping, now: number): boolean {
    const before = this.#idleSince.get(sweeping)
    if (before !== undefined && now - before < idleEveryMs) return false
    this.#idleSince.set(sweeping, now)
    return true
  }

  async #keep(sweeping: Sweeping, at: Date, started: number, items: number, error: string | null): Promise<void> {
    const durationMs = Math.round(performance.now() - started)
    await run(this.#orm.em.fork(quietly()), keepSql, [newId('swp', at), sweeping, at, durationMs, items, error])
  }
}

/** Sweeps as sums of them take them. */
export const sweepMeasuresSql = `
  select workflow as subject_id, case when error is null then 'succeeded' else 'failed' end as measure,
         started_at as at, ${bucketSql('duration_ms')} as bucket, 1 as count, duration_ms as total_ms`

const keepSql = `
  with kept_sweep as (
    insert into sweep (id, workflow, started_at, duration_ms, items, error) values (?, ?, ?, ?, ?, ?) returning *)
  ${addSumsSql('sweep_sum', `${sweepMeasuresSql} from kept_sweep`)}`
