import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../base/clock.ts'
import type { Outward } from '../base/outward/outward.ts'
import type { Orm } from '../database/open.ts'
import { quietly, run } from '../database/quiet.ts'
import { settleWishes } from './enrolment.ts'
import { conclude, goOn } from './outcomes.ts'
import { type Turn, takeTurns } from './turns.ts'
import { isVerdict, judge } from './verdict.ts'

export interface CheckerParts {
  readonly orm: Orm
  readonly outward: Outward
  readonly clock: Clock
  /** The origin of short addresses: what frames the destination of a cloaked link. */
  readonly shortUrl: string
  readonly log: { warn(details: object, message: string): void }
}

/** How often is looked for what has become due. */
export const lookEveryMs = 500

/** A sweep ends when nothing is due, or after this long: it is noted as one, and they are not to be many. */
const sweepMs = 60_000

/** Requests that one process makes at a time. */
const atOnce = 10

const patienceMs = 5_000

const headers = { accept: '*/*', 'user-agent': 'Tack-Health/1 (bot; looks whether a link leads somewhere)' }

/**
 * Calls the destinations of links that are watched, one request at a time for each. What stands in the database says
 * what comes next, so a process that ends leaves nothing behind but a request that is made again.
 */
export class HealthChecker {
  readonly #parts: CheckerParts
  readonly #running = new Set<Promise<void>>()
  readonly #ending = new AbortController()

  constructor(parts: CheckerParts) {
    this.#parts = parts
  }

  /** Goes on as long as something is due. Answers how many requests were begun, and how many links met a new wish. */
  async sweep(): Promise<number> {
    const { signal } = this.#ending
    const until = performance.now() + sweepMs
    let dealtWith = 0
    for (;;) {
      const found = signal.aborted ? 0 : await this.#look()
      dealtWith += found
      if (found === 0 || performance.now() >= until) return dealtWith
      await pause(lookEveryMs, undefined, { signal }).catch(() => undefined)
    }
  }

  /** Has a sweep that runs begin nothing more. */
  end(): void {
    this.#ending.abort()
  }

  /** Resolves when no request is under way. */
  async idle(): Promise<void> {
    await Promise.all(this.#running)
  }

  async #look(): Promise<number> {
    const now = this.#parts.clock.now()
    const [found] = await run<{ settles: boolean; ready: boolean }>(this.#em(), lookSql, [now])
    const settled = found?.settles ? await settleWishes(this.#em(), now) : 0
    const isReady = found?.ready || settled > 0
    const turns = isReady ? await takeTurns(this.#em(), now, atOnce - this.#running.size) : []
    for (const turn of turns) {
      const running = this.#take(turn).finally(() => this.#running.delete(running))
      this.#running.add(running)
    }
    return settled + turns.length
  }

  /** Never rejects: what could not be written down is made again when its turn is over. */
  async #take(turn: Turn): Promise<void> {
    const { outward, clock, shortUrl, log } = this.#parts
    try {
      const { url, method } = turn
      const answer = await outward.call({ url, method, headers, callee: 'page', patienceMs })
      const found = judge(turn, answer, shortUrl)
      await this.#em().transactional(async (em) => {
        if (isVerdict(found)) await conclude(em, turn, found, answer.durationMs, clock.now())
        else await goOn(em, turn, found, answer.durationMs, clock.now())
      }, quietly())
    } catch (err) {
      log.warn({ err, link: turn.linkId }, 'a check of a link cannot be written down; it is made again')
    }
  }

  #em() {
    return this.#parts.orm.em.fork(quietly())
  }
}

const lookSql = `
  select exists (select 1 from health_account where settles_before is not null) as settles,
         exists (select 1 from health_host where ready_at <= ?::timestamptz) as ready`
