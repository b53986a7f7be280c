import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../base/clock.ts'
import type { Figure } from '../base/figure.ts'
import type { Settings } from '../config.ts'
import type { Orm } from '../database/open.ts'
import type { Reach } from '../database/reach.ts'
import type { Events } from '../events/events.ts'
import { limitTeller } from './limits.ts'
import { dropPartitions, makePartitions } from './partitions.ts'
import { ClickRecorder } from './recorder.ts'
import { Recording } from './recording.ts'
import { ClickFolder } from './rollups/folder.ts'
import { CountryFinder } from './visitor/country.ts'
import { VisitorSalts } from './visitor/salts.ts'

export interface PipelineParts {
  readonly orm: Orm
  readonly reach: Reach
  readonly settings: Settings
  readonly events: Events
  readonly clock: Clock
  readonly log: FastifyBaseLogger
}

/** A click's way from a visit into the database and on into the sums: all of it that lives as long as the process. */
export class ClickPipeline {
  readonly recorder: ClickRecorder
  readonly salts: VisitorSalts
  readonly #parts: PipelineParts
  readonly #recording: Recording
  readonly #folder: ClickFolder

  private constructor(parts: PipelineParts, countries: CountryFinder) {
    const { orm, reach, settings, events, clock, log } = parts
    this.#parts = parts
    this.salts = new VisitorSalts(orm, clock)
    const tellEnds = limitTeller(events, clock)
    this.#folder = new ClickFolder({ orm, clock, log, tellEnds, isEmbedded: settings.database.kind !== 'server' })
    this.#recording = new Recording(settings, reach, log)
    const { writer } = this.#recording
    this.recorder = new ClickRecorder({ writer, countries, salts: this.salts, clock })
  }

  /** To be called after the migrations. Rejects when the country database is missing or is none. */
  static async open(parts: PipelineParts): Promise<ClickPipeline> {
    const countries = await CountryFinder.open(parts.settings.geoipFile)
    // Before the first click, which else would settle in the partition of no month.
    await makePartitions(parts.orm, parts.clock.now())
    const pipeline = new ClickPipeline(parts, countries)
    await pipeline.#folder.start()
    return pipeline
  }

  /** What is due once a day: salts and visitors of the past go, months to come get their partition, old ones go. */
  async keepHouse(): Promise<void> {
    const { orm, clock, settings } = this.#parts
    await this.salts.destroyPast()
    await this.#folder.forgetVisitors()
    await makePartitions(orm, clock.now())
    const { clickRetentionMonths } = settings
    if (clickRetentionMonths !== undefined) await dropPartitions(orm, clock.now(), clickRetentionMonths)
  }

  /** What `/metrics` shows of it. */
  figures(): Figure[] {
    const help = 'How long the oldest clicks not yet in the sums have been held up by an open transaction.'
    const lag: Figure = { name: 'tack_click_fold_lag_seconds', type: 'gauge', help, value: this.#folder.lagMs / 1000 }
    return [...this.#recording.figures(), lag]
  }

  /** Writes what is in memory, and ends. To be called when no request is under way any more. */
  async close(): Promise<void> {
    await this.#recording.close()
    await this.#folder.close()
  }
}
