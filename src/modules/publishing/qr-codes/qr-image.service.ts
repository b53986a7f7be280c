import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import sharp from 'sharp'
import { Field, ObjectType } from 'type-graphql'
import { Open } from '../../../platform/auth/authorization.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { rateLimitKeyOf } from '../../../platform/graphql/request-limits.ts'
import type { ImageResponse } from '../../../platform/graphql/request-types.ts'
import { Url } from '../../../platform/graphql/scalars.ts'
import { ConcurrencyLimiter } from '../../../platform/shared/event-loop/concurrency-limiter.ts'
import { defineIssue } from '../../../platform/shared/field-issue.ts'
import { InvalidParams } from '../../../platform/shared/general.errors.ts'
import { Link, LinkNotFound } from '../links/index.ts'
import { buildQrText, type StoredDesign } from './designed-qr.ts'
import { renderSvg } from './drawing/qr-drawing.ts'
import { renderPdf } from './drawing/qr-pdf.ts'
import { renderPng } from './drawing/qr-png.ts'
import { encodeDesign, type QrSymbol } from './drawing/qr-symbol.ts'
import { DynamicQr } from './dynamic-qr.entity.ts'
import { LinkQrDesign } from './link-designs/link-qr-design.entity.ts'
import { LogoNotFound, QrNotFound } from './qr-code.errors.ts'
import type { QrImageArgs } from './qr-code.inputs.ts'
import {
  type Design,
  type DesignOptions,
  defaultDesign,
  designBounds,
  maxPrintSize,
  maxPublicSize,
  mergeDesign,
  type QrFormat,
  qrMediaTypes,
} from './qr-design.ts'

import { QrLogo } from './qr-logo.entity.ts'
import { readLogo } from './qr-logo.service.ts'

@Open()
@ObjectType({ description: 'Description of a QR code image. Over REST, the answer is the image.' })
export class QrImage {
  @Field(() => String, { description: 'Media type: `image/svg+xml`, `image/png` or `application/pdf`.' })
  mediaType!: string

  @Field(() => Url, { description: 'URL of the image. It needs no credential, so a web page can embed it.' })
  href!: string
}

/** Part of every ETag. Increase the number when other bytes are drawn for the same text and design. */
const rendererVersion = `1 ${sharp.versions.vips}`

/** Excludes links of a deleted workspace. Anonymous links have no workspace. */
const workspace = { deletedAt: null }

interface ImageSource {
  readonly link: Pick<Link, 'code' | 'domainHost'>
  /** Null for a link without a design, which has the default one. */
  readonly stored: StoredDesign | null
}

/** One image: how it differs from the design of its code, and its measures in print. */
type ImageOptions = DesignOptions &
  Pick<QrImageArgs, 'format'> &
  Partial<Pick<QrImageArgs, 'widthMm' | 'bleedMm' | 'cropMarks' | 'dpi'>>

interface LinkImage extends ImageResponse {
  /** The design has no light area around the code. */
  readonly needsLightSurface: boolean
}

/** Images of QR codes. They are public: an image contains only the short URL. */
export class QrImageService {
  /** Images by ETag. Most images have a few KiB; the largest image, with a logo, has a quarter of a MiB. */
  private readonly images = new LRUCache<string, Promise<Buffer>>({ max: 128 })
  /** Two of the four libuv threads; the others serve files, DNS and password hashes. */
  private readonly drawLimiter = new ConcurrencyLimiter({ maxConcurrent: 2, maxQueued: 50 })

  /** Answers REST with the image of a dynamic QR code, and GraphQL with its URL. Throws `QrNotFound`. */
  async offerDynamicQrImage(context: RequestContext, query: QrImageArgs): Promise<QrImage> {
    const { id } = query
    const failHandler = () => new QrNotFound()
    const qr = await context.em.findOneOrFail(DynamicQr, { id, workspace }, { populate: ['link'], failHandler })
    context.respondWithImage(this.createImage(context, { link: qr.link.unwrap(), stored: qr }, query))
    return this.describeImage(context, `/dynamic-qr/${id}/image`, query)
  }

  /** Answers with the image for a link, its current code and its design. Throws `LinkNotFound`. */
  async offerLinkImage(context: RequestContext, query: QrImageArgs): Promise<QrImage> {
    const { id } = query
    const failHandler = () => new LinkNotFound()
    const link = await context.em.findOneOrFail(Link, { id, kind: 'link', workspace }, { failHandler })
    const stored = await context.em.findOne(LinkQrDesign, { link: id })
    context.respondWithImage(this.createImage(context, { link, stored }, query))
    return this.describeImage(context, `/urls/${id}/qr`, query)
  }

  /** The image of a logo, for REST and GraphQL alike. Anyone with the address can see it. Throws `LogoNotFound`. */
  async offerLogoImage(context: RequestContext, id: string): Promise<QrImage> {
    const failHandler = () => new LogoNotFound()
    await context.em.findOneOrFail(QrLogo, { id, workspace }, { failHandler })
    const render = async () => {
      const png = await readLogo(context, id)
      if (!png) throw new LogoNotFound()
      return png
    }
    // The image of a logo id never changes.
    context.respondWithImage({ name: `${id}.png`, mediaType: qrMediaTypes.png, etag: `"${id}"`, render })
    return { mediaType: qrMediaTypes.png, href: this.buildLogoUrl(context, id) }
  }

  buildLogoUrl({ settings }: RequestContext, id: string): string {
    return `${settings.publicUrl}/v1/qr-logos/${id}/image`
  }

  /** The public image of any link, with the design of its code, at most `maxPublicSize` wide. */
  async createLinkImage(
    context: RequestContext,
    link: Pick<Link, 'id' | 'code' | 'domainHost'>,
    format: QrFormat,
    designOptions: DesignOptions,
  ): Promise<LinkImage> {
    const { em } = context
    const stored =
      (await em.findOne(LinkQrDesign, { link: link.id })) ?? (await em.findOne(DynamicQr, { link: link.id }))
    return this.createImage(context, { link, stored }, { format, ...designOptions }, maxPublicSize)
  }

  /** Returns the ETag at once and draws when `render` is called. Throws `InvalidParams` for unreadable merged colours. */
  private createImage(
    context: RequestContext,
    { link, stored }: ImageSource,
    { format, widthMm, bleedMm, cropMarks, dpi, ...designOptions }: ImageOptions,
    maxSize: number = designBounds.size.max,
  ): LinkImage {
    const text = buildQrText(context, link)
    const requested = { ...defaultDesign, ...mergeDesign(stored?.designOptions ?? {}, designOptions) }
    const design = { ...requested, size: Math.min(requested.size, maxSize) }
    // The image of a logo id never changes.
    const logoId = stored?.logo?.id
    const print = { widthMm: widthMm ?? null, bleedMm: bleedMm ?? 0, cropMarks: cropMarks ?? false, dpi: dpi ?? 300 }
    const draw = drawers[format](design, print)
    const hash = createHash('sha256').update(JSON.stringify([rendererVersion, text, design, format, logoId, print]))
    const etag = `"${hash.digest('base64url').slice(0, 27)}"`
    const drawImage = async () => {
      const symbol = encodeDesign(text, design, logoId !== undefined)
      return draw(symbol, logoId === undefined ? null : await readLogo(context, logoId))
    }
    return {
      name: `${link.code}.${format}`,
      mediaType: qrMediaTypes[format],
      needsLightSurface: design.isTransparent || design.margin === 0,
      etag,
      render: () => this.findOrDraw(rateLimitKeyOf(context), etag, drawImage),
    }
  }

  /** Concurrent requests for one image draw it once. */
  private findOrDraw(caller: string, etag: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    const cached = this.images.get(etag)
    if (cached) return cached
    const image = this.drawLimiter.run(caller, draw)
    this.images.set(etag, image)
    // Failures are not cached.
    image.catch(() => this.images.delete(etag))
    return image
  }

  private describeImage(context: RequestContext, path: string, { id: _, format, ...options }: QrImageArgs): QrImage {
    const parameters = Object.entries({ format, ...options }).filter(([, value]) => value != null)
    const query = new URLSearchParams(parameters.map(([name, value]) => [name, String(value)]))
    return { mediaType: qrMediaTypes[format], href: `${context.settings.publicUrl}/v1${path}?${query}` }
  }
}

/** The measures of a print. Without a width, a raster or vector image has its size in pixels. */
interface Print {
  readonly widthMm: number | null
  readonly bleedMm: number
  readonly cropMarks: boolean
  readonly dpi: number
}

type Draw = (symbol: QrSymbol, logo: Buffer | null) => Promise<Buffer>

/** Millimetres: a poster's code that is read from a metre. */
const defaultWidthMm = 80

/** How each format is drawn. Throws `InvalidParams` for a PNG that is too large. */
const drawers: Readonly<Record<QrFormat, (design: Design, print: Print) => Draw>> = {
  svg: (design, { widthMm }) => {
    const size = widthMm === null ? undefined : `${widthMm}mm`
    return async (symbol, logo) => renderSvg(symbol, design, logo, size)
  },
  png: (design, { widthMm, dpi }) => {
    if (widthMm === null) return (symbol, logo) => renderPng(symbol, design, logo)
    const size = Math.round((widthMm / 25.4) * dpi)
    if (size > maxPrintSize) throw InvalidParams.forField('dpi', printTooLarge({ size, max: maxPrintSize }))
    return (symbol, logo) => renderPng(symbol, { ...design, size }, logo, dpi)
  },
  pdf: (design, print) => {
    const sheet = { ...print, widthMm: print.widthMm ?? defaultWidthMm }
    return (symbol, logo) => renderPdf(symbol, design, logo, sheet)
  },
}

const printTooLarge = defineIssue(
  'PRINT_TOO_LARGE',
  'makes an image of {size} pixels with this width; at most {max} are drawn',
)
