import { pulse } from '../base/pulse.ts'
import { listen } from '../database/listener.ts'
import type { Module, ModuleDefinition, Platform } from '../server/module.ts'
import { AccountLinksResolver } from './account.links.ts'
import { Browsing } from './browsing.ts'
import { Code } from './code.ts'
import { Codes } from './codes.ts'
import { tellExpired } from './expiring.ts'
import { Link } from './link.ts'
import { LinkResolver } from './resolver.ts'
import { Routes, routeChannel } from './routes.ts'
import { LinkRules } from './rules.ts'
import { Links } from './service.ts'
import { Shortening } from './shortening.ts'

/** How often is looked for links that have expired. */
const expiryCheckMs = 1_000

export interface LinksModule extends Module {
  readonly linkRules: LinkRules
  readonly codes: Codes
  readonly routes: Routes
}

/** Short links and their codes, and the cache of routes that redirects read. */
export const linksModule = {
  entities: [Link, Code],
  resolvers: [LinkResolver, AccountLinksResolver],
  async create({ orm, clock, log, settings, events, reach, throttle, ...platform }: Platform): Promise<LinksModule> {
    const linkRules = new LinkRules(settings, platform.routePaths)
    const codes = new Codes(linkRules)
    const routes = new Routes(reach, clock)
    const stopListening = await listen({ place: settings.database, orm, log }, routeChannel, routes)
    const links = new Links({ linkRules, codes, routes, events })
    const browsing = new Browsing()
    const shortening = new Shortening({ throttle, linkRules, codes, routes })
    let stopExpiries: (() => Promise<void>) | undefined
    return {
      linkRules,
      codes,
      routes,
      resolvers: [new LinkResolver(links, browsing, shortening), new AccountLinksResolver(browsing)],
      start: () => {
        const publish = () => platform.sweeps.note('lifecycle', () => tellExpired({ orm, events, clock }))
        stopExpiries = pulse(publish, expiryCheckMs, log)
      },
      stop: async () => {
        await stopExpiries?.()
        await stopListening()
      },
    }
  },
} satisfies ModuleDefinition
