import { archiveFiles, archiveRows } from '../../../platform/jobs/archive-part.ts'
import { defineModule, type Module } from '../../../platform/module.ts'
import { accountsModule } from '../../identity/accounts/index.ts'
import { clicksModule } from '../../visits/clicks/index.ts'
import { redirectsModule } from '../../visits/redirects/index.ts'
import { linksModule } from '../links/index.ts'
import { BioAnalyticsService } from './bio-analytics.service.ts'
import { BioImage } from './bio-image.entity.ts'
import { BioImageService } from './bio-image.service.ts'
import { BioPage } from './bio-page.entity.ts'
import { BioPageResolver, DeletionBioPageResolver, WorkspaceBioPagesResolver } from './bio-page.resolver.ts'
import { BioPageService } from './bio-page.service.ts'
import { BioBlock } from './blocks/bio-block.entity.ts'
import { BioBlockResolver } from './blocks/bio-block.resolver.ts'
import { BioBlockService } from './blocks/bio-block.service.ts'
import { BioBlockWriter } from './blocks/bio-block-writer.ts'
import { BioDraftResolver } from './drafts/bio-draft.resolver.ts'
import { BioDraftService } from './drafts/bio-draft.service.ts'
import { bioPageDraftMigration } from './drafts/bio-page-draft.migration.ts'
import { registerBioPagePreview } from './drafts/preview-route.ts'
import { registerBioPageRoutes } from './public/bio-page-routes.ts'
import { PublicPageResolver } from './public/public-page.resolver.ts'
import { PublicPageService } from './public/public-page.service.ts'
import { BioThemeResolver } from './theme/theme.resolver.ts'

/**
 * Pages with links (link-in-bio). Nothing is left of the pages of a purged workspace: they are deleted with their links.
 */
export const bioPagesModule = defineModule({
  entities: [BioPage, BioBlock, BioImage],
  migrations: [bioPageDraftMigration],
  archiveParts: [
    archiveRows({
      of: 'workspace',
      name: 'bio-pages.json',
      about: 'Bio pages.',
      entity: BioPage,
      where: (workspace) => ({ workspace }),
    }),
    archiveRows({
      of: 'workspace',
      name: 'bio-blocks.json',
      about: 'The blocks of bio pages.',
      entity: BioBlock,
      where: (workspace) => ({ page: { workspace } }),
    }),
    archiveFiles({
      of: 'workspace',
      name: 'bio-images/',
      about: 'The images of bio pages.',
      entity: BioImage,
      where: (workspace) => ({ page: { workspace } }),
      toFile: ({ page, file, bytes }) => ({ name: `bio-images/${page.id}-${file}`, bytes }),
    }),
  ],
  resolvers: [
    ...[BioPageResolver, WorkspaceBioPagesResolver, DeletionBioPageResolver],
    ...[BioBlockResolver, BioDraftResolver, BioThemeResolver, PublicPageResolver],
  ],
  uses: [accountsModule, linksModule, clicksModule, redirectsModule],
  create(
    platform,
    { browserCookies: cookies },
    { linkRules, shortCodeService, routeCache },
    { analyticsService, store, recorder: clickRecorder },
    { visitorRateLimiter },
  ): Module {
    const { events } = platform
    const { linksMoved } = platform.hooks
    const dependencies = { linkRules, shortCodeService, routeCache, store, events, linksMoved }
    const bioPageService = new BioPageService(dependencies)
    const bioImageService = new BioImageService(bioPageService, events)
    const bioAnalyticsService = new BioAnalyticsService(bioPageService, analyticsService)
    const writer = new BioBlockWriter(dependencies)
    const bioDraftService = new BioDraftService(bioPageService, writer, events)
    const publicPageService = new PublicPageService(routeCache)
    return {
      resolvers: [
        new BioPageResolver(bioPageService, bioImageService, bioAnalyticsService),
        new WorkspaceBioPagesResolver(bioPageService),
        new DeletionBioPageResolver(bioPageService),
        new BioBlockResolver(new BioBlockService(bioPageService, writer, events)),
        new BioDraftResolver(bioDraftService),
        new BioThemeResolver(),
        new PublicPageResolver(publicPageService),
      ],
      async addRoutes(server) {
        const visitors = { clickRecorder, visitorRateLimiter }
        await registerBioPageRoutes(server, { publicPageService, bioImageService, ...visitors })
        await registerBioPagePreview(server, { cookies, bioDraftService, rateLimiter: visitorRateLimiter })
      },
    }
  },
})
