import { createHash } from 'node:crypto'
import type { EntityManager } from '../../../platform/database/database.ts'
import type { EventPublisher } from '../../../platform/events/event-publisher.ts'
import { base64Of } from '../../../platform/graphql/inputs/image-upload.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { type RedrawnImage, redrawUpload } from '../../../platform/shared/uploaded-image.ts'
import { BioImage, type BioImageKind } from './bio-image.entity.ts'
import type { BioPage } from './bio-page.entity.ts'
import type { SetBioPageImageArgs } from './bio-page.inputs.ts'
import type { BioPageService } from './bio-page.service.ts'
import { publishBioPageUpdated } from './bio-page-events.ts'

/** The sizes and formats of the images. Not every preview crawler reads WebP. */
export const imageFormats = {
  avatar: { width: 320, height: 320, extension: 'webp', mediaType: 'image/webp' },
  social: { width: 1200, height: 630, extension: 'jpg', mediaType: 'image/jpeg' },
} as const

const fileFields = { avatar: 'avatarFile', social: 'socialImageFile' } as const satisfies Record<
  BioImageKind,
  keyof BioPage
>

/** The images of bio pages. */
export class BioImageService {
  constructor(
    private readonly bioPageService: BioPageService,
    private readonly events: EventPublisher,
  ) {}

  /** Stores an image of a page in place of the one before. Throws `BioPageNotFound` and `InvalidParams`. */
  async set(context: RequestContext, { id, kind, image }: SetBioPageImageArgs): Promise<BioPage> {
    // Only callers who may change the page make the service decode images.
    context.requireRole((await this.bioPageService.get(context, id)).workspace.id)
    const { data } = await redraw(context.accountId, kind, base64Of(image))
    const hash = createHash('sha256').update(data).digest('hex').slice(0, 32)
    const file = `${hash}.${imageFormats[kind].extension}`
    return this.bioPageService.change(context, id, async (em, page) => {
      await em.upsert(BioImage, { page: id, kind, file, bytes: data })
      await this.storeFile(context, em, page, kind, file)
    })
  }

  /** Deletes an image of a page, if it has one. Throws `BioPageNotFound`. */
  delete(context: RequestContext, id: string, kind: BioImageKind): Promise<BioPage> {
    return this.bioPageService.change(context, id, async (em, page) => {
      await em.nativeDelete(BioImage, { page: id, kind })
      await this.storeFile(context, em, page, kind, null)
    })
  }

  /** The bytes of an image that visitors may see; null if there is none, or if its pages are blocked or deleted. */
  async find(em: EntityManager, file: string): Promise<Buffer | null> {
    const where = { file, page: { link: { blockedAt: null }, workspace: { deletedAt: null, suspendedAt: null } } }
    return (await em.findOne(BioImage, where, { disableIdentityMap: true }))?.bytes ?? null
  }

  private async storeFile(
    context: RequestContext,
    em: EntityManager,
    page: BioPage,
    kind: BioImageKind,
    file: string | null,
  ): Promise<void> {
    const field = fileFields[kind]
    const from = page[field]
    if (from === file) return
    Object.assign(page, { [field]: file, updatedAt: context.now() })
    await publishBioPageUpdated(this.events, context, em, page, { [field]: { from, to: file } })
  }
}

function redraw(accountId: string, kind: BioImageKind, image: string): Promise<RedrawnImage> {
  const { width, height } = imageFormats[kind]
  return redrawUpload(accountId, 'image', image, (drawn) => {
    const resized = drawn.resize(width, height, { fit: 'cover', position: 'attention' })
    return kind === 'avatar'
      ? resized.webp({ quality: 82 })
      : resized.flatten({ background: '#ffffff' }).jpeg({ quality: 80, mozjpeg: true })
  })
}

/** Where browsers find an image; null without one. */
export function buildImageUrl({ settings }: RequestContext, file: string | null): string | null {
  return file === null ? null : `${settings.shortUrl}/p/images/${file}`
}
