import { deleteRowsOf } from '../../../platform/jobs/workspace-purge.ts'
import { defineModule, type Module } from '../../../platform/module.ts'
import { hourMs, minuteMs } from '../../../platform/shared/time.ts'
import { accountsModule } from '../../identity/accounts/index.ts'
import { AnalyticsService } from './analytics/analytics.service.ts'
import { Click } from './click.entity.ts'
import { AccountAnalyticsResolver, ClickResolver, LinkClicksResolver, LinkStatResolver } from './click.resolver.ts'
import { ClickService } from './click.service.ts'
import { ClickPipeline } from './click-pipeline.ts'
import { deleteOldTombstones } from './deletion/click-deletion.queries.ts'
import { ClickDeletion } from './deletion/click-deletion.ts'
import { addArchiveContents, clickArchiveParts } from './export/click-archive.ts'
import { ClickExportService } from './export/click-export.service.ts'
import { PastClickImporter } from './importing/past-click-importer.ts'
import { journalAdminCommands } from './journal/journal-admin-commands.ts'
import { journalCheck } from './journal/journal-check.ts'
import { ClickFeed, LiveClicksResolver } from './live/live-clicks.resolver.ts'
import { clickBatchesMigration } from './migrations/click-batches.migration.ts'
import { clickMovesMigration } from './migrations/click-moves.migration.ts'
import { clickStreamsMigration } from './migrations/click-streams.migration.ts'
import { noClickColumnsMigration } from './migrations/no-click-columns.migration.ts'
import { noClicksOfDeletedLinksMigration } from './migrations/no-deleted-links.migration.ts'
import { foldWatermarkMigration, oneWatermarkMigration } from './migrations/watermark.migrations.ts'
import { openStore } from './open-store.ts'
import { ReportLimiter } from './report-limiter.ts'
import type { ClickReader } from './store/click-store.ts'
import { clickHouseCheck } from './store/clickhouse/clickhouse-check.ts'
import { moveClicksCommand } from './store/moving/move-admin-command.ts'
import type { ClickRecorder } from './tracking/click-recorder.ts'
import type { LocationFinder } from './tracking/location-finder.ts'
import { VisitorSalt, type VisitorSalts } from './tracking/visitor-salts.ts'

/** How often the module looks for clicks that a workspace no longer wants to keep. */
const retentionIntervalMs = hourMs

/** How often the module looks for clicks of deleted links. */
const purgeIntervalMs = minuteMs

export interface ClicksModule extends Module {
  readonly recorder: ClickRecorder
  readonly salts: VisitorSalts
  readonly locations: LocationFinder
  readonly analyticsService: AnalyticsService
  readonly store: ClickReader
  readonly pastClickImporter: PastClickImporter
}

/** Records, counts, lists, exports and streams clicks. */
export const clicksModule = defineModule({
  entities: [Click, VisitorSalt],
  migrations: [
    foldWatermarkMigration,
    oneWatermarkMigration,
    noClicksOfDeletedLinksMigration,
    clickBatchesMigration,
    noClickColumnsMigration,
    clickStreamsMigration,
    clickMovesMigration,
  ],
  archiveParts: clickArchiveParts,
  adminCommands: [...journalAdminCommands, moveClicksCommand],
  doctorChecks: [journalCheck, clickHouseCheck],
  tablesWithoutEntity: [/^click(_|$)/, 'event_click_watermark'],
  resolvers: [ClickResolver, AccountAnalyticsResolver, LinkStatResolver, LinkClicksResolver, LiveClicksResolver],
  uses: [accountsModule],
  async create(platform, accounts): Promise<ClicksModule> {
    const { orm, clock, log, settings } = platform
    const { throttle } = platform.limits
    const { credentialWatcher, authenticator } = platform.auth
    const { recurringTasks } = platform.background
    const store = await openStore(platform)
    const pipeline = await ClickPipeline.open({ ...platform, store })
    accounts.setCountryFinder((address) => pipeline.locations.locate(address).country)
    platform.http.readiness.addCheck(() => (pipeline.journal.isFailing ? 'no journal' : null))
    platform.api.readBarrier.add((caller) =>
      caller.kind === 'account' ? pipeline.writer.shipClicksOf(caller.workspaces.map(({ id }) => id)) : undefined,
    )
    addArchiveContents(platform.hooks.archiveContents, store)
    const feed = new ClickFeed(store, {
      orm,
      log,
      checkCredentials: () => credentialWatcher.check(),
      memberships: authenticator,
    })
    const reports = new ReportLimiter(platform.database)
    const analyticsService = new AnalyticsService(store, reports)
    const clickService = new ClickService(store, reports)
    platform.hooks.workspacePurge.addSteps(
      deleteRowsOf('click_sum', 'subject_id'),
      deleteRowsOf('click_retention_bound'),
    )
    const deletion = new ClickDeletion(orm, clock, store)
    let stopTasks: (() => Promise<void>)[] = []
    return {
      recorder: pipeline.recorder,
      salts: pipeline.salts,
      locations: pipeline.locations,
      analyticsService,
      store,
      pastClickImporter: new PastClickImporter(clock, store),
      resolvers: [
        new ClickResolver(analyticsService, clickService, new ClickExportService(store, throttle)),
        new AccountAnalyticsResolver(analyticsService),
        new LinkStatResolver(),
        new LinkClicksResolver(analyticsService, clickService),
        new LiveClicksResolver(feed),
      ],
      runMaintenance: async () => {
        await pipeline.salts.deletePastSalts()
        await deleteOldTombstones(orm.em.fork(), clock.now())
        await store.runMaintenance()
        if (settings.clickRetentionMonths !== undefined) await deletion.deleteOldMonths(settings.clickRetentionMonths)
      },
      start: () => {
        store.start(recurringTasks)
        stopTasks = [
          recurringTasks.repeatEvery('delete old clicks', () => deletion.deleteOldOfWorkspaces(), retentionIntervalMs),
          recurringTasks.repeatEvery('purge clicks', () => deletion.deleteOfLinks(), purgeIntervalMs),
        ]
      },
      stop: async () => {
        await feed.close()
        deletion.stop()
        await Promise.all(stopTasks.map((stopTask) => stopTask()))
        await pipeline.close()
        await store.close()
      },
      metrics: () => [...pipeline.metrics(), ...store.metrics()],
    }
  },
})
