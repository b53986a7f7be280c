import { setTimeout as pause } from 'node:timers/promises'
import type { Orm } from '../../../../../../platform/database/database.ts'
import { withoutQueryLog } from '../../../../../../platform/database/statements.ts'
import type { RecurringTasks } from '../../../../../../platform/jobs/recurring-tasks.ts'
import type { Logger } from '../../../../../../platform/shared/logger.ts'
import { type Clock, minuteMs, secondMs } from '../../../../../../platform/shared/time.ts'
import {
  deleteOldVisitors,
  type FoldStepOptions,
  foldStep,
  type PublishLimitEvents,
  summarizeIndexPages,
} from './fold.queries.ts'
import { type FoldPlan, planFold } from './fold-plan.queries.ts'
import { foldSlice, listPageRanges, repairFoldWatermark } from './fold-slices.queries.ts'
import { clearPrivateTransactions, readOldestOpenTransaction } from './private-clicks.queries.ts'
import { StepSize } from './step-size.ts'
import type { PlannedStep } from './watermark.queries.ts'

export interface RollupWorkerDependencies {
  readonly orm: Orm
  readonly clock: Clock
  readonly log: Pick<Logger, 'info' | 'warn'>
  readonly publishLimitEvents: PublishLimitEvents
  /** The embedded database runs one statement at a time, so its steps are shorter, with pauses between them. */
  readonly isEmbedded: boolean
  /** The most clicks of a step, about; the default depends on the database. */
  readonly clicksPerStep?: number
}

const intervalMs = secondMs

/** How often private clicks lose their transaction. Longer than any live subscription is behind. */
const clearIntervalMs = minuteMs

/** About how long a step takes in the embedded database, in which no request is served. */
const embeddedStepMs = 100

/** The pause between two such steps. */
const stepPauseMs = 20

/** When clicks wait this long for an open transaction, a warning is logged. Analytics stay exact but become slower. */
const lagWarningMs = minuteMs

interface FoldProgress {
  /** About how many clicks of the plan are not folded. */
  left: number
  steps: number
}

/** After how many steps of a long fold the index by transaction gets the newest pages. Each step reads those that it lacks. */
const stepsPerSummary = 10

/** How often a long fold says how much is left. */
const progressIntervalMs = 10 * secondMs

/**
 * Folds clicks into the rollups for analytics, step by step in the background, and then makes private clicks anonymous.
 * Any number of nodes may run it: one at a time folds.
 * Analytics count the clicks that are not folded yet one by one.
 */
export class RollupWorker {
  private readonly stepSize: StepSize
  private stopTasks: (() => Promise<void>)[] = []
  /** The oldest open transaction a minute ago: live subscriptions have read the clicks before it, on every node. */
  private readUpTo: string | undefined
  private isClosed = false
  private blockedSince: number | undefined
  private foldedAt = performance.now()
  /** When it was last said how much is left, or when the fold began. */
  private reportedAt = 0

  constructor(private readonly dependencies: RollupWorkerDependencies) {
    const { isEmbedded, clicksPerStep = isEmbedded ? 1_000 : 40_000 } = dependencies
    this.stepSize = new StepSize(clicksPerStep, isEmbedded ? embeddedStepMs : Number.POSITIVE_INFINITY)
  }

  /** Call it once, after the migrations. No click may be recorded meanwhile. */
  async repairWatermark(): Promise<void> {
    this.reportedAt = performance.now()
    await repairFoldWatermark(this.em(), {
      maxClicks: this.stepSize.clicks,
      onProgress: (share) =>
        this.report(`preparing the clicks of another database: ${Math.floor(share * 100)} % are done`),
    })
  }

  /** Starts to fold every second. */
  start(recurringTasks: RecurringTasks): void {
    this.stopTasks = [
      recurringTasks.repeatEvery('fold clicks', () => this.foldAndWarn(), intervalMs),
      recurringTasks.repeatEvery(
        'clear transactions of private clicks',
        () => this.clearPrivateTransactions(),
        clearIntervalMs,
      ),
    ]
  }

  /** How long an open transaction has delayed the oldest clicks that are not folded, in milliseconds. */
  get lagMs(): number {
    return this.blockedSince === undefined ? 0 : this.now() - this.blockedSince
  }

  /**
   * How long ago a fold last succeeded, on this node or on another one; before the first fold, the time since the
   * start.
   */
  get msSinceFold(): number {
    return performance.now() - this.foldedAt
  }

  /**
   * Folds the clicks that can be folded now. Clicks that arrive meanwhile are left out, because under load there would
   * always be a few more. Returns how many steps this node has folded.
   */
  async fold(): Promise<number> {
    let folded = 0
    this.reportedAt = performance.now()
    for (let hasMore = true; hasMore && !this.isClosed; ) {
      const plan = await this.createPlan()
      if (plan.clicks > stepsPerSummary * this.stepSize.clicks) await summarizeIndexPages(this.em())
      const foldedSteps = await this.foldSteps(plan)
      folded += foldedSteps
      // Without a folded step, other nodes fold the rest.
      hasMore = plan.hasMore && foldedSteps > 0
    }
    if (folded > 0) await summarizeIndexPages(this.em())
    this.foldedAt = performance.now()
    return folded
  }

  /** Deletes the visitors of past days. The rollups keep their number. */
  deleteOldVisitors(): Promise<void> {
    return deleteOldVisitors(this.em(), this.dependencies.clock.now())
  }

  /** Waits for the running step and starts no other. */
  async close(): Promise<void> {
    this.isClosed = true
    await Promise.all(this.stopTasks.map((stop) => stop()))
  }

  /** Removes the transaction number of private clicks, because it reveals the moment of a click. */
  private async clearPrivateTransactions(): Promise<void> {
    const oldestOpen = await readOldestOpenTransaction(this.em())
    if (this.readUpTo !== undefined) await clearPrivateTransactions(this.em(), this.readUpTo)
    this.readUpTo = oldestOpen
  }

  private async createPlan(): Promise<FoldPlan> {
    const plan = await planFold(this.em(), this.stepSize.clicks)
    if (plan.steps.length > 0 || !plan.isBlocked) this.blockedSince = undefined
    else this.blockedSince ??= this.now()
    return plan
  }

  /** Returns how many steps were folded before another node took over or this worker was closed. */
  private async foldSteps({ steps, clicks: left }: FoldPlan): Promise<number> {
    const progress = { left, steps: 0 }
    for (const [index, step] of steps.entries()) {
      if (index > 0) await this.pauseBetweenSteps()
      const options = { publishLimitEvents: this.dependencies.publishLimitEvents, now: this.dependencies.clock.now() }
      const slicedClicks = step.isSliced ? await this.foldSlices(step, options, progress) : 0
      const clicks = step.clicks - slicedClicks
      const startedAt = performance.now()
      if (this.isClosed || !(await foldStep(this.em(), step, options))) return index
      await this.recordProgress(progress, clicks, startedAt)
    }
    return steps.length
  }

  /** Returns how many clicks were folded. */
  private async foldSlices(step: PlannedStep, options: FoldStepOptions, progress: FoldProgress): Promise<number> {
    let clicks = 0
    for (const pages of await listPageRanges(this.em(), this.stepSize.maxClicks)) {
      for (let hasMore = true; hasMore; ) {
        if (this.isClosed) return clicks
        const maxClicks = this.stepSize.clicks
        const startedAt = performance.now()
        const sliceClicks = await foldSlice(this.em(), step, { ...options, maxClicks, pages })
        if (sliceClicks === null) return clicks
        hasMore = sliceClicks === maxClicks
        if (sliceClicks === 0) continue
        clicks += sliceClicks
        await this.recordProgress(progress, sliceClicks, startedAt)
        await this.pauseBetweenSteps()
      }
    }
    return clicks
  }

  private async pauseBetweenSteps(): Promise<void> {
    if (this.dependencies.isEmbedded) await pause(stepPauseMs)
  }

  /** After each step. The log of a fold that takes long says how many clicks are left. */
  private async recordProgress(progress: FoldProgress, foldedClicks: number, startedAt: number): Promise<void> {
    this.stepSize.record(foldedClicks, performance.now() - startedAt)
    if (++progress.steps % stepsPerSummary === 0) await summarizeIndexPages(this.em())
    progress.left = Math.max(0, progress.left - foldedClicks)
    if (progress.left > 0) this.report(`adding clicks to the statistics: ${progress.left} are left`)
  }

  /** Logs a sentence about work that takes long. */
  private report(message: string): void {
    if (performance.now() - this.reportedAt < progressIntervalMs) return
    this.reportedAt = performance.now()
    this.dependencies.log.info(message)
  }

  private async foldAndWarn(): Promise<void> {
    await this.fold()
    const { lagMs } = this
    if (lagMs >= lagWarningMs) this.dependencies.log.warn({ lagMs }, 'an open transaction delays the click rollups')
  }

  private em() {
    return this.dependencies.orm.em.fork(withoutQueryLog())
  }

  private now(): number {
    return this.dependencies.clock.now().getTime()
  }
}
