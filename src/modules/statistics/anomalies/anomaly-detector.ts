import { LockMode } from '@mikro-orm/postgresql'
import type { EntityManager } from '../../../platform/database/database.ts'
import { withoutQueryLog } from '../../../platform/database/statements.ts'
import type { Platform } from '../../../platform/module.ts'
import { hourMs, minuteMs } from '../../../platform/shared/time.ts'
import type { ClickReader } from '../../visits/clicks/index.ts'
import { EvaluationWatermark, PendingEvaluation } from './anomaly.entity.ts'
import { claimEvaluations, enqueueEvaluations } from './anomaly.queries.ts'
import { evaluateHour } from './hour-evaluation.ts'
import { findLinksToEvaluate } from './link-hours.ts'

type AnomalyDetectorDependencies = Pick<Platform, 'orm' | 'clock' | 'events'> &
  Pick<Platform['database'], 'isEmbedded'> & { readonly store: ClickReader }

/** Delay after the end of an hour, because its last clicks are stored a little later. */
const evaluationDelayMs = 2 * minuteMs

/** After downtime, only this many of the last hours are evaluated. */
const maxBacklogHours = 48

/**
 * The clocks of nodes differ by less than this. If the watermark is further ahead, a clock was set back, and the
 * watermark is reset.
 */
const maxClockSkewMs = hourMs

/** The time limit of statements, which is longer than the limit in requests. */
const statementTimeoutMs = minuteMs

/**
 * Detects anomalies in the clicks of links, one closed hour after another. It runs on any number of nodes: one node adds
 * the pending evaluations of an hour, and all nodes claim batches of them, so each hour of a link is evaluated once.
 */
export class AnomalyDetector {
  private readonly batchSize: number
  /** Start of the last hour that is known to be evaluated. Until the next hour ends, it makes the query needless. */
  private lastCompletedHourMs = 0

  constructor(private readonly dependencies: AnomalyDetectorDependencies) {
    // The embedded database serves no other request during a statement, so its batches are smaller.
    this.batchSize = dependencies.isEmbedded ? 50 : 250
  }

  /** Evaluates all closed hours, until no work is left for this node. Returns the number of evaluations. */
  async evaluateClosedHours(): Promise<number> {
    const now = this.dependencies.clock.now()
    const lastClosedHourMs = Math.floor((now.getTime() - evaluationDelayMs) / hourMs) * hourMs - hourMs
    if (lastClosedHourMs === this.lastCompletedHourMs) return 0
    let evaluatedCount = 0
    for (;;) {
      const batchCount = await this.transactional((em) => this.evaluateBatch(em, now))
      evaluatedCount += batchCount
      if (batchCount === 0 && !(await this.transactional((em) => this.enqueueNextHour(em, lastClosedHourMs))))
        return evaluatedCount
    }
  }

  /** Returns the number of evaluated links. */
  private async evaluateBatch(em: EntityManager, now: Date): Promise<number> {
    const batch = await claimEvaluations(em, this.batchSize)
    if (!batch) return 0
    await evaluateHour(em, this.dependencies, batch, now)
    return batch.linkIds.length
  }

  /** Returns false when no hour is left, or when another node is still evaluating the previous one. */
  private async enqueueNextHour(em: EntityManager, lastClosedHourMs: number): Promise<boolean> {
    const lockMode = LockMode.PESSIMISTIC_PARTIAL_WRITE
    const watermark = await em.findOne(EvaluationWatermark, { singleton: true }, { lockMode })
    // Read under the lock, because another node may have moved the watermark and added evaluations meanwhile.
    if (!watermark || (await em.find(PendingEvaluation, {}, { limit: 1 })).length > 0) return false
    const previousHourMs = watermark.hour?.getTime() ?? lastClosedHourMs - hourMs
    if (previousHourMs >= lastClosedHourMs) {
      if (previousHourMs - lastClosedHourMs > maxClockSkewMs) watermark.hour = new Date(lastClosedHourMs)
      this.lastCompletedHourMs = lastClosedHourMs
      return false
    }
    const hour = new Date(Math.max(previousHourMs + hourMs, lastClosedHourMs - (maxBacklogHours - 1) * hourMs))
    await enqueueEvaluations(em, hour, await findLinksToEvaluate(em, this.dependencies.store, hour))
    watermark.hour = hour
    return true
  }

  private transactional<T>(callback: (em: EntityManager) => Promise<T>): Promise<T> {
    return this.dependencies.orm.em.fork(withoutQueryLog()).transactional(async (em) => {
      await this.dependencies.store.prepare(em, statementTimeoutMs)
      return callback(em)
    }, withoutQueryLog())
  }
}
