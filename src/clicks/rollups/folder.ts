import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../../base/clock.ts'
import type { Orm } from '../../database/open.ts'
import { quietly } from '../../database/quiet.ts'
import { type FoldPlan, foldStep, planFold, type Step, type TellEnds } from './fold.ts'
import { forgetVisitors, startAnew, summarizePages } from './upkeep.ts'

interface Log {
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

export interface FolderParts {
  readonly orm: Orm
  readonly clock: Clock
  readonly log: Log
  readonly tellEnds: TellEnds
  /** The embedded database answers nobody else while a step runs, so its steps are shorter and come with pauses. */
  readonly isEmbedded: boolean
  /** About how many clicks a step takes; by default what suits the database. */
  readonly clicksInStep?: number
}

const pauseMs = 1_000

/** Between two steps in the embedded database, which would follow each other before this process reads one request. */
const breathMs = 20

/** Clicks that wait so long for a transaction to end are worth a word: answers stay exact and get slower. */
const longWaitMs = 60_000

/**
 * Folds clicks into the sums from which analytics are read, in the background and a step at a time. Any number of nodes
 * may do so: one of them folds, the others find nothing to do. What is not folded yet, readers count from the rows.
 */
export class ClickFolder {
  readonly #parts: FolderParts
  readonly #clicksInStep: number
  #timer: NodeJS.Timeout | undefined
  #running: Promise<unknown> | undefined
  #closed = false
  #waitingSince: number | undefined

  constructor(parts: FolderParts) {
    this.#parts = parts
    this.#clicksInStep = parts.clicksInStep ?? (parts.isEmbedded ? 1_000 : 20_000)
  }

  /** Begins to fold every second. Call it once, after the migrations. */
  async start(): Promise<void> {
    await startAnew(this.#em())
    this.#plan()
  }

  /** How long the oldest clicks that are not folded have been held up by a transaction that does not end, in ms. */
  get lagMs(): number {
    return this.#waitingSince === undefined ? 0 : this.#now() - this.#waitingSince
  }

  /**
   * Folds all that can be folded now, and not what comes meanwhile: under load that would be no end of steps of a few
   * clicks each. Answers how many steps this node has made of it.
   */
  async fold(): Promise<number> {
    let folded = 0
    for (let isPart = true; isPart && !this.#closed; ) {
      const plan = await this.#look()
      const done = await this.#foldSteps(plan.steps)
      folded += done
      // Another node is folding what is left.
      isPart = plan.isPart && done === plan.steps.length
    }
    if (folded > 0) await summarizePages(this.#em())
    return folded
  }

  /** Drops the visitors of days that can no longer be told apart; how many there were is in the sums. */
  forgetVisitors(): Promise<void> {
    return forgetVisitors(this.#em(), this.#parts.clock.now())
  }

  /** Lets the step that runs come to its end, and begins no other. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    await this.#running
  }

  async #look(): Promise<FoldPlan> {
    const plan = await planFold(this.#em(), this.#clicksInStep)
    if (plan.steps.length > 0 || !plan.isHeldUp) this.#waitingSince = undefined
    else this.#waitingSince ??= this.#now()
    return plan
  }

  /** How many were folded before another node took over or this one ended. */
  async #foldSteps(steps: readonly Step[]): Promise<number> {
    for (const [done, step] of steps.entries()) {
      if (done > 0 && this.#parts.isEmbedded) await pause(breathMs)
      const beside = { tellEnds: this.#parts.tellEnds, now: this.#parts.clock.now() }
      if (this.#closed || !(await foldStep(this.#em(), step, beside))) return done
    }
    return steps.length
  }

  #plan(): void {
    this.#timer = setTimeout(() => {
      this.#running = this.#fold().finally(() => {
        if (!this.#closed) this.#plan()
      })
    }, pauseMs).unref()
  }

  async #fold(): Promise<void> {
    const { log } = this.#parts
    try {
      await this.fold()
      if (this.lagMs >= longWaitMs) log.warn({ lagMs: this.lagMs }, 'an open transaction holds up the sums of clicks')
    } catch (err) {
      if (!this.#closed) log.error({ err }, 'clicks could not be folded; trying again')
    }
  }

  #em() {
    return this.#parts.orm.em.fork(quietly())
  }

  #now(): number {
    return this.#parts.clock.now().getTime()
  }
}
