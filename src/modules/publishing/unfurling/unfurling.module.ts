import type { Module, ModuleDefinition, Platform } from '../../../platform/module.ts'
import type { LinksModule } from '../links/index.ts'
import { UnfurlResolver } from './unfurl.resolver.ts'
import { UnfurlService } from './unfurl.service.ts'

/** Reads the descriptions of pages. */
export const unfurlingModule = {
  entities: [],
  schema: [],
  resolvers: [UnfurlResolver],
  create({ orm, clock, throttle, httpClient }: Platform, { linkRules }: LinksModule): Module {
    const unfurlService = new UnfurlService({ orm, clock, throttle, httpClient, linkRules })
    return { resolvers: [new UnfurlResolver(unfurlService)] }
  },
} satisfies ModuleDefinition
