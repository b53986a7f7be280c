import type { ImageResponse, RequestContext } from '../../platform/graphql/request-context.ts'
import { Link, LinkNotFound } from '../links/index.ts'
import { DynamicQr } from './dynamic-qr.entity.ts'
import { QrNotFound } from './qr-code.errors.ts'
import type { QrImageArgs } from './qr-code.inputs.ts'
import type { QrImage } from './qr-code.types.ts'
import { type DesignOptions, defaultDesign, mergeDesign } from './qr-design.ts'
import { type QrFormat, type QrImageRenderer, qrMediaTypes } from './qr-image-renderer.ts'
import type { QrLogo } from './qr-logo.entity.ts'

/** A code that is printed, and how its owner had it designed; nothing, where it is the code of a plain link. */
interface PrintableCode {
  readonly code: string
  readonly design: Pick<DynamicQr, 'chosen' | 'logo'> | null
}

/** Pictures of codes. Anybody may see one: it holds the short address, which whoever names the code or its id has. */
export class QrImageService {
  readonly #qrImageRenderer: QrImageRenderer

  constructor(qrImageRenderer: QrImageRenderer) {
    this.#qrImageRenderer = qrImageRenderer
  }

  /** Offers the picture of a dynamic QR code over REST and tells graph clients where it is. */
  async offerDynamicQrImage(context: RequestContext, { id, format, ...designOptions }: QrImageArgs): Promise<QrImage> {
    const failHandler = () => new QrNotFound()
    const qr = await context.em.findOneOrFail(DynamicQr, { id }, { populate: ['link'], failHandler })
    context.respondWithImage(this.#createImage(context, { code: qr.shortCode, design: qr }, format, designOptions))
    return this.#describeImage(context, `/dynamic-qr/${id}/image`, format, designOptions)
  }

  /** Offers a picture that leads to a link by the code it answers to now. */
  async offerLinkImage(context: RequestContext, { id, format, ...designOptions }: QrImageArgs): Promise<QrImage> {
    const failHandler = () => new LinkNotFound()
    const { code } = await context.em.findOneOrFail(Link, { id, kind: 'link' }, { failHandler })
    context.respondWithImage(this.#createImage(context, { code, design: null }, format, designOptions))
    return this.#describeImage(context, `/urls/${id}/qr`, format, designOptions)
  }

  /** The picture of the code of any link, in the design of the dynamic QR code it carries, if it does. */
  async createLinkImage(
    context: RequestContext,
    { id, code }: Pick<Link, 'id' | 'code'>,
    format: QrFormat,
    designOptions: DesignOptions,
  ): Promise<ImageResponse> {
    return this.#createImage(
      context,
      { code, design: await context.em.findOne(DynamicQr, { link: id }) },
      format,
      designOptions,
    )
  }

  /** Throws `InvalidParams` where the wish and the design together could not be read. */
  #createImage(
    context: RequestContext,
    { code, design }: PrintableCode,
    format: QrFormat,
    designOptions: DesignOptions,
  ): ImageResponse {
    return this.#qrImageRenderer.prepareImage({
      name: code,
      text: `${context.settings.shortUrl}/${code}?qr=1`,
      design: { ...defaultDesign, ...mergeDesign(design?.chosen ?? {}, designOptions) },
      format,
      logo: design?.logo ? this.#createLogoSource(context, design.logo) : null,
    })
  }

  #createLogoSource(context: RequestContext, { id }: Pick<QrLogo, 'id'>) {
    return {
      id,
      read: async () => {
        const [row] = await context.em.execute<{ png: Uint8Array }[]>('select png from qr_logo where id = ?', [id])
        return row ? Buffer.from(row.png) : null
      },
    }
  }

  #describeImage(context: RequestContext, path: string, format: QrFormat, designOptions: DesignOptions): QrImage {
    const parameters = Object.entries({ format, ...designOptions }).filter(([, value]) => value != null)
    const query = new URLSearchParams(parameters.map(([name, value]) => [name, String(value)]))
    return { mediaType: qrMediaTypes[format], href: `${context.settings.publicUrl}/v1${path}?${query}` }
  }
}
