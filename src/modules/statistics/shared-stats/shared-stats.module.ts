import { archiveRows } from '../../../platform/jobs/archive-part.ts'
import { deleteRowsOf } from '../../../platform/jobs/workspace-purge.ts'
import { defineModule, type Module } from '../../../platform/module.ts'
import { SignedIds } from '../../../platform/shared/signed-ids.ts'
import { clicksModule } from '../../visits/clicks/index.ts'
import { redirectsModule } from '../../visits/redirects/index.ts'
import { registerStatsPages } from './page/stats-page-routes.ts'
import { SharedStatsResolver } from './public/shared-stats.resolver.ts'
import { SharedStatsService } from './public/shared-stats.service.ts'
import { SharedStatsPage } from './shared-stats-page.entity.ts'
import { SharedStatsPageResolver, WorkspaceSharedStatsResolver } from './shared-stats-page.resolver.ts'
import { SharedStatsPageService } from './shared-stats-page.service.ts'

/** Pages with statistics of links, folders and tags for anyone with their address. */
export const sharedStatsModule = defineModule({
  entities: [SharedStatsPage],
  archiveParts: [
    archiveRows({
      of: 'workspace',
      name: 'shared-stats.json',
      about: 'Pages with statistics, without their addresses.',
      entity: SharedStatsPage,
      where: (workspace) => ({ workspace }),
    }),
  ],
  resolvers: [SharedStatsPageResolver, WorkspaceSharedStatsResolver, SharedStatsResolver],
  uses: [clicksModule, redirectsModule],
  create(platform, { analyticsService }, { visitorRateLimiter }): Module {
    const { orm, clock, keyring, settings } = platform
    const { server } = platform.http
    const { workspacePurge, accessEndings } = platform.hooks
    const tokens = new SignedIds(keyring.keys('shared-stats'), 'tkp', 'ssp')
    const pageService = new SharedStatsPageService(tokens)
    const sharedStatsService = new SharedStatsService({ orm, clock, tokens, analyticsService })
    workspacePurge.addSteps(deleteRowsOf('shared_stats_page'))
    accessEndings.add({
      name: 'pages with statistics',
      endsAt: ['first_proof'],
      isCredential: false,
      end: (em, end) => pageService.deleteOfOwner(em, end),
    })
    return {
      resolvers: [
        new SharedStatsPageResolver(pageService),
        new WorkspaceSharedStatsResolver(pageService),
        new SharedStatsResolver(sharedStatsService),
      ],
      addRoutes: () =>
        registerStatsPages(server, sharedStatsService, visitorRateLimiter, {
          hasBundledCountries: settings.geoipFile === undefined,
        }),
    }
  },
})
