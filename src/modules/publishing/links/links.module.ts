import { detachAccountIn } from '../../../platform/jobs/account-purge.ts'
import { deleteRowsOf } from '../../../platform/jobs/workspace-purge.ts'
import { defineModule, type Module } from '../../../platform/module.ts'
import { minuteMs, secondMs } from '../../../platform/shared/time.ts'
import { workspacesModule } from '../../identity/workspaces/index.ts'
import { AnonymousLinkService } from './anonymous-link.service.ts'
import { BulkResolver } from './bulk/bulk.resolver.ts'
import { LinkBatchService } from './bulk/link-batch.service.ts'
import { LinkSelectionService } from './bulk/link-selection.service.ts'
import { LinkCreation } from './changes/link-creation.ts'
import { LinkDeletion } from './changes/link-deletion.ts'
import { LinkUpdates } from './changes/link-updates.ts'
import { CodeCheckResolver } from './codes/code-check.resolver.ts'
import { ShortCode, ShortCodeService } from './codes/short-code.service.ts'
import { AppLinkResolver } from './domains/app-links/app-link.resolver.ts'
import { AppLinkService } from './domains/app-links/app-link.service.ts'
import { certificateCheck } from './domains/certificate-check.ts'
import { Domain } from './domains/domain.entity.ts'
import { DomainResolver, LinkDomainResolver, WorkspaceDomainsResolver } from './domains/domain.resolver.ts'
import { DomainService } from './domains/domain.service.ts'
import { DomainChecks } from './domains/domain-checks.ts'
import { DomainDirectory } from './domains/domain-directory.ts'
import { DomainInspector } from './domains/domain-inspector.ts'
import { DomainMails } from './domains/domain-mails.ts'
import { DomainVerifier } from './domains/domain-verifier.ts'
import { MissingCode } from './domains/missing-code.entity.ts'
import { MissingCodes } from './domains/missing-codes.ts'
import { ExpiryMails } from './expiry-notices/expiry-mails.ts'
import { ExpiryNotice } from './expiry-notices/expiry-notice.entity.ts'
import { ExpiryNotices } from './expiry-notices/expiry-notices.ts'
import { linkArchiveParts } from './export/link-archive.ts'
import { LinkExportResolver } from './export/link-export.resolver.ts'
import { LinkExportService } from './export/link-export.service.ts'
import { LinkImporter } from './import-rows/link-importer.ts'
import { Link } from './link.entity.ts'
import { AccountLinksResolver, DeletionLinkResolver, LinkResolver, WorkspaceLinksResolver } from './link.resolver.ts'
import { LinkService } from './link.service.ts'
import { PublishedLinkEnd } from './link-events.ts'
import { LinkExpiryWatermark, publishExpiredLinks } from './link-expiry.ts'
import { createLinkPurgeStep, forgetFormerOwner } from './link-purge.queries.ts'
import { LinkClickTotal } from './listing/link-click-total.entity.ts'
import { LinkListService } from './listing/link-list.service.ts'
import { appLinksMigration } from './migrations/app-links.migration.ts'
import { defaultDomainMigration } from './migrations/default-domain.migration.ts'
import { expiryNoticesMigration } from './migrations/expiry-notices.migration.ts'
import { linkImportIndexMigration, linkImportMigration } from './migrations/link-import.migration.ts'
import { linkOptionMigrations } from './migrations/link-options.migration.ts'
import { linkSortsIndexMigration, linkSortsMigration } from './migrations/link-sorts.migration.ts'
import { linkStartMigration } from './migrations/link-start.migration.ts'
import { missingCodesMigration } from './migrations/missing-codes.migration.ts'
import { notYetUrlIndexMigration, notYetUrlMigration } from './migrations/not-yet-url.migration.ts'
import { rootUrlMigration } from './migrations/root-url.migration.ts'
import { searchTextsMigration } from './migrations/search-texts.migration.ts'
import { suspendedRoutesMigration } from './migrations/suspended-routes.migration.ts'
import { Folder } from './organizing/folder.entity.ts'
import {
  DeletionFolderResolver,
  FolderResolver,
  LinkFolderResolver,
  WorkspaceFoldersResolver,
} from './organizing/folder.resolver.ts'
import { FolderService } from './organizing/folder.service.ts'
import { LinkTag } from './organizing/link-tag.entity.ts'
import { Tag } from './organizing/tag.entity.ts'
import { LinkTagsResolver, TagResolver, WorkspaceTagsResolver } from './organizing/tag.resolver.ts'
import { TagService } from './organizing/tag.service.ts'
import { RouteCache, routeChannel } from './route-cache.ts'
import { LinkRules } from './rules/link-rules.ts'
import { UtmTemplate } from './utm/utm-template.entity.ts'
import { UtmTemplateResolver, WorkspaceUtmTemplatesResolver } from './utm/utm-template.resolver.ts'
import { UtmTemplateService } from './utm/utm-template.service.ts'

/** How often the service looks for expired links. */
const expiryCheckIntervalMs = secondMs

/** How often the service looks for domains that are due for their daily check. */
const domainCheckIntervalMs = minuteMs

/** How often each process writes the visits of codes that no link has. */
const missingCodesIntervalMs = 5 * secondMs

export interface LinksModule extends Module {
  readonly linkRules: LinkRules
  readonly shortCodeService: ShortCodeService
  readonly routeCache: RouteCache
  readonly domainDirectory: DomainDirectory
  readonly missingCodes: MissingCodes
  readonly linkImporter: LinkImporter
  readonly linkListService: LinkListService
}

/** Short links, their codes, the domains that they are on, and the cache of routes for redirects. */
export const linksModule = defineModule({
  entities: [
    Domain,
    MissingCode,
    Link,
    LinkClickTotal,
    ShortCode,
    PublishedLinkEnd,
    LinkExpiryWatermark,
    ExpiryNotice,
    UtmTemplate,
    Folder,
    Tag,
    LinkTag,
  ],
  doctorChecks: [certificateCheck],
  migrations: [
    linkSortsMigration,
    linkSortsIndexMigration,
    linkStartMigration,
    notYetUrlMigration,
    notYetUrlIndexMigration,
    searchTextsMigration,
    rootUrlMigration,
    missingCodesMigration,
    defaultDomainMigration,
    linkImportMigration,
    linkImportIndexMigration,
    suspendedRoutesMigration,
    ...linkOptionMigrations,
    appLinksMigration,
    expiryNoticesMigration,
  ],
  archiveParts: linkArchiveParts,
  resolvers: [
    LinkResolver,
    CodeCheckResolver,
    BulkResolver,
    LinkExportResolver,
    ...[DeletionLinkResolver, DeletionFolderResolver],
    AccountLinksResolver,
    WorkspaceLinksResolver,
    UtmTemplateResolver,
    WorkspaceUtmTemplatesResolver,
    DomainResolver,
    AppLinkResolver,
    LinkDomainResolver,
    WorkspaceDomainsResolver,
    ...[TagResolver, LinkTagsResolver, WorkspaceTagsResolver],
    ...[FolderResolver, LinkFolderResolver, WorkspaceFoldersResolver],
  ],
  uses: [workspacesModule],
  async create(platform, workspaces): Promise<LinksModule> {
    const { orm, clock, log, settings, events } = platform
    const { linksMoved, workspacePurge, accountPurge } = platform.hooks
    const { circuitBreaker, channels } = platform.database
    const { jobRuns, recurringTasks } = platform.background
    const { throttle, quota } = platform.limits
    const domainDirectory = new DomainDirectory({ orm, log, settings })
    const linkRules = new LinkRules(settings, platform.http.routePaths, (host) => domainDirectory.isDomain(host))
    const shortCodeService = new ShortCodeService(linkRules)
    const routeCache = new RouteCache(circuitBreaker, clock)
    const caches = [routeCache, domainDirectory]
    workspaces.onAvailabilityChanged((workspaceId) => {
      for (const cache of caches) cache.onNotification(workspaceId)
    })
    // Tags, folders and domains are deleted after their links. Otherwise their deletion would change rows of links.
    const ofLinks = [createLinkPurgeStep(clock), ...['tag', 'folder', 'domain'].map((table) => deleteRowsOf(table))]
    workspacePurge.addSteps(deleteRowsOf('utm_template'), ...ofLinks, forgetFormerOwner)
    accountPurge.addSteps(detachAccountIn('link', 'creator_id'))
    const removeListeners = await Promise.all(caches.map((cache) => channels.listen(routeChannel, cache)))
    await domainDirectory.load()
    const writeDependencies = { linkRules, shortCodeService, routeCache, eventPublisher: events }
    const writes = {
      creation: new LinkCreation(writeDependencies),
      updates: new LinkUpdates({ ...writeDependencies, linksMoved }),
      deletion: new LinkDeletion(writeDependencies),
    }
    const linkService = new LinkService({ ...writes, domainDirectory })
    const batches = new LinkBatchService({ ...writes, quota })
    const selections = new LinkSelectionService({ batches, quota })
    const linkListService = new LinkListService()
    const utmTemplateService = new UtmTemplateService()
    const verifier = new DomainVerifier(platform.outbound.names)
    const inspector = new DomainInspector(verifier, platform.outbound.httpClient)
    const domainService = new DomainService({
      linkRules,
      directory: domainDirectory,
      verifier,
      inspector,
      throttle,
      events,
    })
    const tagService = new TagService()
    const folderService = new FolderService()
    const anonymousLinkService = new AnonymousLinkService({ throttle, linkRules, shortCodeService, routeCache })
    const missingCodes = new MissingCodes({ orm, clock, log })
    const mails = new DomainMails({ orm, mailer: platform.mailer })
    const domainChecks = new DomainChecks({ orm, clock, verifier, directory: domainDirectory, mails, events })
    const expiryMails = new ExpiryMails({ orm, mailer: platform.mailer, settings })
    const expiryNotices = new ExpiryNotices({ orm, clock, events, mails: expiryMails })
    let stopExpiryNotices: (() => Promise<void>) | undefined
    let stopDomainChecks: (() => Promise<void>) | undefined
    let stopMissingCodes: (() => Promise<void>) | undefined
    let stopExpiryChecks: (() => Promise<void>) | undefined
    return {
      linkRules,
      shortCodeService,
      routeCache,
      domainDirectory,
      missingCodes,
      linkImporter: new LinkImporter({ linkRules, clock, plans: settings.plans }),
      linkListService,
      resolvers: [
        new CodeCheckResolver(shortCodeService),
        new LinkResolver(linkService, linkListService, anonymousLinkService),
        new BulkResolver(batches, selections),
        new LinkExportResolver(new LinkExportService(throttle)),
        new DeletionLinkResolver(),
        new DeletionFolderResolver(folderService),
        new AccountLinksResolver(linkListService),
        new WorkspaceLinksResolver(linkListService),
        new UtmTemplateResolver(utmTemplateService),
        new WorkspaceUtmTemplatesResolver(utmTemplateService),
        new DomainResolver(domainService),
        new AppLinkResolver(new AppLinkService(events)),
        new LinkDomainResolver(),
        new WorkspaceDomainsResolver(domainService),
        new TagResolver(tagService, linkListService),
        new LinkTagsResolver(),
        new WorkspaceTagsResolver(tagService),
        new FolderResolver(folderService, linkListService),
        new LinkFolderResolver(folderService),
        new WorkspaceFoldersResolver(folderService),
      ],
      start: () => {
        const publish = () => jobRuns.record('lifecycle', () => publishExpiredLinks({ orm, events, clock }))
        stopExpiryChecks = recurringTasks.repeatEvery('publish expired links', publish, expiryCheckIntervalMs)
        stopExpiryNotices = recurringTasks.repeatEvery(
          'tell of links that expire',
          () => expiryNotices.publishDue(),
          minuteMs,
        )
        stopDomainChecks = recurringTasks.repeatEvery(
          'check domains',
          () => domainChecks.runDue(),
          domainCheckIntervalMs,
        )
        stopMissingCodes = recurringTasks.repeatEvery(
          'write visits of missing codes',
          () => missingCodes.flush(),
          missingCodesIntervalMs,
          { isOfProcess: true },
        )
      },
      runMaintenance: () => missingCodes.deleteUnused(),
      stop: async () => {
        await Promise.all([stopExpiryChecks?.(), stopExpiryNotices?.(), stopDomainChecks?.(), stopMissingCodes?.()])
        await missingCodes.flush()
        for (const remove of removeListeners) remove()
      },
    }
  },
})
