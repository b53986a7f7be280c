import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import { buildShortUrl, type Route, type RouteCache, toPageKey } from '../../links/index.ts'
import { buildImageUrl } from '../bio-image.service.ts'
import { BioPage } from '../bio-page.entity.ts'
import { BioPageNotFound } from '../bio-page.errors.ts'
import { BioBlock, isShown } from '../blocks/bio-block.entity.ts'
import type { PublicBioBlock, PublicBioPage } from './public-page.types.ts'

/** A published page with the blocks that visitors see now. */
export interface ShownPage {
  readonly page: BioPage
  readonly blocks: readonly BioBlock[]
}

/** Bio pages as visitors see them. */
export class PublicPageService {
  constructor(private readonly routeCache: RouteCache) {}

  /** The route of a page, drafts and blocked pages included; null for an unknown slug. */
  async findRoute(slug: string): Promise<Route | null> {
    const key = toPageKey(slug)
    return key === null ? null : this.routeCache.find(key)
  }

  /** The content of a page; null when it was deleted or unpublished meanwhile. */
  async load(context: RequestContext, linkId: string): Promise<ShownPage | null> {
    const { em } = context
    const now = context.now()
    const link = { id: linkId, isActive: true, blockedAt: null }
    const where = { link, workspace: { suspendedAt: null } }
    const page = await em.findOne(BioPage, where, { populate: ['link'], refresh: true })
    if (!page) return null
    const options = { populate: ['link'], orderBy: { position: 'asc' }, refresh: true } as const
    const blocks = await em.find(BioBlock, { page: page.id, isVisible: true }, options)
    return { page, blocks: blocks.filter((block) => isShown(block, now)) }
  }

  /** A published page as JSON. It records no view. Throws `BioPageNotFound` for drafts and blocked pages. */
  async get(context: RequestContext, slug: string): Promise<PublicBioPage> {
    const route = await this.findRoute(slug)
    const shown = route && (await this.load(context, route.id))
    if (!shown) throw new BioPageNotFound()
    return toPublicPage(context, shown)
  }
}

/** The texts and addresses of a page, for its HTML and its JSON. */
export function toPublicPage(context: RequestContext, { page, blocks }: ShownPage): PublicBioPage {
  const { slug, title, description, theme, avatarFile, socialImageFile } = page
  return {
    slug,
    url: buildShortUrl(context, page.link.unwrap()),
    title,
    description,
    avatarUrl: buildImageUrl(context, avatarFile),
    theme,
    seoTitle: page.seoTitle ?? title,
    seoDescription: page.seoDescription ?? description,
    socialImageUrl: buildImageUrl(context, socialImageFile),
    blocks: blocks.map((block) => toPublicBlock(context, block)),
  }
}

function toPublicBlock(context: RequestContext, block: BioBlock): PublicBioBlock {
  const { id, type, title, content, network, link } = block
  return { id, type, title, content, network, url: link && buildShortUrl(context, link.unwrap()) }
}
