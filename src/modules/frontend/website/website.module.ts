import { createShortHostCheck } from '../../../platform/http/client-address.ts'
import { defineModule, type Module } from '../../../platform/module.ts'
import { accountsModule } from '../../identity/accounts/index.ts'
import { publicStatsModule } from '../../statistics/public-stats/index.ts'
import { redirectsModule } from '../../visits/redirects/index.ts'
import { FormShortener } from './free-links.ts'
import { registerReportPage } from './report-routes.ts'
import { registerSiteImages } from './site-images.ts'
import { registerCrawlerRoutes, registerHomePage, registerWellKnownRoutes } from './website-routes.ts'

/** The home page and the page for reports, each with its form, `/robots.txt`, addresses below `/.well-known`, the icons and the social card. */
export const websiteModule = defineModule({
  entities: [],
  resolvers: [],
  uses: [accountsModule, redirectsModule, publicStatsModule],
  create(
    platform,
    { accountService, browserCookies },
    { visitorRateLimiter, visitService },
    { publicStatsCache },
  ): Module {
    const { formMutations } = platform.api
    const formShortener = new FormShortener(formMutations)
    return {
      resolvers: [],
      addRoutes: async (server) => {
        registerCrawlerRoutes(server)
        registerWellKnownRoutes(server)
        registerSiteImages(server)
        await registerHomePage(server, {
          visitorRateLimiter,
          visitService,
          publicStatsCache,
          formShortener,
          accountService,
          browserCookies,
          isShortHost: createShortHostCheck(platform.settings),
        })
        await registerReportPage(server, { visitorRateLimiter, formMutations })
      },
    }
  },
})
