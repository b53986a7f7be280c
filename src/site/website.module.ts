import type { PublicStatsModule } from '../insights/index.ts'
import type { RedirectsModule } from '../redirect/index.ts'
import type { Module, ModuleDefinition, Platform } from '../server/module.ts'
import { serveCrawlers } from './crawlers.ts'
import { serveHome } from './home.ts'
import { FormShortening } from './shortening.ts'

/** The home page with its form, and what crawlers ask of every host. */
export const websiteModule = {
  entities: [],
  resolvers: [],
  create({ schema, quota }: Platform, { guard, visits }: RedirectsModule, { statistics }: PublicStatsModule): Module {
    const shortening = new FormShortening(schema, quota)
    return {
      resolvers: [],
      addRoutes: async (server) => {
        serveCrawlers(server)
        await serveHome(server, { guard, visits, statistics, shortening })
      },
    }
  },
} satisfies ModuleDefinition
