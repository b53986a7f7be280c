export { AbuseReason, BlockCause } from './block-causes.ts'
export { linkPlanLimit } from './changes/link-insert.queries.ts'
export { createUnlistedLink } from './changes/unlisted-link.ts'
export { ShortCodeService } from './codes/short-code.service.ts'
export { findServedApps } from './domains/app-links/app-link.service.ts'
export { AndroidApp, AppleApp, excludedPathPrefix } from './domains/app-links/app-link.types.ts'
export { Domain } from './domains/domain.entity.ts'
export { domainPlanLimit } from './domains/domain.service.ts'
export { countUnprovenDomains } from './domains/domain-check.queries.ts'
export { DomainDirectory, type ServedDomain, type Site } from './domains/domain-directory.ts'
export type { MissingCodes } from './domains/missing-codes.ts'
export { chargeExport } from './export/export-limit.ts'
export { linkMediaTypes, readLinks, writeLinks } from './export/link-export.service.ts'
export { LinkExportArgs } from './export/link-export.types.ts'
export { findClickedLinks } from './import-rows/clicked-links.ts'
export {
  type ConflictPolicy,
  type ImportedLink,
  ImportOvertaken,
  type RowResult,
  toRowFailure,
} from './import-rows/imported-link.ts'
export {
  type ImportedRule,
  type PreparedRules,
  type RuleImporter,
  unreadableRules,
} from './import-rows/imported-rule.ts'
export type { LinkImporter } from './import-rows/link-importer.ts'
export { Link } from './link.entity.ts'
export {
  DestinationLoop,
  DestinationNotAllowed,
  LinkNotFound,
  OptionConflict,
  SlugNotAllowed,
  SlugReserved,
  SlugTaken,
} from './link.errors.ts'
export { type LinkFilterArgs, LinkSearchArgs } from './link.inputs.ts'
export { storeFrameability } from './link.queries.ts'
export { LinkResolver } from './link.resolver.ts'
export { lockOwnedLink } from './link.service.ts'
export { buildShortUrl, formatShortName, getShortBase, UrlConnection } from './link.types.ts'
export type { LinkKind } from './link-defaults.ts'
export {
  findOwnedLinkFacts,
  type OwnedLinkFacts,
  publishLinkChanges,
  publishMovedLinks,
} from './link-events.ts'
export {
  type ClickedLink,
  type Expirable,
  ExpiryReason,
  getExpiryReason,
  type LinkExpiryDependencies,
  publishReachedLimits,
} from './link-expiry.ts'
export { type LinksModule, linksModule } from './links.module.ts'
export { updateClickTotals } from './listing/click-totals.queries.ts'
export {
  type BlockedLink,
  buildLinkFilter,
  findBlockedLinks,
  type LinkListService,
  loadOwnedLink,
} from './listing/link-list.service.ts'
export { getTextOfLink, searchedOfLink, titleOfLinkSql } from './listing/linked-list.ts'
export { Folder } from './organizing/folder.entity.ts'
export { FolderNotFound } from './organizing/folder.errors.ts'
export { folderPlanLimit } from './organizing/folder.service.ts'
export { lockPlacements } from './organizing/link-placement.ts'
export {
  buildPlacementClauses,
  type LinkPlacementFilter,
  type PlacementKind,
  placedLinksSql,
  placementKinds,
} from './organizing/organizing.queries.ts'
export { LinkPlacementArgs } from './organizing/placement.inputs.ts'
export { Tag } from './organizing/tag.entity.ts'
export { TagNotFound } from './organizing/tag.errors.ts'
export { tagPlanLimit } from './organizing/tag.service.ts'
export type { Route } from './route.queries.ts'
export { RouteCache } from './route-cache.ts'
export { assertDestinationsNotBlocked, findBlockedDestinations } from './rules/blocked-destinations.ts'
export { canCloak, isFramed } from './rules/cloaking.ts'
export { type CodeAddress, dropTrailing, listCodeKeys, readCodeAddress } from './rules/code-address.ts'
export { IsDestination } from './rules/destination-rules.ts'
export { buildFinalDestination, getCampaign } from './rules/final-destination.ts'
export { appendPath, readForwardedPath } from './rules/forwarded-path.ts'
export { ownerLimits, previewLimits } from './rules/link-limits.ts'
export type { OptionKind } from './rules/link-option-table.ts'
export {
  dateOptions,
  describeOptions,
  type LinkOption,
  readOptions,
  toColumnName,
  visitedAddresses,
} from './rules/link-options.ts'
export { assertNoOptionConflicts, findPixelConflicts, LinkRules } from './rules/link-rules.ts'
export {
  type RouteRule,
  type RuleKind,
  readRouteRules,
  ruleKinds,
  type StoredRouteRule,
} from './rules/route-rule.ts'
export { IsSlug, pageCodePrefix, toPageKey, toRouteKey } from './rules/slug-rules.ts'
export { VisitorQuery } from './rules/visitor-query.ts'
export { utmTemplatePlanLimit } from './utm/utm-template.service.ts'
export { noUtmValues } from './utm/utm-values.ts'
