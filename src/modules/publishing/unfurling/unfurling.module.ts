import { deleteRowsOf } from '../../../platform/jobs/workspace-purge.ts'
import { defineModule, type Module } from '../../../platform/module.ts'
import { NetworkRateLimiter } from '../../../platform/rate-limiting/network-rate-limiter.ts'
import { linksModule } from '../links/index.ts'
import { IconFetcher } from './icons/icon-fetcher.ts'
import { registerIconRoutes } from './icons/icon-routes.ts'
import { LinkIconResolver } from './icons/link-icon.resolver.ts'
import { SiteIcon, siteIconMigration } from './icons/site-icon.entity.ts'
import { SiteIconService } from './icons/site-icon.service.ts'
import { checkPageAddress } from './page-address.ts'
import { PageFetcher } from './page-fetcher.ts'
import { UnfurlResolver } from './unfurl.resolver.ts'
import { UnfurlService } from './unfurl.service.ts'

/** A list shows up to 100 icons, which browsers then keep. */
const maxIconsPerMinute = 300

/** Reads the descriptions and the icons of pages. */
export const unfurlingModule = defineModule({
  entities: [SiteIcon],
  migrations: [siteIconMigration],
  resolvers: [UnfurlResolver, LinkIconResolver],
  uses: [linksModule],
  create(platform, { linkRules }): Module {
    const { orm, clock, log, settings } = platform
    const { throttle } = platform.limits
    const { publicUrl, rateLimits } = settings
    const pageFetcher = new PageFetcher(platform.outbound.httpClient, (address) =>
      checkPageAddress(orm, linkRules, address),
    )
    const unfurlService = new UnfurlService({ clock, throttle, pageFetcher, linkRules })
    const fetcher = new IconFetcher(pageFetcher, linkRules)
    const siteIcons = new SiteIconService({ orm, clock, log, fetcher, publicUrl })
    const rateLimiter = new NetworkRateLimiter(clock, rateLimits, maxIconsPerMinute)
    platform.hooks.workspacePurge.addSteps(deleteRowsOf('site_icon'))
    return {
      resolvers: [new UnfurlResolver(unfurlService), new LinkIconResolver(siteIcons)],
      addRoutes: (server) => registerIconRoutes(server, siteIcons, rateLimiter),
      runMaintenance: () => siteIcons.runMaintenance(),
      stop: async () => siteIcons.stop(),
    }
  },
})
