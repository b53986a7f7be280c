import type { FixedOption } from './rules/link-options.ts'

/** Lists have only a `link`. A `qr` link is of a dynamic QR code, a `bio` link of a block. Visits of a `bio_page` are views. */
export type LinkKind = 'link' | 'qr' | 'bio' | 'bio_page'

/** The properties of a link that `em.create` does not need: properties with a default, and getters. */
export type DefaultedLinkProperty =
  | 'kind'
  | 'currentClicks'
  | 'pastClicks'
  | 'importedClicks'
  | 'isActive'
  | 'passwordVersion'
  | FixedOption
  | 'ruleCount'
  | 'customUrl'
  | 'isCloakable'
  | 'hasPassword'
  | 'isBlocked'
  | 'workspaceId'
  | 'domainId'
  | 'routeKey'
  | 'hasPixels'
  | 'folderId'
