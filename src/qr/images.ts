import type { Context, OfferedImage } from '../graphql/context.ts'
import { Link, LinkNotFound } from '../links/index.ts'
import type { QrImageArgs } from './args.ts'
import { type Format, formats, type QrPictures } from './drawing/pictures.ts'
import { DynamicQr } from './dynamic.qr.ts'
import { QrNotFound } from './failures.ts'
import type { QrImage } from './qr.image.ts'
import type { QrLogo } from './qr.logo.ts'
import { chosenOf, type DesignWish, plainDesign } from './rules/design.ts'

/** A code that is printed, and how its owner had it designed; nothing, where it is the code of a plain link. */
interface Printed {
  readonly code: string
  readonly design: Pick<DynamicQr, 'chosen' | 'logo'> | null
}

/** Pictures of codes. Anybody may see one: it holds the short address, which whoever names the code or its id has. */
export class QrImages {
  readonly #qrPictures: QrPictures

  constructor(qrPictures: QrPictures) {
    this.#qrPictures = qrPictures
  }

  /** Offers the picture of a dynamic QR code over REST and tells graph clients where it is. */
  async offer(context: Context, { id, format, ...wish }: QrImageArgs): Promise<QrImage> {
    const failHandler = () => new QrNotFound()
    const qr = await context.em.findOneOrFail(DynamicQr, { id }, { populate: ['link'], failHandler })
    context.offerImage(this.#picture(context, { code: qr.shortCode, design: qr }, format, wish))
    return this.#toldOf(context, `/dynamic-qr/${id}/image`, format, wish)
  }

  /** Offers a picture that leads to a link by the code it answers to now. */
  async offerOfLink(context: Context, { id, format, ...wish }: QrImageArgs): Promise<QrImage> {
    const failHandler = () => new LinkNotFound()
    const { code } = await context.em.findOneOrFail(Link, { id, kind: 'link' }, { failHandler })
    context.offerImage(this.#picture(context, { code, design: null }, format, wish))
    return this.#toldOf(context, `/urls/${id}/qr`, format, wish)
  }

  /** The picture of the code of any link, in the design of the dynamic QR code it carries, if it does. */
  async ofLink(
    context: Context,
    { id, code }: Pick<Link, 'id' | 'code'>,
    format: Format,
    wish: DesignWish,
  ): Promise<OfferedImage> {
    return this.#picture(context, { code, design: await context.em.findOne(DynamicQr, { link: id }) }, format, wish)
  }

  /** Throws `InvalidParams` where the wish and the design together could not be read. */
  #picture(context: Context, { code, design }: Printed, format: Format, wish: DesignWish): OfferedImage {
    return this.#qrPictures.picture({
      name: code,
      text: `${context.settings.shortUrl}/${code}?qr=1`,
      design: { ...plainDesign, ...chosenOf(design?.chosen ?? {}, wish) },
      format,
      logo: design?.logo ? this.#logoOf(context, design.logo) : null,
    })
  }

  #logoOf(context: Context, { id }: Pick<QrLogo, 'id'>) {
    return {
      id,
      read: async () => {
        const [row] = await context.em.execute<{ png: Uint8Array }[]>('select png from qr_logo where id = ?', [id])
        return row ? Buffer.from(row.png) : null
      },
    }
  }

  #toldOf(context: Context, path: string, format: Format, wish: DesignWish): QrImage {
    const given = Object.entries({ format, ...wish }).filter(([, value]) => value != null)
    const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
    return { mediaType: formats[format], href: `${context.settings.publicUrl}/v1${path}?${query}` }
  }
}
