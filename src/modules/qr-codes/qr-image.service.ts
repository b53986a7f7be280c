import type { ImageResponse, RequestContext } from '../../platform/graphql/request-context.ts'
import { Link, LinkNotFound } from '../links/index.ts'
import { DynamicQr } from './dynamic-qr.entity.ts'
import { QrNotFound } from './qr-code.errors.ts'
import type { QrImageArgs } from './qr-code.inputs.ts'
import type { QrImage } from './qr-code.types.ts'
import { type DesignOptions, defaultDesign, mergeDesign } from './qr-design.ts'
import { type QrFormat, type QrImageRenderer, qrMediaTypes } from './qr-image-renderer.ts'
import { QrLogo } from './qr-logo.entity.ts'

interface ImageSource {
  readonly code: string
  /** Null for the code of an ordinary link, which has the default design. */
  readonly dynamicQr: Pick<DynamicQr, 'designOptions' | 'logo'> | null
}

/** Images of QR codes. They are public: an image contains only the short URL. */
export class QrImageService {
  readonly #qrImageRenderer: QrImageRenderer

  constructor(qrImageRenderer: QrImageRenderer) {
    this.#qrImageRenderer = qrImageRenderer
  }

  /** Answers REST with the image of a dynamic QR code, and GraphQL with its URL. Throws `QrNotFound`. */
  async offerDynamicQrImage(context: RequestContext, { id, format, ...designOptions }: QrImageArgs): Promise<QrImage> {
    const failHandler = () => new QrNotFound()
    const qr = await context.em.findOneOrFail(DynamicQr, { id }, { populate: ['link'], failHandler })
    context.respondWithImage(this.#createImage(context, { code: qr.shortCode, dynamicQr: qr }, format, designOptions))
    return this.#describeImage(context, `/dynamic-qr/${id}/image`, format, designOptions)
  }

  /** The same for a link and its current code. Throws `LinkNotFound`. */
  async offerLinkImage(context: RequestContext, { id, format, ...designOptions }: QrImageArgs): Promise<QrImage> {
    const failHandler = () => new LinkNotFound()
    const { code } = await context.em.findOneOrFail(Link, { id, kind: 'link' }, { failHandler })
    context.respondWithImage(this.#createImage(context, { code, dynamicQr: null }, format, designOptions))
    return this.#describeImage(context, `/urls/${id}/qr`, format, designOptions)
  }

  /** The image of any link, with the design of its dynamic QR code if it has one. */
  async createLinkImage(
    context: RequestContext,
    { id, code }: Pick<Link, 'id' | 'code'>,
    format: QrFormat,
    designOptions: DesignOptions,
  ): Promise<ImageResponse> {
    const dynamicQr = await context.em.findOne(DynamicQr, { link: id })
    return this.#createImage(context, { code, dynamicQr }, format, designOptions)
  }

  /** Throws `InvalidParams` if the merged colours are unreadable. */
  #createImage(
    context: RequestContext,
    { code, dynamicQr }: ImageSource,
    format: QrFormat,
    designOptions: DesignOptions,
  ): ImageResponse {
    return this.#qrImageRenderer.prepareImage({
      name: code,
      text: `${context.settings.shortUrl}/${code}?qr=1`,
      design: { ...defaultDesign, ...mergeDesign(dynamicQr?.designOptions ?? {}, designOptions) },
      format,
      logo: dynamicQr?.logo ? this.#createLogoSource(context, dynamicQr.logo) : null,
    })
  }

  #createLogoSource(context: RequestContext, { id }: Pick<QrLogo, 'id'>) {
    return {
      id,
      read: async () => {
        const logo = await context.em.findOne(QrLogo, { id }, { fields: ['png'], disableIdentityMap: true })
        return logo?.png ?? null
      },
    }
  }

  #describeImage(context: RequestContext, path: string, format: QrFormat, designOptions: DesignOptions): QrImage {
    const parameters = Object.entries({ format, ...designOptions }).filter(([, value]) => value != null)
    const query = new URLSearchParams(parameters.map(([name, value]) => [name, String(value)]))
    return { mediaType: qrMediaTypes[format], href: `${context.settings.publicUrl}/v1${path}?${query}` }
  }
}
