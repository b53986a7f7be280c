import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { ImageResponse } from '../../platform/graphql/request-context.ts'
import { ConcurrencyLimiter } from '../../platform/shared/concurrency-limiter.ts'
import { type Design, getErrorCorrectionLevel } from './qr-design.ts'
import { encodeSymbol, renderPng, renderSvg } from './qr-drawing.ts'

export const qrMediaTypes = { svg: 'image/svg+xml', png: 'image/png' } as const
export type QrFormat = keyof typeof qrMediaTypes
export const qrFormats = Object.keys(qrMediaTypes) as QrFormat[]

/** What is to be drawn. */
export interface QrImageRequest {
  /** What the file is called, without its ending. */
  readonly name: string
  readonly text: string
  readonly design: Design
  readonly format: QrFormat
  /** A logo never changes under its id. */
  readonly logo: { readonly id: string; read(): Promise<Buffer | null> } | null
}

/** Rises whenever the same wish is drawn in another way, for that changes the bytes under a tag. */
const rendererVersion = `1 ${sharp.versions.vips}`

/** Pictures kept; most are some KiB, the largest that a logo can make a quarter of a MiB. */
const maxCachedImages = 128

/** Draws codes, each once for all who ask for it while it is kept. */
export class QrImageRenderer {
  /** In the order in which they were last asked for, so that the first are the ones to go. */
  readonly #cache = new Map<string, Promise<Buffer>>()
  /** Two at once leave the other half of libuv's threads to files, names and passwords. */
  readonly #drawLimiter = new ConcurrencyLimiter({ maxConcurrent: 2, maxQueued: 50 })

  /** The picture, not drawn before it is needed: whoever has it under its tag needs none. */
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
    // What could not be drawn is no picture to keep.
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
