import type { Module, ModuleDefinition, Platform } from '../../platform/module.ts'
import type { PublicStatsModule } from '../public-stats/index.ts'
import type { RedirectsModule } from '../redirects/index.ts'
import { FormShortener } from './free-links.ts'
import { serveCrawlers, serveHome } from './website-routes.ts'

/** The home page with its form, `/robots.txt` and `/favicon.ico`. */
export const websiteModule = {
  entities: [],
  schema: [],
  resolvers: [],
  create(
    { schema, quota }: Platform,
    { visitorRateLimiter: guard, visitService: visits }: RedirectsModule,
    { publicStatsCache: statistics }: PublicStatsModule,
  ): Module {
    const formShortener = new FormShortener(schema, quota)
    return {
      resolvers: [],
      addRoutes: async (server) => {
        serveCrawlers(server)
        await serveHome(server, { guard, visits, statistics, shortener: formShortener })
      },
    }
  },
} satisfies ModuleDefinition
