import { archiveFiles, archiveRows } from '../../../platform/jobs/archive-part.ts'
import { defineModule, type Module } from '../../../platform/module.ts'
import { clicksModule } from '../../visits/clicks/index.ts'
import { redirectsModule } from '../../visits/redirects/index.ts'
import { linksModule } from '../links/index.ts'
import { BioAnalyticsService } from './bio-analytics.service.ts'
import { BioImage } from './bio-image.entity.ts'
import { BioImageService } from './bio-image.service.ts'
import { BioPage } from './bio-page.entity.ts'
import { BioPageResolver, DeletionBioPageResolver, WorkspaceBioPagesResolver } from './bio-page.resolver.ts'
import { BioPageService } from './bio-page.service.ts'
import { bioPagesSchema } from './bio-pages.schema.ts'
import { BioBlock } from './blocks/bio-block.entity.ts'
import { BioBlockResolver } from './blocks/bio-block.resolver.ts'
import { BioBlockService } from './blocks/bio-block.service.ts'
import { registerBioPageRoutes } from './public/bio-page-routes.ts'
import { PublicPageResolver } from './public/public-page.resolver.ts'
import { PublicPageService } from './public/public-page.service.ts'

/**
 * Pages with links (link-in-bio). Nothing is left of the pages of a purged workspace: they are deleted with their links.
 */
export const bioPagesModule = defineModule({
  entities: [BioPage, BioBlock, BioImage],
  schema: bioPagesSchema,
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
    ...[BioBlockResolver, PublicPageResolver],
  ],
  uses: [linksModule, clicksModule, redirectsModule],
  create(
    platform,
    { linkRules, shortCodeService, routeCache },
    { analyticsService, recorder: clickRecorder },
    { visitorRateLimiter },
  ): Module {
    const { events } = platform
    const { linksMoved } = platform.hooks
    const dependencies = { linkRules, shortCodeService, routeCache, events, linksMoved }
    const bioPageService = new BioPageService(dependencies)
    const bioImageService = new BioImageService(bioPageService, events)
    const bioAnalyticsService = new BioAnalyticsService(bioPageService, analyticsService)
    const publicPageService = new PublicPageService(routeCache)
    return {
      resolvers: [
        new BioPageResolver(bioPageService, bioImageService, bioAnalyticsService),
        new WorkspaceBioPagesResolver(bioPageService),
        new DeletionBioPageResolver(bioPageService),
        new BioBlockResolver(new BioBlockService(bioPageService, dependencies)),
        new PublicPageResolver(publicPageService),
      ],
      addRoutes: (server) =>
        registerBioPageRoutes(server, { publicPageService, bioImageService, clickRecorder, visitorRateLimiter }),
    }
  },
})
