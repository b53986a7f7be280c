import type { ClicksModule } from '../clicks/index.ts'
import type { LinksModule } from '../links/index.ts'
import type { Module, ModuleDefinition, Platform } from '../server/module.ts'
import { QrPictures } from './drawing/pictures.ts'
import { DynamicQr } from './dynamic.qr.ts'
import { QrImages } from './images.ts'
import { QrLogoResolver } from './logo.resolver.ts'
import { QrLogos } from './logos.ts'
import { QrLogo } from './qr.logo.ts'
import { DynamicQrResolver } from './resolver.ts'
import { Scans } from './scans.ts'
import { DynamicQrs } from './service.ts'

export interface QrCodesModule extends Module {
  readonly qrImages: QrImages
}

/** Dynamic QR codes, their images and logos. */
export const qrCodesModule = {
  entities: [DynamicQr, QrLogo],
  resolvers: [DynamicQrResolver, QrLogoResolver],
  create({ events }: Platform, links: LinksModule, { analytics }: ClicksModule): QrCodesModule {
    const qrImages = new QrImages(new QrPictures())
    const dynamicQrs = new DynamicQrs({ ...links, events })
    return {
      qrImages,
      resolvers: [
        new DynamicQrResolver(dynamicQrs, new Scans(dynamicQrs, analytics), qrImages),
        new QrLogoResolver(new QrLogos()),
      ],
    }
  },
} satisfies ModuleDefinition
