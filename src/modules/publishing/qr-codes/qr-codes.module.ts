import { archiveFiles, archiveRows } from '../../../platform/jobs/archive-part.ts'
import { deleteRowsOf } from '../../../platform/jobs/workspace-purge.ts'
import { defineModule, type Module } from '../../../platform/module.ts'
import { clicksModule } from '../../visits/clicks/index.ts'
import { linksModule } from '../links/index.ts'
import { ClickQrResolver, LinkStatQrResolver } from './click-qr.resolver.ts'
import { DynamicQr } from './dynamic-qr.entity.ts'
import { DynamicQrResolver, WorkspaceQrCodesResolver } from './dynamic-qr.resolver.ts'
import { DynamicQrService } from './dynamic-qr.service.ts'
import { LinkQrDesign } from './link-designs/link-qr-design.entity.ts'
import { linkQrDesignMigration } from './link-designs/link-qr-design.migration.ts'
import { LinkQrDesignResolver } from './link-designs/link-qr-design.resolver.ts'
import { LinkQrDesignService } from './link-designs/link-qr-design.service.ts'
import { QrImageService } from './qr-image.service.ts'
import { QrLogo } from './qr-logo.entity.ts'
import { QrDesignResolver, QrLogoResolver } from './qr-logo.resolver.ts'
import { QrLogoService } from './qr-logo.service.ts'
import { QrScanService } from './qr-scan.service.ts'
import { QrReadabilityService } from './reading/qr-readability.service.ts'

export interface QrCodesModule extends Module {
  readonly qrImageService: QrImageService
}

/** Dynamic QR codes, their images and logos. */
export const qrCodesModule = defineModule({
  entities: [DynamicQr, LinkQrDesign, QrLogo],
  migrations: [linkQrDesignMigration],
  archiveParts: [
    archiveRows({
      of: 'workspace',
      name: 'qr-codes.json',
      about: 'Dynamic QR codes.',
      entity: DynamicQr,
      where: (workspace) => ({ workspace }),
    }),
    archiveRows({
      of: 'workspace',
      name: 'link-qr-designs.json',
      about: 'How the QR codes of links look.',
      entity: LinkQrDesign,
      where: (workspace) => ({ link: { workspace } }),
    }),
    archiveRows({
      of: 'workspace',
      name: 'qr-logos.json',
      about: 'Logos of QR codes. Their images are in the folder qr-logos.',
      entity: QrLogo,
      where: (workspace) => ({ workspace }),
    }),
    archiveFiles({
      of: 'workspace',
      name: 'qr-logos/',
      about: 'The images of the logos.',
      entity: QrLogo,
      where: (workspace) => ({ workspace }),
      populate: ['png'],
      toFile: ({ id, png }) => ({ name: `qr-logos/${id}.png`, bytes: png }),
    }),
  ],
  resolvers: [
    DynamicQrResolver,
    WorkspaceQrCodesResolver,
    LinkQrDesignResolver,
    QrLogoResolver,
    QrDesignResolver,
    ClickQrResolver,
    LinkStatQrResolver,
  ],
  uses: [linksModule, clicksModule],
  create(platform, links, { analyticsService, store }): QrCodesModule {
    const { events } = platform
    const { linksMoved, workspacePurge } = platform.hooks
    workspacePurge.addSteps(deleteRowsOf('qr_logo'))
    const qrImageService = new QrImageService()
    const qrLogoService = new QrLogoService()
    const qrReadabilityService = new QrReadabilityService()
    const dynamicQrService = new DynamicQrService({ ...links, events, linksMoved }, qrReadabilityService)
    const qrScanService = new QrScanService(dynamicQrService, analyticsService, store)
    return {
      qrImageService,
      resolvers: [
        new DynamicQrResolver(dynamicQrService, qrScanService, qrImageService),
        new WorkspaceQrCodesResolver(dynamicQrService),
        new LinkQrDesignResolver(new LinkQrDesignService(events, qrReadabilityService)),
        new QrLogoResolver(qrLogoService, qrImageService),
        new QrDesignResolver(qrLogoService, qrReadabilityService),
        new ClickQrResolver(),
        new LinkStatQrResolver(),
      ],
    }
  },
})
