import { defineModule, type Module } from '../../../platform/module.ts'
import { linksModule } from '../links/index.ts'
import { UnfurlResolver } from './unfurl.resolver.ts'
import { UnfurlService } from './unfurl.service.ts'

/** Reads the descriptions of pages. */
export const unfurlingModule = defineModule({
  entities: [],
  schema: [],
  resolvers: [UnfurlResolver],
  uses: [linksModule],
  create(platform, { linkRules }): Module {
    const { orm, clock } = platform
    const { throttle } = platform.limits
    const { httpClient } = platform.outbound
    const unfurlService = new UnfurlService({ orm, clock, throttle, httpClient, linkRules })
    return { resolvers: [new UnfurlResolver(unfurlService)] }
  },
})
