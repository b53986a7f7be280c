import type { Module, ModuleDefinition, Platform } from '../server/module.ts'
import { AccountHealth } from './account.health.ts'
import { keepHealthHouse } from './house.ts'
import { UrlHealthResolver } from './link.edge.ts'
import { LinkHealthResolver } from './resolver.ts'
import { openHealth } from './room.ts'
import { LinkHealths } from './service.ts'

/** Checks whether the destinations of links can be reached, for owners who want it. */
export const linkHealthModule = {
  entities: [],
  resolvers: [LinkHealthResolver, UrlHealthResolver],
  create({ orm, outward, clock, sweeps, settings, log, throttle }: Platform): Module {
    const linkHealths = new LinkHealths(throttle)
    let stopChecking: (() => Promise<void>) | undefined
    return {
      resolvers: [new LinkHealthResolver(new AccountHealth(), linkHealths), new UrlHealthResolver(linkHealths)],
      runMaintenance: () => keepHealthHouse(orm, clock.now()),
      start: () => {
        stopChecking = openHealth({ orm, outward, clock, sweeps, shortUrl: settings.shortUrl, log })
      },
      stop: async () => stopChecking?.(),
    }
  },
} satisfies ModuleDefinition
