import { execute, type GraphQLSchema, parse } from 'graphql'
import type { RequestContext } from '../../platform/graphql/request-context.ts'
import type { Quota } from '../../platform/graphql/request-limits.ts'
import type { VisitService } from '../redirects/index.ts'

/** What a form sends. */
export interface ShortenForm {
  readonly longUrl: string
  /** Empty for a code of our choice. */
  readonly customCode: string
}

const document = parse(`mutation ($longUrl: String!, $customCode: String) {
  shortenUrl(longUrl: $longUrl, customCode: $customCode) { shortCode }
}`)

/**
 * Shortens by the very operation behind `POST /free-urls/shorten`, and for the same charge: what is refused there is
 * refused here, and counts of one network are one count. Answers with the code.
 */
export class FormShortener {
  readonly #schema: GraphQLSchema
  readonly #quota: Quota

  constructor(schema: GraphQLSchema, quota: Quota) {
    this.#schema = schema
    this.#quota = quota
  }

  /** Throws what the operation throws. */
  async shorten(context: RequestContext, { longUrl, customCode }: ShortenForm): Promise<string> {
    await this.#quota.charge(context)
    const { data, errors } = await execute({
      schema: this.#schema,
      document,
      contextValue: context,
      variableValues: { longUrl: withScheme(longUrl.trim()), customCode: customCode.trim() || null },
    })
    if (errors?.[0]) throw errors[0]
    return (data as { shortenUrl: { shortCode: string } }).shortenUrl.shortCode
  }
}

/** People type addresses as browsers show them: `example.com/page`. */
function withScheme(address: string): string {
  return /^[^\s/:?#@]+\.[^\s/:?#@]+(:\d+)?([/?#]|$)/.test(address) ? `https://${address}` : address
}

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
export async function findFreeLink(
  visits: VisitService,
  context: RequestContext,
  text: string,
): Promise<FreeLink | null> {
  const link = await visits.find(text)
  if (link?.ownerId !== null || link.expiresAt === null) return null
  if (link.expiresAt <= context.now() || link.blockedAt !== null || !link.isActive) return null
  return { shortUrl: `${context.settings.shortUrl}/${link.code}`, expiresAt: link.expiresAt }
}
