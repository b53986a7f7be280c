import type { Clock } from '../../base/clock.ts'
import type { Orm } from '../../database/open.ts'
import { foldStep, planFold, quietly } from './fold.ts'
import { forgetVisitors, startAnew, summarizePages } from './upkeep.ts'

interface Log {
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

export interface FolderParts {
  readonly orm: Orm
  readonly clock: Clock
  readonly log: Log
  /** The embedded database answers nobody else while a step runs, so its steps are short. */
  readonly isEmbedded: boolean
  /** About how many clicks a step takes; by default what suits the database. */
  readonly clicksInStep?: number
}

const pauseMs = 1_000

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

  /** Folds all that can be folded now. Answers how many steps this node has made of it. */
  async fold(): Promise<number> {
    let steps = 0
    for (let plan = await this.#look(); plan.length > 0 && !this.#closed; plan = await this.#look()) {
      for (const step of plan) {
        if (this.#closed) return steps
        if (!(await foldStep(this.#em(), step))) return steps
        steps++
      }
    }
    if (steps > 0) await summarizePages(this.#em())
    return steps
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

  async #look() {
    const { steps, isHeldUp } = await planFold(this.#em(), this.#clicksInStep)
    if (steps.length > 0 || !isHeldUp) this.#waitingSince = undefined
    else this.#waitingSince ??= this.#now()
    return steps
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
