import type { Context, OfferedImage } from '../graphql/context.ts'
import { Link, LinkNotFound } from '../links/index.ts'
import type { QrImageArgs } from './args.ts'
import { type Format, formats, QrPictures } from './drawing/pictures.ts'
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
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
  }

  /** Offers the picture of a dynamic QR code over REST and tells graph clients where it is. */
  async offer({ id, format, ...wish }: QrImageArgs): Promise<QrImage> {
    const failHandler = () => new QrNotFound()
    const qr = await this.#context.em.findOneOrFail(DynamicQr, { id }, { populate: ['link'], failHandler })
    this.#context.offerImage(this.#picture({ code: qr.shortCode, design: qr }, format, wish))
    return this.#toldOf(`/dynamic-qr/${id}/image`, format, wish)
  }

  /** Offers a picture that leads to a link by the code it answers to now. */
  async offerOfLink({ id, format, ...wish }: QrImageArgs): Promise<QrImage> {
    const failHandler = () => new LinkNotFound()
    const { code } = await this.#context.em.findOneOrFail(Link, { id, kind: 'link' }, { failHandler })
    this.#context.offerImage(this.#picture({ code, design: null }, format, wish))
    return this.#toldOf(`/urls/${id}/qr`, format, wish)
  }

  /** The picture of the code of any link, in the design of the dynamic QR code it carries, if it does. */
  async ofLink({ id, code }: Pick<Link, 'id' | 'code'>, format: Format, wish: DesignWish): Promise<OfferedImage> {
    return this.#picture({ code, design: await this.#context.em.findOne(DynamicQr, { link: id }) }, format, wish)
  }

  /** Throws `InvalidParams` where the wish and the design together could not be read. */
  #picture({ code, design }: Printed, format: Format, wish: DesignWish): OfferedImage {
    return this.#context.part(QrPictures).picture({
      name: code,
      text: `${this.#context.settings.shortUrl}/${code}?qr=1`,
      design: { ...plainDesign, ...chosenOf(design?.chosen ?? {}, wish) },
      format,
      logo: design?.logo ? this.#logoOf(design.logo) : null,
    })
  }

  #logoOf({ id }: Pick<QrLogo, 'id'>) {
    return {
      id,
      read: async () => {
        const [row] = await this.#context.em.execute<{ png: Uint8Array }[]>('select png from qr_logo where id = ?', [
          id,
        ])
        return row ? Buffer.from(row.png) : null
      },
    }
  }

  #toldOf(path: string, format: Format, wish: DesignWish): QrImage {
    const given = Object.entries({ format, ...wish }).filter(([, value]) => value != null)
    const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
    return { mediaType: formats[format], href: `${this.#context.settings.publicUrl}/v1${path}?${query}` }
  }
}
