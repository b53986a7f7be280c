import sharp, { type OutputInfo, type Sharp } from 'sharp'
import { ConcurrencyLimiter } from './event-loop/concurrency-limiter.ts'
import { defineIssue, type FieldIssue } from './field-issue.ts'
import { InvalidParams } from './general.errors.ts'
import { findImageFormat } from './image-format.ts'

/** Limits the memory of decoding, which needs four bytes per pixel. */
export const maxUploadPixels = 4_000_000

/**
 * The longer side of an upload is at most this many times the shorter one. An image that covers a shape is first enlarged until its
 * shorter side fits: one of 8,192 by 1 pixels would take 77 seconds of CPU. With the pixels, it bounds each side to 6,324.
 */
export const maxSideRatio = 10

const notBase64 = defineIssue('NOT_BASE64', 'must be base64')
const notAnImage = defineIssue('NOT_AN_IMAGE', 'must be a PNG, JPEG or WebP')
const imageTooNarrow = defineIssue('IMAGE_TOO_NARROW', 'must have no side longer than {max} times the other')
const imageTooLarge = defineIssue('IMAGE_TOO_LARGE', 'must have at most {max} pixels')
const brokenImage = defineIssue('BROKEN_IMAGE', 'must be a complete image')

/** Decoding needs much memory. */
const decodeLimiter = new ConcurrencyLimiter({ maxConcurrent: 1, maxQueued: 20 })

export interface RedrawnImage {
  readonly data: Buffer
  readonly info: OutputInfo
}

/**
 * Decodes a base64 image, turned upright and in sRGB, and encodes its pixels again as `draw` says, which drops metadata,
 * extra frames and appended data. Callers have equal shares of the decoding. Throws `InvalidParams` for `field` if the file is not a PNG, JPEG or WebP, is too large,
 * or is corrupt.
 */
export async function redrawUpload(
  caller: string,
  field: string,
  base64: string,
  draw: (image: Sharp) => Sharp,
): Promise<RedrawnImage> {
  const createError = (issue: FieldIssue) => InvalidParams.forField(field, issue)
  const bytes = Buffer.from(base64, 'base64')
  // `Buffer.from` ignores invalid characters.
  if (base64 === '' || bytes.toString('base64') !== base64) throw createError(notBase64())
  // The library would also accept other formats, such as SVG.
  if (!findImageFormat(bytes)) throw createError(notAnImage())
  try {
    return await decodeLimiter.run(caller, async () => {
      const image = sharp(bytes, { limitInputPixels: maxUploadPixels, failOn: 'truncated' })
      const { width, height } = await image.metadata()
      if (Math.max(width, height) > maxSideRatio * Math.min(width, height))
        throw createError(imageTooNarrow({ max: maxSideRatio }))
      return draw(image.autoOrient().toColourspace('srgb')).toBuffer({ resolveWithObject: true })
    })
  } catch (error) {
    if (error instanceof Error && /pixel limit/.test(error.message))
      throw createError(imageTooLarge({ max: maxUploadPixels }))
    // The library has no error classes. A plain `Error` means a corrupt image.
    if (error instanceof Error && error.constructor === Error) throw createError(brokenImage())
    throw error
  }
}
