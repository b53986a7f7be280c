import type { EntityManager } from '../../../../platform/database/database.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import { newId } from '../../../../platform/shared/ids.ts'
import type { ShortCodeService } from '../codes/short-code.service.ts'
import { Link } from '../link.entity.ts'
import type { Slug } from '../rules/slug-rules.ts'

/** What a link has that is in no list of links: of a QR code, of a block of a page, or of nobody. */
export interface UnlistedLink extends Pick<Link, 'kind' | 'title' | 'originalUrl'>, Partial<Pick<Link, 'expiresAt'>> {
  readonly workspace: string | null
  readonly creator: string | null
  /** Null for a random code. */
  readonly slug: Slug | null
  /** When the code becomes available again; null for never. */
  readonly releasedAt: Date | null
}

/**
 * Creates the link with its code in the transaction of `em`. Check its destination before, and invalidate its route after
 * the commit. Throws `SlugTaken`.
 */
export async function createUnlistedLink(
  codes: ShortCodeService,
  context: RequestContext,
  em: EntityManager,
  { slug, releasedAt, ...values }: UnlistedLink,
): Promise<Link> {
  const now = context.now()
  const id = newId('lnk', now)
  const claim = { linkId: id, workspaceId: values.workspace, domainId: null, releasedAt }
  const code = await codes.claimSlugOrRandom(context, em, slug, claim)
  const link = em.create(Link, { ...values, id, code, isCustom: slug !== null, createdAt: now, updatedAt: now })
  em.persist(link)
  return link
}
