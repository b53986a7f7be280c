import type { Module, ModuleDefinition, Platform } from '../../platform/module.ts'
import { repeatEvery } from '../../platform/shared/recurring-tasks.ts'
import { AnalyticsService } from './analytics/analytics.service.ts'
import { Click } from './click.entity.ts'
import { ClickResolver, LinkClicksResolver } from './click.resolver.ts'
import { ClickService } from './click.service.ts'
import { publishClickEvents, repairEventWatermark } from './click-events.ts'
import { ClickMapService } from './click-map.service.ts'
import { ClickPipeline } from './click-pipeline.ts'
import { clicksSchema } from './clicks.schema.ts'
import { ClickExportService } from './export/click-export.service.ts'
import { ClickFeed } from './live/click-feed.ts'
import { LiveClicksResolver } from './live/live-clicks.resolver.ts'
import type { ClickRecorder } from './tracking/click-recorder.ts'
import type { VisitorSalts } from './tracking/visitor-salts.ts'

/** How long a click waits at most before its event is published. */
const publishEveryMs = 1_000

export interface ClicksModule extends Module {
  readonly recorder: ClickRecorder
  readonly salts: VisitorSalts
  readonly analyticsService: AnalyticsService
}

/** Records, counts, lists, exports and streams clicks. */
export const clicksModule = {
  entities: [Click],
  schema: clicksSchema,
  tablesWithoutEntity: [/^click(_|$)/, 'event_click_watermark', 'visitor_salt'],
  resolvers: [ClickResolver, LinkClicksResolver, LiveClicksResolver],
  async create({
    orm,
    circuitBreaker,
    settings,
    events,
    clock,
    log,
    throttle,
    credentialWatcher,
  }: Platform): Promise<ClicksModule> {
    const pipeline = await ClickPipeline.open({ orm, circuitBreaker, settings, events, clock, log })
    const feed = new ClickFeed({ orm, log, checkCredentials: () => credentialWatcher.check() })
    const analyticsService = new AnalyticsService()
    const clickService = new ClickService()
    let stopPublishing: (() => Promise<void>) | undefined
    return {
      recorder: pipeline.recorder,
      salts: pipeline.salts,
      analyticsService,
      resolvers: [
        new ClickResolver({
          analyticsService,
          clicks: clickService,
          exports: new ClickExportService(throttle),
          maps: new ClickMapService(),
        }),
        new LinkClicksResolver(analyticsService, clickService),
        new LiveClicksResolver(feed),
      ],
      runMaintenance: () => pipeline.runMaintenance(),
      start: async () => {
        await repairEventWatermark({ orm })
        stopPublishing = repeatEvery(() => publishClickEvents({ orm, events, clock }), publishEveryMs, log)
      },
      stop: async () => {
        await feed.close()
        await stopPublishing?.()
        await pipeline.close()
      },
      metrics: () => pipeline.metrics(),
    }
  },
} satisfies ModuleDefinition
