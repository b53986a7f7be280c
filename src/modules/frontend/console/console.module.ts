import { resourceOf } from '../../../platform/auth/token-audience.ts'
import { defineModule, type Module } from '../../../platform/module.ts'
import { NetworkRateLimiter } from '../../../platform/rate-limiting/network-rate-limiter.ts'
import { hasGraphiql } from '../../../platform/web/developer-pages/graphiql-page.ts'
import { accountsModule } from '../../identity/accounts/index.ts'
import { registerConsole } from './console-routes.ts'

/** The console of one network. A page loads some ten files, which browsers then keep. */
const maxRequestsPerMinute = 300

/** The browser application for links, which the folder `console` contains: its shell, its files and its sessions. */
export const consoleModule = defineModule({
  entities: [],
  resolvers: [],
  uses: [accountsModule],
  create({ clock, settings }, { browserCookies: cookies, findLogoutTarget }): Module {
    const { publicUrl, shortUrl, rateLimits, geoipFile } = settings
    const hasBundledCountries = geoipFile === undefined
    const rateLimiter = new NetworkRateLimiter(clock, rateLimits, maxRequestsPerMinute)
    return {
      resolvers: [],
      addRoutes: (server) =>
        registerConsole(server, {
          ...{ cookies, findLogoutTarget, rateLimiter, publicUrl, shortUrl, hasBundledCountries },
          hasGraphiql: hasGraphiql(settings),
          agentAddress: settings.servesMcp ? resourceOf(publicUrl, 'mcp') : undefined,
        }),
    }
  },
})
