import { execute, type GraphQLSchema, parse } from 'graphql'
import type { RequestContext } from '../../platform/graphql/request-context.ts'
import type { Quota } from '../../platform/graphql/request-limits.ts'
import type { VisitService } from '../redirects/index.ts'

export interface ShortenForm {
  readonly longUrl: string
  /** Empty for a generated code. */
  readonly customCode: string
}

const document = parse(`mutation ($longUrl: String!, $customCode: String) {
  shortenUrl(longUrl: $longUrl, customCode: $customCode) { shortCode }
}`)

/**
 * Runs the mutation of `POST /free-urls/shorten`, so the form has the same rules, the same charge and the same limits
 * per network.
 */
export class FormShortener {
  constructor(
    private readonly schema: GraphQLSchema,
    private readonly quota: Quota,
  ) {}

  /** Returns the code of the new link. Throws the errors of the mutation. */
  async shorten(context: RequestContext, { longUrl, customCode }: ShortenForm): Promise<string> {
    await this.quota.charge(context)
    const { data, errors } = await execute({
      schema: this.schema,
      document,
      contextValue: context,
      variableValues: { longUrl: withScheme(longUrl.trim()), customCode: customCode.trim() || null },
    })
    if (errors?.[0]) throw errors[0]
    return (data as { shortenUrl: { shortCode: string } }).shortenUrl.shortCode
  }
}

/** Adds https:// to `example.com/page`. */
function withScheme(address: string): string {
  return /^[^\s/:?#@]+\.[^\s/:?#@]+(:\d+)?([/?#]|$)/.test(address) ? `https://${address}` : address
}

export interface FreeLink {
  readonly shortUrl: string
  readonly expiresAt: Date
}

/**
 * Finds the active anonymous link with this code. Its page is public, so the result contains only what a visitor of the
 * link can see, and not the destination. Null for every other code: unknown, owned, expired or blocked.
 */
export async function findFreeLink(
  visitService: VisitService,
  context: RequestContext,
  code: string,
): Promise<FreeLink | null> {
  const link = await visitService.find(code)
  if (link?.ownerId !== null || link.expiresAt === null) return null
  if (link.expiresAt <= context.now() || link.blockedAt !== null || !link.isActive) return null
  return { shortUrl: `${context.settings.shortUrl}/${link.code}`, expiresAt: link.expiresAt }
}
