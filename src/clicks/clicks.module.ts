import { pulse } from '../base/pulse.ts'
import type { Module, ModuleDefinition, Platform } from '../server/module.ts'
import { Analytics } from './analytics.ts'
import { Click } from './click.ts'
import { ClickExports } from './export/exports.ts'
import { LinkClicksResolver } from './link.clicks.ts'
import { ClickListing } from './listing.ts'
import { ClickFeed } from './live/feed.ts'
import { LiveClicksResolver } from './live/resolver.ts'
import { ClickMaps } from './map.ts'
import { ClickPipeline } from './pipeline.ts'
import type { ClickRecorder } from './recorder.ts'
import { ClickResolver } from './resolver.ts'
import { resumeTelling, tellClicks } from './telling.ts'
import type { VisitorSalts } from './visitor/salts.ts'

/** How long a click waits at most before its event is published. */
const publishEveryMs = 1_000

export interface ClicksModule extends Module {
  readonly recorder: ClickRecorder
  readonly salts: VisitorSalts
  readonly analytics: Analytics
}

/** Clicks: recorded, counted, listed, exported, and shown as they come. */
export const clicksModule = {
  entities: [Click],
  resolvers: [ClickResolver, LinkClicksResolver, LiveClicksResolver],
  async create({ orm, reach, settings, events, clock, log, throttle, credentials }: Platform): Promise<ClicksModule> {
    const pipeline = await ClickPipeline.open({ orm, reach, settings, events, clock, log })
    const feed = new ClickFeed({ orm, log, checkCredentials: () => credentials.check() })
    const analytics = new Analytics()
    const listing = new ClickListing()
    let stopPublishing: (() => Promise<void>) | undefined
    return {
      recorder: pipeline.recorder,
      salts: pipeline.salts,
      analytics,
      resolvers: [
        new ClickResolver({ analytics, listing, exports: new ClickExports(throttle), maps: new ClickMaps() }),
        new LinkClicksResolver(analytics, listing),
        new LiveClicksResolver(feed),
      ],
      runMaintenance: () => pipeline.keepHouse(),
      start: async () => {
        await resumeTelling({ orm })
        stopPublishing = pulse(() => tellClicks({ orm, events, clock }), publishEveryMs, log)
      },
      stop: async () => {
        await feed.close()
        await stopPublishing?.()
        await pipeline.close()
      },
      metrics: () => pipeline.figures(),
    }
  },
} satisfies ModuleDefinition
