import sharp from 'sharp'
import { ConcurrencyLimiter } from '../../platform/shared/concurrency-limiter.ts'
import { InvalidParams } from '../../platform/shared/general.errors.ts'

/** A picture as it is kept: a PNG without anything but its pixels. */
export interface SanitizedImage {
  readonly png: Buffer
  readonly width: number
  readonly height: number
}

/** What a picture may take of memory while it is read, four bytes for each. */
const maxPixels = 4_000_000

/** Nobody sees more of a logo in the middle of a code. */
const maxSide = 256

/** Decoding takes memory as no other act does. */
const decodeLimiter = new ConcurrencyLimiter({ maxConcurrent: 1, maxQueued: 20 })

/**
 * Reads a picture somebody sent in base64 and draws it anew, so that nothing of the file itself is kept: no metadata, no
 * second picture, nothing appended. Throws `InvalidParams` for what is no PNG, JPEG or WebP, too large, or broken.
 */
export async function sanitizeImage(field: string, base64: string): Promise<SanitizedImage> {
  const bytes = decodeBase64(field, base64)
  // The first bytes decide, and not the library, which would read many other formats, SVG among them.
  if (!isSupportedFormat(bytes)) throw InvalidParams.forField(field, 'must be a PNG, JPEG or WebP')
  try {
    return await decodeLimiter.run(() => redrawImage(bytes))
  } catch (error) {
    if (error instanceof Error && /pixel limit/.test(error.message)) {
      throw InvalidParams.forField(field, `must be of at most ${maxPixels} pixels`)
    }
    // The library names no kinds of errors; what it says is of the picture.
    if (error instanceof Error && error.constructor === Error)
      throw InvalidParams.forField(field, 'must be a whole picture')
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

/** Node's own reading would pass over what is no base64. */
function decodeBase64(field: string, base64: string): Buffer {
  const bytes = Buffer.from(base64, 'base64')
  if (base64 === '' || bytes.toString('base64') !== base64) throw InvalidParams.forField(field, 'must be base64')
  return bytes
}

function isSupportedFormat(bytes: Buffer): boolean {
  const header = bytes.subarray(0, 12).toString('latin1')
  return header.startsWith('\x89PNG\r\n\x1a\n') || header.startsWith('\xff\xd8\xff') || /^RIFF.{4}WEBP$/s.test(header)
}
