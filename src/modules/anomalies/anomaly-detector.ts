import type { EntityManager, Orm } from '../../platform/database/database.ts'
import { executeUnlogged, withoutQueryLog } from '../../platform/database/statements.ts'
import type { EventPublisher } from '../../platform/events/event-publisher.ts'
import type { Clock } from '../../platform/shared/clock.ts'
import { prepareClickScan } from '../clicks/index.ts'
import { evaluateHour } from './hour-evaluation.ts'
import { findLinksToEvaluate, hourMs } from './link-hours.ts'

export interface AnomalyDetectorDependencies {
  readonly orm: Orm
  readonly clock: Clock
  readonly events: EventPublisher
  /** The embedded database answers nobody else while a statement runs, so it is asked for fewer links at once. */
  readonly isEmbedded: boolean
}

/** An hour is judged so long after its end: what came in its last moments is written a little later. */
const evaluationDelayMs = 120_000

/** Hours of longer ago are judged no more by a service that was away. */
const maxBacklogHours = 48

/** Clocks of nodes differ by less. Whoever finds more judged has had his set back, and begins again from where it is. */
const maxClockSkewMs = hourMs

/** On a server a statement may take longer than a request's. */
const statementTimeoutMs = 60_000

/**
 * Looks for what is odd about the clicks of links, an hour after the other as they close. Any number of nodes may do so:
 * one of them notes which links are to be judged for an hour, each takes some of these until there are none, and so every
 * hour of a link is judged once.
 */
export class AnomalyDetector {
  readonly #dependencies: AnomalyDetectorDependencies
  readonly #batchSize: number
  /** The start of the last hour that is known to be judged, so that in between nobody is asked. */
  #lastCompletedHourMs = 0

  constructor(dependencies: AnomalyDetectorDependencies) {
    this.#dependencies = dependencies
    this.#batchSize = dependencies.isEmbedded ? 50 : 250
  }

  /** Judges what can be judged now, until nothing is left to this node. Answers how many hours of links it judged. */
  async evaluateClosedHours(): Promise<number> {
    const now = this.#dependencies.clock.now()
    const lastClosedHourMs = Math.floor((now.getTime() - evaluationDelayMs) / hourMs) * hourMs - hourMs
    if (lastClosedHourMs === this.#lastCompletedHourMs) return 0
    let evaluatedCount = 0
    for (;;) {
      const batchCount = await this.#transactional((em) => this.#evaluateBatch(em, now))
      evaluatedCount += batchCount
      if (batchCount === 0 && !(await this.#transactional((em) => this.#enqueueNextHour(em, lastClosedHourMs))))
        return evaluatedCount
    }
  }

  /** How many links were still to be judged, this node's share of them. */
  async #evaluateBatch(em: EntityManager, now: Date): Promise<number> {
    const batch = await executeUnlogged<{ urlId: string; hour: string | Date }>(em, claimPendingSql, [this.#batchSize])
    const [first] = batch
    if (!first) return 0
    const urlIds = batch.map(({ urlId }) => urlId)
    await evaluateHour(em, this.#dependencies.events, { hour: new Date(first.hour), urlIds, now })
    return batch.length
  }

  /** Whether there is another hour to judge: not while another node judges the one before. */
  async #enqueueNextHour(em: EntityManager, lastClosedHourMs: number): Promise<boolean> {
    const [watermark] = await executeUnlogged<{ hour: string | Date | null }>(em, lockWatermarkSql)
    // Asked when the mark is held: another node may have moved it, and noted links, since this one looked for it.
    if (!watermark || (await executeUnlogged(em, 'select from anomaly_pending limit 1')).length > 0) return false
    const previousHourMs = watermark.hour === null ? lastClosedHourMs - hourMs : new Date(watermark.hour).getTime()
    if (previousHourMs >= lastClosedHourMs) {
      if (previousHourMs - lastClosedHourMs > maxClockSkewMs)
        await executeUnlogged(em, 'update anomaly_watermark set hour = ?', [new Date(lastClosedHourMs)])
      this.#lastCompletedHourMs = lastClosedHourMs
      return false
    }
    const hour = new Date(Math.max(previousHourMs + hourMs, lastClosedHourMs - (maxBacklogHours - 1) * hourMs))
    await executeUnlogged(em, enqueueSql, [hour, JSON.stringify(await findLinksToEvaluate(em, hour))])
    await executeUnlogged(em, 'update anomaly_watermark set hour = ?', [hour])
    return true
  }

  #transactional<T>(callback: (em: EntityManager) => Promise<T>): Promise<T> {
    return this.#dependencies.orm.em.fork(withoutQueryLog()).transactional(async (em) => {
      await prepareClickScan(em, statementTimeoutMs)
      return callback(em)
    }, withoutQueryLog())
  }
}

/** With their links: one that is being deleted takes its row along, so to wait for it would be in a circle. */
const claimPendingSql = `
  delete from anomaly_pending where url_id in (
    select url_id from anomaly_pending join link on link.id = url_id order by url_id limit ?
       for update of anomaly_pending skip locked for key share of link skip locked)
  returning url_id as "urlId", hour`

const lockWatermarkSql = 'select hour from anomaly_watermark for update skip locked'

/** Nobody is told of links without an owner. What goes on is followed until it ends. */
const enqueueSql = `
  insert into anomaly_pending (url_id, hour)
  select id, ?::timestamptz from link
   where owner_id is not null
     and id in (select value from jsonb_array_elements_text(?::jsonb) union
                select url_id from anomaly where cleared_at is null)`
