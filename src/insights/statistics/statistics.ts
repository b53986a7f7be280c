import type { Clock } from '../../base/clock.ts'
import { TooLate, within } from '../../base/within.ts'
import type { Orm } from '../../database/open.ts'
import { DatabaseAway } from '../../database/out.of.reach.ts'
import { computeFigures, type Figures, readFigures } from './figures.ts'

interface Log {
  warn(details: object, message: string): void
}

/** Contract 4.7: the result is cached for 5 minutes. */
export const lifetimeSeconds = 300

/** How long new figures are waited for where there are older ones to give. */
const patienceMs = 2_000

/** How long the first ones are waited for, as there is nothing else to give. */
const firstPatienceMs = 10_000

/** How long after a failure nobody tries again. */
const restMs = 5_000

/**
 * The public statistics of all nodes together, computed by one of them once in five minutes. This process keeps them in
 * memory; of many who ask when they are due, one asks the database.
 */
export class Statistics {
  readonly #orm: Orm
  readonly #clock: Clock
  readonly #log: Log
  #figures: Figures | null = null
  #asking: Promise<Figures> | undefined
  #restsUntil = 0

  constructor(orm: Orm, clock: Clock, log: Log) {
    this.#orm = orm
    this.#clock = clock
    this.#log = log
  }

  /**
   * The figures, computed anew when they are due; those before while that takes long or cannot be done. Throws
   * `DatabaseAway` where there have been none and none come in time.
   */
  async figures(): Promise<Figures> {
    const last = this.#figures
    if (!last) return this.#first()
    if (this.ageSecondsOf(last) < lifetimeSeconds || this.#now() < this.#restsUntil) return last
    return within(patienceMs, this.#ask()).catch(() => last)
  }

  /** Never below 0, however far the clocks of two nodes are apart. */
  ageSecondsOf({ computedAt }: Figures): number {
    return Math.max(0, Math.floor((this.#now() - computedAt.getTime()) / 1000))
  }

  /** The figures where they are known within a moment, for a page that is worth showing without them. */
  atHand(): Promise<Figures | null> {
    const figures = this.#figures ? this.figures() : within(patienceMs, this.#ask())
    return figures.catch(() => null)
  }

  /**
   * To be called when no request is under way any more: one that did not wait may have left a computation behind. It is
   * waited for a moment only, since whatever is closed after this has more to lose.
   */
  async close(): Promise<void> {
    if (this.#asking) await within(patienceMs, this.#asking).catch(() => undefined)
  }

  async #first(): Promise<Figures> {
    try {
      return await within(firstPatienceMs, this.#ask())
    } catch (error) {
      throw error instanceof TooLate ? new DatabaseAway(error) : error
    }
  }

  #ask(): Promise<Figures> {
    this.#asking ??= this.#asked()
      .catch((err: unknown) => {
        this.#restsUntil = this.#now() + restMs
        this.#log.warn({ err }, 'the public statistics were not computed')
        throw err
      })
      .finally(() => {
        this.#asking = undefined
      })
    return this.#asking
  }

  async #asked(): Promise<Figures> {
    const em = this.#orm.em.fork()
    const now = this.#clock.now()
    const dueBefore = new Date(now.getTime() - lifetimeSeconds * 1000)
    const kept = await readFigures(em)
    const figures =
      kept && kept.computedAt > dueBefore
        ? kept
        : ((await computeFigures(em, { now, dueBefore, waits: kept === null })) ?? (await readFigures(em)))
    if (!figures) throw new Error('The row of the statistics is gone.')
    this.#figures = figures
    return figures
  }

  #now(): number {
    return this.#clock.now().getTime()
  }
}
