import sharp from 'sharp'
import { batchById, type RequestContext } from '../../platform/graphql/request-context.ts'
import { assertWithinPlanLimit, createPlanLimit } from '../../platform/rate-limiting/plan-limit.ts'
import { ConcurrencyLimiter } from '../../platform/shared/concurrency-limiter.ts'
import { InvalidParams } from '../../platform/shared/general.errors.ts'
import { newId } from '../../platform/shared/ids.ts'
import { LogoNotFound } from './qr-code.errors.ts'
import type { CreateQrLogoArgs } from './qr-code.inputs.ts'
import { QrLogo } from './qr-logo.entity.ts'

export const logoPlanLimit = createPlanLimit(QrLogo, 'logos', 20)

/** The caller's logos. The workspaces are in each query, so a logo of another one gives the same 404. */
export class QrLogoService {
  /** A logo of a code; null when it was deleted meanwhile. */
  readonly load = batchById(({ em, workspaceIds }, ids) =>
    em.find(QrLogo, { id: { $in: ids }, workspace: { $in: workspaceIds } }),
  )

  /** Stores an image as a logo. Throws `PlanLimitReached` beyond 20. */
  async create(context: RequestContext, { name, image }: CreateQrLogoArgs): Promise<QrLogo> {
    const sanitizedImage = await sanitizeImage(image)
    const now = context.now()
    const { workspaceId } = context
    return context.em.transactional(async (em) => {
      await assertWithinPlanLimit(logoPlanLimit, em, workspaceId, context)
      const logo = em.create(QrLogo, {
        id: newId('lgo', now),
        workspace: workspaceId,
        name: name.trim(),
        ...sanitizedImage,
        createdAt: now,
      })
      em.persist(logo)
      return logo
    })
  }

  /** All logos of the caller, newest first; there are at most 20. */
  list(context: RequestContext): Promise<QrLogo[]> {
    const newestFirst = { createdAt: 'desc', id: 'desc' } as const
    return context.em.find(QrLogo, { workspace: context.workspaceId }, { orderBy: newestFirst })
  }

  /** Throws `LogoNotFound`. */
  get({ em, workspaceIds }: RequestContext, id: string): Promise<QrLogo> {
    return em.findOneOrFail(QrLogo, { id, workspace: { $in: workspaceIds } }, { failHandler: () => new LogoNotFound() })
  }

  /** Deletes a logo; the foreign key removes it from its codes. Throws `LogoNotFound`. */
  async delete(context: RequestContext, id: string): Promise<void> {
    const logo = await this.get(context, id)
    context.requireRole(logo.workspace.id)
    await context.em.nativeDelete(QrLogo, { id })
  }
}

/** The stored image: a PNG without metadata. */
type SanitizedImage = Pick<QrLogo, 'png' | 'width' | 'height'>

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
async function sanitizeImage(base64: string): Promise<SanitizedImage> {
  const bytes = decodeBase64(base64)
  // The library would also accept other formats, such as SVG.
  if (!isSupportedFormat(bytes)) throw createImageError('must be a PNG, JPEG or WebP')
  try {
    return await decodeLimiter.run(() => redrawImage(bytes))
  } catch (error) {
    if (error instanceof Error && /pixel limit/.test(error.message))
      throw createImageError(`must have at most ${maxPixels} pixels`)
    // The library has no error classes. A plain `Error` means a corrupt image.
    if (error instanceof Error && error.constructor === Error) throw createImageError('must be a complete image')
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
function decodeBase64(base64: string): Buffer {
  const bytes = Buffer.from(base64, 'base64')
  if (base64 === '' || bytes.toString('base64') !== base64) throw createImageError('must be base64')
  return bytes
}

function createImageError(issue: string): InvalidParams {
  return InvalidParams.forField('image', issue)
}

function isSupportedFormat(bytes: Buffer): boolean {
  const header = bytes.subarray(0, 12).toString('latin1')
  return header.startsWith('\x89PNG\r\n\x1a\n') || header.startsWith('\xff\xd8\xff') || /^RIFF.{4}WEBP$/s.test(header)
}
