import sharp from 'sharp'
import { ConcurrencyLimiter } from '../../platform/shared/concurrency-limiter.ts'
import { InvalidParams } from '../../platform/shared/general.errors.ts'

/** The stored image: a PNG without metadata. */
export interface SanitizedImage {
  readonly png: Buffer
  readonly width: number
  readonly height: number
}

/** Limits the memory of decoding, which needs four bytes per pixel. */
const maxPixels = 4_000_000

/** In pixels; a logo in a QR code is never shown larger. */
const maxSide = 256

/** Decoding needs much memory. */
const decodeLimiter = new ConcurrencyLimiter({ maxConcurrent: 1, maxQueued: 20 })

/**
 * Decodes a base64 image and encodes its pixels again, which drops metadata, extra frames and appended data. Throws
 * `InvalidParams` for a file that is not a PNG, JPEG or WebP, is too large, or is corrupt.
 */
export async function sanitizeImage(field: string, base64: string): Promise<SanitizedImage> {
  const bytes = decodeBase64(field, base64)
  // The library would also accept other formats, such as SVG.
  if (!isSupportedFormat(bytes)) throw InvalidParams.forField(field, 'must be a PNG, JPEG or WebP')
  try {
    return await decodeLimiter.run(() => redrawImage(bytes))
  } catch (error) {
    if (error instanceof Error && /pixel limit/.test(error.message)) {
      throw InvalidParams.forField(field, `must have at most ${maxPixels} pixels`)
    }
    // The library has no error classes. A plain `Error` means a corrupt image.
    if (error instanceof Error && error.constructor === Error)
      throw InvalidParams.forField(field, 'must be a complete image')
    throw error
  }
}

async function redrawImage(bytes: Buffer): Promise<SanitizedImage> {
  const { data, info } = await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'truncated' })
    .autoOrient()
    .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .png({ compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true })
  return { png: data, width: info.width, height: info.height }
}

/** Rejects invalid characters, which `Buffer.from` ignores. */
function decodeBase64(field: string, base64: string): Buffer {
  const bytes = Buffer.from(base64, 'base64')
  if (base64 === '' || bytes.toString('base64') !== base64) throw InvalidParams.forField(field, 'must be base64')
  return bytes
}

function isSupportedFormat(bytes: Buffer): boolean {
  const header = bytes.subarray(0, 12).toString('latin1')
  return header.startsWith('\x89PNG\r\n\x1a\n') || header.startsWith('\xff\xd8\xff') || /^RIFF.{4}WEBP$/s.test(header)
}
