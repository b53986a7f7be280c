import { deleteRowsOf } from '../../../platform/jobs/workspace-purge.ts'
import { defineModule, type Module } from '../../../platform/module.ts'
import { hourMs, minuteMs, secondMs } from '../../../platform/shared/time.ts'
import { accountsModule } from '../../identity/accounts/index.ts'
import { AnalyticsService } from './analytics/analytics.service.ts'
import { Click } from './click.entity.ts'
import { AccountAnalyticsResolver, ClickResolver, LinkClicksResolver, LinkStatResolver } from './click.resolver.ts'
import { ClickService } from './click.service.ts'
import { publishClickEvents, repairEventWatermark } from './click-events.ts'
import { ClickPipeline } from './click-pipeline.ts'
import { clicksSchema } from './clicks.schema.ts'
import { ColumnBuilder } from './columns/column-builder.ts'
import { clickArchiveParts } from './export/click-archive.ts'
import { ClickExportService } from './export/click-export.service.ts'
import { PastClickImporter } from './importing/past-click-importer.ts'
import { journalAdminCommands } from './journal/journal-admin-commands.ts'
import { journalCheck } from './journal/journal-check.ts'
import { ClickFeed, LiveClicksResolver } from './live/live-clicks.resolver.ts'
import { clickBatchesMigration } from './migrations/click-batches.migration.ts'
import { noClicksOfDeletedLinksMigration } from './migrations/no-deleted-links.migration.ts'
import { foldWatermarkMigration, oneWatermarkMigration } from './migrations/watermark.migrations.ts'
import { ReportLimiter } from './report-limiter.ts'
import { ClickPurger } from './rollups/click-purger.ts'
import { ClickRetention } from './rollups/click-retention.ts'
import { RollupTransfers } from './rollups/rollup-transfers.ts'
import { deleteWorkspaceRollups } from './rollups/workspace-rollups.queries.ts'
import type { ClickRecorder } from './tracking/click-recorder.ts'
import type { CountryFinder } from './tracking/country-finder.ts'
import { VisitorSalt, type VisitorSalts } from './tracking/visitor-salts.ts'

/** How long a click waits at most before its event is published. */
const publishEveryMs = 1_000

/** How often the module looks for clicks that a workspace no longer wants to keep. */
const retentionIntervalMs = hourMs

/** How often the module looks for clicks of deleted links. */
const purgeIntervalMs = minuteMs

/** How often the module looks for links whose rollups still count in a former workspace. */
const transferIntervalMs = secondMs

/** How often the module looks for days whose clicks are not in columns yet. */
const columnsIntervalMs = 10 * minuteMs

export interface ClicksModule extends Module {
  readonly recorder: ClickRecorder
  readonly salts: VisitorSalts
  readonly countries: CountryFinder
  readonly analyticsService: AnalyticsService
  readonly pastClickImporter: PastClickImporter
}

/** Records, counts, lists, exports and streams clicks. */
export const clicksModule = defineModule({
  entities: [Click, VisitorSalt],
  schema: clicksSchema,
  migrations: [foldWatermarkMigration, oneWatermarkMigration, noClicksOfDeletedLinksMigration, clickBatchesMigration],
  archiveParts: clickArchiveParts,
  adminCommands: journalAdminCommands,
  doctorChecks: [journalCheck],
  tablesWithoutEntity: [/^click(_|$)/, 'event_click_watermark'],
  resolvers: [ClickResolver, AccountAnalyticsResolver, LinkStatResolver, LinkClicksResolver, LiveClicksResolver],
  uses: [accountsModule],
  async create(platform, accounts): Promise<ClicksModule> {
    const { orm, events, clock, log } = platform
    const { throttle } = platform.limits
    const { credentialWatcher, authenticator } = platform.auth
    const { recurringTasks } = platform.background
    const pipeline = await ClickPipeline.open(platform)
    accounts.setCountryFinder((address) => pipeline.countries.locate(address).country)
    platform.http.readiness.addCheck(() => (pipeline.journal.isFailing ? 'no journal' : null))
    platform.api.readBarrier.add((caller) =>
      caller.kind === 'account' ? pipeline.writer.shipClicksOf(caller.workspaces.map(({ id }) => id)) : undefined,
    )
    const feed = new ClickFeed({
      orm,
      log,
      checkCredentials: () => credentialWatcher.check(),
      memberships: authenticator,
    })
    const reports = new ReportLimiter(platform.database)
    const analyticsService = new AnalyticsService(reports)
    const clickService = new ClickService(reports)
    platform.hooks.workspacePurge.addSteps(
      deleteRowsOf('click_sum', 'subject_id'),
      deleteRowsOf('click_retention_bound'),
      deleteWorkspaceRollups,
    )
    const retention = new ClickRetention(orm, clock)
    const purger = new ClickPurger(orm)
    const transfers = new RollupTransfers(orm)
    const columnBuilder = new ColumnBuilder(orm, clock)
    let stopTasks: (() => Promise<void>)[] = []
    return {
      recorder: pipeline.recorder,
      salts: pipeline.salts,
      countries: pipeline.countries,
      analyticsService,
      pastClickImporter: new PastClickImporter(clock),
      resolvers: [
        new ClickResolver(analyticsService, clickService, new ClickExportService(throttle)),
        new AccountAnalyticsResolver(analyticsService),
        new LinkStatResolver(),
        new LinkClicksResolver(analyticsService, clickService),
        new LiveClicksResolver(feed),
      ],
      runMaintenance: async () => {
        await pipeline.runMaintenance()
        await columnBuilder.reopenIncompleteDays()
      },
      start: async () => {
        await repairEventWatermark({ orm })
        const publish = () => publishClickEvents({ orm, events, clock })
        stopTasks = [
          recurringTasks.repeatEvery('publish clicks', publish, publishEveryMs),
          recurringTasks.repeatEvery('delete old clicks', () => retention.run(), retentionIntervalMs),
          recurringTasks.repeatEvery('purge clicks', () => purger.run(), purgeIntervalMs),
          recurringTasks.repeatEvery('move clicks of links', () => transfers.run(), transferIntervalMs),
          recurringTasks.repeatEvery('build columns of clicks', () => columnBuilder.run(), columnsIntervalMs),
        ]
      },
      stop: async () => {
        await feed.close()
        retention.stop()
        purger.stop()
        transfers.stop()
        columnBuilder.stop()
        await Promise.all(stopTasks.map((stopTask) => stopTask()))
        await pipeline.close()
      },
      metrics: () => pipeline.metrics(),
    }
  },
})
