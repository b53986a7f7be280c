import { archiveRows } from '../../../platform/jobs/archive-part.ts'
import { deleteRowsOf } from '../../../platform/jobs/workspace-purge.ts'
import { defineModule, type Module } from '../../../platform/module.ts'
import { linksModule } from '../links/index.ts'
import { ActivePixelReader } from './active-pixel-reader.ts'
import { LinkPixel } from './link-pixel.entity.ts'
import { deleteLinkPixelsOfWorkspace } from './link-pixel.queries.ts'
import { LinkPixelService } from './link-pixel.service.ts'
import { Pixel } from './pixel.entity.ts'
import { LinkPixelsResolver, PixelResolver, WorkspacePixelsResolver } from './pixel.resolver.ts'
import { PixelService } from './pixel.service.ts'

export interface PixelsModule extends Module {
  readonly activePixels: ActivePixelReader
}

/** Tracking pixels of providers, and which links have them. */
export const pixelsModule = defineModule({
  entities: [Pixel, LinkPixel],
  archiveParts: [
    archiveRows({
      of: 'workspace',
      name: 'pixels.json',
      about: 'Tracking pixels.',
      entity: Pixel,
      where: (workspace) => ({ workspace }),
    }),
    archiveRows({
      of: 'workspace',
      name: 'link-pixels.json',
      about: 'Which links have which pixels.',
      entity: LinkPixel,
      where: (workspace) => ({ link: { workspace } }),
    }),
  ],
  resolvers: [PixelResolver, LinkPixelsResolver, WorkspacePixelsResolver],
  uses: [linksModule],
  create(platform, { routeCache, linkListService }): PixelsModule {
    const { events, log } = platform
    const { circuitBreaker, isEmbedded } = platform.database
    const { workspacePurge } = platform.hooks
    workspacePurge.addSteps(deleteLinkPixelsOfWorkspace, deleteRowsOf('pixel'))
    const linkPixelService = new LinkPixelService({ routeCache, events })
    const pixelService = new PixelService(linkPixelService)
    return {
      activePixels: new ActivePixelReader(circuitBreaker, log, isEmbedded),
      resolvers: [
        new PixelResolver(pixelService, linkPixelService, linkListService),
        new LinkPixelsResolver(linkPixelService),
        new WorkspacePixelsResolver(pixelService),
      ],
    }
  },
})
