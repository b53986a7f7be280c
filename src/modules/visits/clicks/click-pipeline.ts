import type { Platform } from '../../../platform/module.ts'
import { counter, gauge, type Metric, samplesBy } from '../../../platform/shared/metrics/metric.ts'
import { ClickShipper } from './journal/click-shipper.ts'
import { Journal } from './journal/journal.ts'
import { findJournalPlace } from './journal/journal-place.ts'
import type { ClickStore } from './store/click-store.ts'
import { ClickGrants } from './tracking/click-grants.ts'
import { ClickRecorder } from './tracking/click-recorder.ts'
import { ClickWriter } from './tracking/click-writer.ts'
import { LocationFinder } from './tracking/location-finder.ts'
import { VisitorSalts } from './tracking/visitor-salts.ts'

/** The embedded database serves no other request while a statement runs, so its batches are small. */
const writing = {
  embedded: { batchSize: 500, concurrency: 1 },
  server: { batchSize: 4_000, concurrency: 2 },
} as const

/** Never to be changed: it says where the batches of a journal end, also for those who read it later. */
const sealedBatchSize = 10_000

interface ClickPipelineDependencies extends Pick<Platform, 'orm' | 'database' | 'settings' | 'clock' | 'log'> {
  readonly store: Pick<ClickStore, 'append' | 'grant' | 'sealsBatches' | 'isDown' | 'onRecovered'>
}

/** Everything that records clicks as long as the process runs. */
export class ClickPipeline {
  readonly recorder: ClickRecorder
  readonly salts: VisitorSalts
  readonly writer: ClickWriter
  private readonly shipper: ClickShipper
  private readonly grants: ClickGrants

  private constructor(
    private readonly dependencies: ClickPipelineDependencies,
    readonly journal: Journal,
    readonly locations: LocationFinder,
  ) {
    const { orm, settings, clock, log, store } = dependencies
    const { circuitBreaker, isEmbedded } = dependencies.database
    const { batchSize, concurrency } = writing[isEmbedded ? 'embedded' : 'server']
    this.shipper = new ClickShipper({
      journal,
      store,
      log,
      batchSize: store.sealsBatches ? sealedBatchSize : batchSize,
    })
    this.grants = new ClickGrants({ store, circuitBreaker, concurrency })
    const { shipper, grants } = this
    const { replicas } = dependencies.database
    this.writer = new ClickWriter({
      journal,
      shipper,
      grants,
      durability: settings.clickDurability,
      appendsGranted: store.sealsBatches,
      remembersShipped: replicas !== undefined,
    })
    replicas?.addWriters(() => this.writer.takeShipped())
    this.salts = new VisitorSalts(orm, clock)
    this.recorder = new ClickRecorder({ writer: this.writer, locations, salts: this.salts, clock })
  }

  /** Call it after the migrations. Rejects when the country database is missing or invalid, or the disk is full. */
  static async open(dependencies: ClickPipelineDependencies): Promise<ClickPipeline> {
    const { settings, database, store, log } = dependencies
    const { sealsBatches } = store
    const locations = await LocationFinder.open(settings.geoipFile)
    const place = await findJournalPlace(settings, database.id)
    const journal = await Journal.open({ place, syncMs: settings.journalSyncMs, sealsBatches, log })
    const pipeline = new ClickPipeline(dependencies, journal, locations)
    pipeline.shipper.start()
    return pipeline
  }

  /** How this process records clicks, for `/metrics`. */
  metrics(): Metric[] {
    const { journal, shipper } = this
    const isUp = !this.dependencies.database.circuitBreaker.isDown
    return [
      gauge('tack_database_up', '1 while the database answers, 0 while it does not.', isUp ? 1 : 0),
      gauge(
        'tack_journal_writable',
        '1 while the disk accepts clicks, 0 while it does not.',
        journal.isFailing ? 0 : 1,
      ),
      gauge('tack_journal_bytes', 'Size of the journal of this process.', journal.bytes),
      gauge('tack_journal_oldest_seconds', 'Age of the oldest click in the journal.', journal.oldestMs / 1000),
      gauge(
        'tack_journal_other_databases_bytes',
        'Size of the journals that processes have left which used another database.',
        journal.others.bytes,
      ),
      counter('tack_journal_clicks_total', 'Clicks appended to the journal.', journal.appended),
      counter(
        'tack_journal_removal_failures_total',
        'How often the disk has refused to remove a file of the journal. Each is tried again once a second.',
        journal.remover.failures,
      ),
      counter('tack_click_batches_total', 'Statements that wrote clicks of journals.', shipper.batches),
      counter('tack_clicks_shipped_total', 'Clicks of journals that the database has accepted.', shipper.shipped),
      gauge(
        'tack_clicks_quarantined',
        'Clicks that wait for a locked or an unknown link, or are invalid.',
        shipper.quarantined,
      ),
      gauge(
        'tack_clicks_of_unknown_links',
        'Clicks in quarantine whose link is not in the database, as after a restore. Clicks of deleted links are not kept.',
        shipper.quarantinedByReason.unknown_link,
      ),
      gauge(
        'tack_quarantine_clicks',
        'Clicks in quarantine by their reason.',
        samplesBy('reason', shipper.quarantinedByReason),
      ),
      counter(
        'tack_clicks_dropped_total',
        'Clicks in lines of journals that cannot be read: they are lost.',
        shipper.dropped,
      ),
      gauge(
        'tack_clicks_unshipped',
        'Clicks that wait for the database: of this process, taken over from others, and in quarantine.',
        shipper.unshipped,
      ),
    ]
  }

  /** Writes the clicks of this process into the database, if it answers, and stops. Call it when no request is running. */
  async close(): Promise<void> {
    await this.grants.whenIdle()
    await this.shipper.close()
    await this.journal.close()
  }
}
