import type { Context } from '../graphql/context.ts'
import type { Visits } from '../redirect/index.ts'

/** What the page of a fresh link shows. */
export interface FreeLink {
  readonly shortUrl: string
  readonly expiresAt: Date
}

/**
 * The link made without an account that answers to a code, for anybody who names it: its page needs no session. It shows
 * the short address and until when that works, which whoever opens the link learns as well, and not where it leads.
 * Null for every other code, one with an owner as well as one nobody has.
 */
export async function freeLink(visits: Visits, context: Context, text: string): Promise<FreeLink | null> {
  const link = await visits.find(text)
  if (link?.ownerId !== null || link.expiresAt === null) return null
  if (link.expiresAt <= context.now() || link.blockedAt !== null || !link.isActive) return null
  return { shortUrl: `${context.settings.shortUrl}/${link.code}`, expiresAt: link.expiresAt }
}
