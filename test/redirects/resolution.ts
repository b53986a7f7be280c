import { toEnumName } from '../../src/platform/shared/enum-type.ts'

/** The fields of a RedirectResponse over GraphQL. */
export const resolutionSelection = `{
  id destination code domainHost shortUrl hasPassword isExpired isActive startsAt expiryReason isBlocked
  routing { isCloaked redirectType notYetUrl expiredUrl matchedRule { id kind variant isBlocking blockMessage } }
}`

interface RestResolution {
  readonly originalUrl: string | null
  readonly shortUrl: string
  readonly expiryReason: string | null
}

/** A resolution of REST as GraphQL returns it. */
export function toGraphqlResolution({ originalUrl, shortUrl: code, expiryReason, ...others }: RestResolution) {
  return {
    ...others,
    destination: originalUrl,
    code,
    shortUrl: `http://tack.test/${code}`,
    expiryReason: expiryReason && toEnumName(expiryReason),
  }
}
