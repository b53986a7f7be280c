import { setTimeout as pause } from 'node:timers/promises'
import type { Orm } from '../../../platform/database/database.ts'
import { withoutQueryLog } from '../../../platform/database/statements.ts'
import type { Clock } from '../../../platform/shared/clock.ts'
import type { Logger } from '../../../platform/shared/logger.ts'
import {
  deleteOldVisitors,
  type FoldPlan,
  type FoldStep,
  foldStep,
  type PublishLimitEvents,
  planFold,
  repairFoldWatermark,
  summarizeIndexPages,
} from './fold.queries.ts'

export interface RollupWorkerDependencies {
  readonly orm: Orm
  readonly clock: Clock
  readonly log: Pick<Logger, 'warn' | 'error'>
  readonly publishLimitEvents: PublishLimitEvents
  /** The embedded database answers nobody else while a step runs, so its steps are shorter and come with pauses. */
  readonly isEmbedded: boolean
  /** About how many clicks a step takes; by default what suits the database. */
  readonly clicksPerStep?: number
}

const intervalMs = 1_000

/** Between two steps in the embedded database, which would follow each other before this process reads one request. */
const stepPauseMs = 20

/** Clicks that wait so long for a transaction to end are worth a word: answers stay exact and get slower. */
const lagWarningMs = 60_000

/**
 * Folds clicks into the sums from which analytics are read, in the background and a step at a time. Any number of nodes
 * may do so: one of them folds, the others find nothing to do. What is not folded yet, readers count from the rows.
 */
export class RollupWorker {
  readonly #dependencies: RollupWorkerDependencies
  readonly #clicksPerStep: number
  #timer: NodeJS.Timeout | undefined
  #running: Promise<unknown> | undefined
  #isClosed = false
  #blockedSince: number | undefined

  constructor(dependencies: RollupWorkerDependencies) {
    this.#dependencies = dependencies
    this.#clicksPerStep = dependencies.clicksPerStep ?? (dependencies.isEmbedded ? 1_000 : 20_000)
  }

  /** Begins to fold every second. Call it once, after the migrations. */
  async start(): Promise<void> {
    await repairFoldWatermark(this.#em())
    this.#scheduleFold()
  }

  /** How long the oldest clicks that are not folded have been held up by a transaction that does not end, in ms. */
  get lagMs(): number {
    return this.#blockedSince === undefined ? 0 : this.#now() - this.#blockedSince
  }

  /**
   * Folds all that can be folded now, and not what comes meanwhile: under load that would be no end of steps of a few
   * clicks each. Answers how many steps this node has made of it.
   */
  async fold(): Promise<number> {
    let folded = 0
    for (let hasMore = true; hasMore && !this.#isClosed; ) {
      const plan = await this.#createPlan()
      const done = await this.#foldSteps(plan.steps)
      folded += done
      // Another node is folding what is left.
      hasMore = plan.hasMore && done === plan.steps.length
    }
    if (folded > 0) await summarizeIndexPages(this.#em())
    return folded
  }

  /** Drops the visitors of days that can no longer be told apart; how many there were is in the sums. */
  deleteOldVisitors(): Promise<void> {
    return deleteOldVisitors(this.#em(), this.#dependencies.clock.now())
  }

  /** Lets the step that runs come to its end, and begins no other. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#running
  }

  async #createPlan(): Promise<FoldPlan> {
    const plan = await planFold(this.#em(), this.#clicksPerStep)
    if (plan.steps.length > 0 || !plan.isBlocked) this.#blockedSince = undefined
    else this.#blockedSince ??= this.#now()
    return plan
  }

  /** How many were folded before another node took over or this one ended. */
  async #foldSteps(steps: readonly FoldStep[]): Promise<number> {
    for (const [done, step] of steps.entries()) {
      if (done > 0 && this.#dependencies.isEmbedded) await pause(stepPauseMs)
      const options = { publishLimitEvents: this.#dependencies.publishLimitEvents, now: this.#dependencies.clock.now() }
      if (this.#isClosed || !(await foldStep(this.#em(), step, options))) return done
    }
    return steps.length
  }

  #scheduleFold(): void {
    this.#timer = setTimeout(() => {
      this.#running = this.#foldAndLog().finally(() => {
        if (!this.#isClosed) this.#scheduleFold()
      })
    }, intervalMs).unref()
  }

  async #foldAndLog(): Promise<void> {
    const { log } = this.#dependencies
    try {
      await this.fold()
      if (this.lagMs >= lagWarningMs) log.warn({ lagMs: this.lagMs }, 'an open transaction holds up the sums of clicks')
    } catch (err) {
      if (!this.#isClosed) log.error({ err }, 'clicks could not be folded; trying again')
    }
  }

  #em() {
    return this.#dependencies.orm.em.fork(withoutQueryLog())
  }

  #now(): number {
    return this.#dependencies.clock.now().getTime()
  }
}
