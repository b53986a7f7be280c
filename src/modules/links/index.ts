export { Link } from './link.entity.ts'
export { DestinationBlocked, DestinationLoop, DestinationNotAllowed, LinkNotFound } from './link.errors.ts'
export { assertDestinationsNotBlocked, findBlockedDestinations } from './link.queries.ts'
export { LinkResolver } from './link.resolver.ts'
export { findOwnedLinkFacts } from './link-events.ts'
export {
  type Expirable,
  type ExpiryReason,
  getExpiryReason,
  type LinkExpiryDependencies,
  publishReachedLimits,
} from './link-expiry.ts'
export { findBlockedLinks } from './link-list.service.ts'
export type { LinksModule } from './links.module.ts'
export type { Route } from './route.queries.ts'
export { RouteCache } from './route-cache.ts'
export { getPatternDomain, listCoveringPatterns, parseBlockPattern } from './rules/block-patterns.ts'
export { buildFinalDestination, getCampaign } from './rules/final-destination.ts'
export { LinkRules } from './rules/link-rules.ts'
export { toCodeKey } from './rules/slug-rules.ts'
export { ShortCodeService } from './short-code.service.ts'
