import type { Platform } from '../../platform/module.ts'
import type { Metric } from '../../platform/shared/metric.ts'
import { createLimitEventPublisher } from './click-events.ts'
import { createPartitions, dropPartitions } from './click-partitions.queries.ts'
import { RollupWorker } from './rollups/rollup-worker.ts'
import { Spool, spoolFolder } from './spool/spool.ts'
import { SpoolReplay } from './spool/spool-replay.ts'
import { ClickRecorder } from './tracking/click-recorder.ts'
import { ClickWriter } from './tracking/click-writer.ts'
import { CountryFinder } from './tracking/country-finder.ts'
import { VisitorSalts } from './tracking/visitor-salts.ts'

/** How long visitors wait for the server before their clicks go to the spool. The embedded database needs no timeout. */
const serverTimeoutMs = 500

type ClickPipelineDependencies = Pick<
  Platform,
  'orm' | 'circuitBreaker' | 'settings' | 'events' | 'clock' | 'log' | 'isEmbedded' | 'recurringTasks'
>

/** Everything that records and folds clicks as long as the process runs. */
export class ClickPipeline {
  readonly recorder: ClickRecorder
  readonly salts: VisitorSalts
  private readonly spool: Spool
  private readonly replay: SpoolReplay
  private readonly writer: ClickWriter
  private readonly rollupWorker: RollupWorker

  private constructor(
    private readonly dependencies: ClickPipelineDependencies,
    readonly countries: CountryFinder,
  ) {
    const { orm, circuitBreaker, settings, events, clock, log, isEmbedded } = dependencies
    const publishLimitEvents = createLimitEventPublisher(events, clock)
    this.rollupWorker = new RollupWorker({ orm, clock, log, publishLimitEvents, isEmbedded })
    this.spool = new Spool({ folder: spoolFolder(settings), log })
    this.replay = new SpoolReplay({ spool: this.spool, circuitBreaker, log })
    this.writer = new ClickWriter({
      circuitBreaker,
      spool: this.spool,
      log,
      durability: settings.clickDurability,
      ...(!isEmbedded && { timeoutMs: serverTimeoutMs, maxConcurrentBatches: 2 }),
    })
    this.salts = new VisitorSalts(orm, clock)
    this.recorder = new ClickRecorder({ writer: this.writer, countries, salts: this.salts, clock })
    this.replay.start()
  }

  /** Call it after the migrations. Rejects when the country database is missing or invalid. */
  static async open(dependencies: ClickPipelineDependencies): Promise<ClickPipeline> {
    const countries = await CountryFinder.open(dependencies.settings.geoipFile)
    // Before the first click, which would otherwise be stored in the default partition.
    await createPartitions(dependencies.orm, dependencies.clock.now())
    const pipeline = new ClickPipeline(dependencies, countries)
    await pipeline.rollupWorker.start(dependencies.recurringTasks)
    return pipeline
  }

  /** Runs daily: deletes old salts and visitors, creates the next partitions, drops those beyond the retention. */
  async runMaintenance(): Promise<void> {
    const { orm, clock, settings } = this.dependencies
    await this.salts.deletePastSalts()
    await this.rollupWorker.deleteOldVisitors()
    await createPartitions(orm, clock.now())
    const { clickRetentionMonths } = settings
    if (clickRetentionMonths !== undefined) await dropPartitions(orm, clock.now(), clickRetentionMonths)
  }

  /** How this process records clicks, for `/metrics`. */
  metrics(): Metric[] {
    const [writer, spool, replay, shipper] = [this.writer, this.spool, this.replay, this.writer.shipper]
    const gauge = (name: string, help: string, value: number): Metric => ({ name, type: 'gauge', help, value })
    const counter = (name: string, help: string, value: number): Metric => ({ name, type: 'counter', help, value })
    const isUp = !this.dependencies.circuitBreaker.isDown
    return [
      gauge('tack_database_up', '1 while the database answers, 0 while it does not.', isUp ? 1 : 0),
      gauge(
        'tack_click_buffer_clicks',
        'Clicks in memory, not yet in the database or the spool.',
        writer.pendingClicks,
      ),
      gauge('tack_click_flush_lag_seconds', 'Age of the oldest click in memory.', writer.lagMs / 1000),
      counter('tack_click_batches_total', 'Statements that wrote clicks.', shipper.batches),
      counter('tack_clicks_written_total', 'Clicks the database has confirmed or refused.', shipper.written),
      gauge('tack_click_spool_bytes', 'Size of the spool files of this process.', spool.bytes),
      counter('tack_clicks_spooled_total', 'Clicks appended to the spool.', spool.clicks),
      counter('tack_clicks_replayed_total', 'Clicks of the spool sent to the database.', replay.replayed),
      counter(
        'tack_click_spool_corrupt_lines_total',
        'Lines of the spool that were incomplete or failed their checksum.',
        replay.corrupt,
      ),
      counter(
        'tack_clicks_dropped_total',
        'Clicks that were lost after their redirect.',
        shipper.dropped + spool.dropped + replay.dropped,
      ),
      gauge(
        'tack_click_fold_lag_seconds',
        'How long an open transaction has delayed the oldest clicks that are not yet in the rollups.',
        this.rollupWorker.lagMs / 1000,
      ),
    ]
  }

  /** Writes the clicks in memory, to the spool if necessary, and stops. Call it when no request is running any more. */
  async close(): Promise<void> {
    await this.writer.flush()
    await this.replay.stop()
    await this.spool.close()
    await this.rollupWorker.close()
  }
}
