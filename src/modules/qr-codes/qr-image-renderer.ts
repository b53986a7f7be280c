import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { ImageResponse } from '../../platform/graphql/request-context.ts'
import { ConcurrencyLimiter } from '../../platform/shared/concurrency-limiter.ts'
import { type Design, getErrorCorrectionLevel } from './qr-design.ts'
import { encodeSymbol, renderPng, renderSvg } from './qr-drawing.ts'

export const qrMediaTypes = { svg: 'image/svg+xml', png: 'image/png' } as const
export type QrFormat = keyof typeof qrMediaTypes
export const qrFormats = Object.keys(qrMediaTypes) as QrFormat[]

export interface QrImageRequest {
  /** File name without its extension. */
  readonly name: string
  readonly text: string
  readonly design: Design
  readonly format: QrFormat
  /** The image of a logo id never changes. */
  readonly logo: { readonly id: string; read(): Promise<Buffer | null> } | null
}

/** Part of every ETag. Increase the number when the renderer produces other bytes for the same request. */
const rendererVersion = `1 ${sharp.versions.vips}`

/** Most images have a few KiB; the largest, with a logo, a quarter of a MiB. */
const maxCachedImages = 128

/** Draws QR codes and caches the images, so that concurrent requests for one image draw it once. */
export class QrImageRenderer {
  /** Least recently used first. */
  readonly #cache = new Map<string, Promise<Buffer>>()
  /** Two of the four libuv threads; the others serve files, DNS and password hashes. */
  readonly #drawLimiter = new ConcurrencyLimiter({ maxConcurrent: 2, maxQueued: 50 })

  /** Returns the ETag at once and draws the image only when `render` is called. */
  prepareImage(imageRequest: QrImageRequest): ImageResponse {
    const { name, text, design, format, logo } = imageRequest
    const hash = createHash('sha256').update(JSON.stringify([rendererVersion, text, design, format, logo?.id]))
    const tag = `"${hash.digest('base64url').slice(0, 27)}"`
    return {
      name: `${name}.${format}`,
      mediaType: qrMediaTypes[format],
      etag: tag,
      render: () => this.#findOrDraw(tag, imageRequest),
    }
  }

  #findOrDraw(tag: string, imageRequest: QrImageRequest): Promise<Buffer> {
    const image = this.#cache.get(tag) ?? this.#drawLimiter.run(() => drawImage(imageRequest))
    this.#cache.delete(tag)
    this.#cache.set(tag, image)
    // Failures are not cached.
    image.catch(() => this.#cache.get(tag) === image && this.#cache.delete(tag))
    const [oldest] = this.#cache.keys()
    if (this.#cache.size > maxCachedImages && oldest !== undefined) this.#cache.delete(oldest)
    return image
  }
}

async function drawImage({ text, design, format, logo }: QrImageRequest): Promise<Buffer> {
  const symbol = encodeSymbol(text, getErrorCorrectionLevel(design, logo !== null), logo !== null)
  const image = logo && (await logo.read())
  return format === 'png' ? renderPng(symbol, design, image) : renderSvg(symbol, design, image)
}
