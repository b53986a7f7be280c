import { listenToChannel } from '../../platform/database/channel-listener.ts'
import { deleteRowsOf } from '../../platform/jobs/workspace-purge.ts'
import type { Module, ModuleDefinition, Platform } from '../../platform/module.ts'
import { secondMs } from '../../platform/shared/time.ts'
import type { WorkspacesModule } from '../workspaces/index.ts'
import { AnonymousLinkService } from './anonymous-link.service.ts'
import { Link } from './link.entity.ts'
import { AccountLinksResolver, LinkResolver, WorkspaceLinksResolver } from './link.resolver.ts'
import { LinkService } from './link.service.ts'
import { PublishedLinkEnd } from './link-events.ts'
import { LinkExpiryWatermark, publishExpiredLinks } from './link-expiry.ts'
import { LinkListService } from './link-list.service.ts'
import { createLinkPurgeStep, forgetFormerOwner } from './link-purge.queries.ts'
import { linksSchema } from './links.schema.ts'
import { RouteCache, routeChannel } from './route-cache.ts'
import { LinkRules } from './rules/link-rules.ts'
import { ShortCode, ShortCodeService } from './short-code.service.ts'
import { UtmTemplate } from './utm/utm-template.entity.ts'
import { UtmTemplateResolver, WorkspaceUtmTemplatesResolver } from './utm/utm-template.resolver.ts'
import { UtmTemplateService } from './utm/utm-template.service.ts'
import { utmTemplatesSchema } from './utm/utm-templates.schema.ts'

/** How often the service looks for expired links. */
const expiryCheckIntervalMs = secondMs

export interface LinksModule extends Module {
  readonly linkRules: LinkRules
  readonly shortCodeService: ShortCodeService
  readonly routeCache: RouteCache
}

/** Short links, their codes, and the cache of routes for redirects. */
export const linksModule = {
  entities: [Link, ShortCode, PublishedLinkEnd, LinkExpiryWatermark, UtmTemplate],
  schema: [...linksSchema, ...utmTemplatesSchema],
  resolvers: [
    LinkResolver,
    AccountLinksResolver,
    WorkspaceLinksResolver,
    UtmTemplateResolver,
    WorkspaceUtmTemplatesResolver,
  ],
  async create(platform: Platform, workspaces: WorkspacesModule): Promise<LinksModule> {
    const { orm, clock, log, settings, events, linkMoved, circuitBreaker, throttle } = platform
    const linkRules = new LinkRules(settings, platform.routePaths)
    const shortCodeService = new ShortCodeService(linkRules)
    const routeCache = new RouteCache(circuitBreaker, clock)
    workspaces.onAvailabilityChanged((workspaceId) => routeCache.invalidateWorkspace(workspaceId))
    platform.workspacePurge.addSteps(deleteRowsOf('utm_template'), createLinkPurgeStep(clock), forgetFormerOwner)
    const stopListening = await listenToChannel({ place: settings.database, orm, log }, routeChannel, routeCache)
    const linkService = new LinkService({ linkRules, shortCodeService, routeCache, eventPublisher: events, linkMoved })
    const linkListService = new LinkListService()
    const utmTemplateService = new UtmTemplateService()
    const anonymousLinkService = new AnonymousLinkService({ throttle, linkRules, shortCodeService, routeCache })
    let stopExpiryChecks: (() => Promise<void>) | undefined
    return {
      linkRules,
      shortCodeService,
      routeCache,
      resolvers: [
        new LinkResolver(linkService, linkListService, anonymousLinkService),
        new AccountLinksResolver(linkListService),
        new WorkspaceLinksResolver(linkListService),
        new UtmTemplateResolver(utmTemplateService),
        new WorkspaceUtmTemplatesResolver(utmTemplateService),
      ],
      start: () => {
        const publish = () => platform.jobRuns.record('lifecycle', () => publishExpiredLinks({ orm, events, clock }))
        stopExpiryChecks = platform.recurringTasks.repeatEvery(publish, expiryCheckIntervalMs)
      },
      stop: async () => {
        await stopExpiryChecks?.()
        await stopListening()
      },
    }
  },
} satisfies ModuleDefinition
