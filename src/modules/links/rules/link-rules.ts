import type { Settings } from '../../../config.ts'
import type { Link } from '../link.entity.ts'
import { OptionConflict } from '../link.errors.ts'
import { type DestinationField, parseDestination } from './destination-rules.ts'
import {
  DeniedWords,
  defaultDeniedWords,
  listReservedWords,
  parseSlug,
  type Slug,
  type SlugField,
} from './slug-rules.ts'

/** Links of an account have higher limits than anonymous links. */
export type LinkCreator = 'owner' | 'anonymous'

const limitsByCreator = {
  owner: { slugMinLength: 3, destinationMaxLength: 8192, otherShorteners: 'allowed' },
  anonymous: { slugMinLength: 5, destinationMaxLength: 2048, otherShorteners: 'rejected' },
} as const

/** The rules for slugs and destinations, with the settings of this installation. */
export class LinkRules {
  private readonly deniedWords: DeniedWords
  private readonly ownHosts: ReadonlySet<string>
  private readonly allowsPrivateHosts: boolean
  private reservedWords: ReadonlySet<string> | undefined

  /** Reads `routePaths` with the first slug, when all routes are registered. */
  constructor(
    settings: Settings,
    private readonly routePaths: Iterable<string>,
  ) {
    this.deniedWords = new DeniedWords([...defaultDeniedWords, ...settings.deniedWords])
    this.ownHosts = new Set([settings.publicUrl, settings.shortUrl].map((address) => new URL(address).hostname))
    this.allowsPrivateHosts = settings.allowPrivateDestinations
  }

  /** Null when no slug is given. */
  parseSlug(field: SlugField, text: string | null | undefined, creator: LinkCreator): Slug | null {
    if (text == null) return null
    this.reservedWords ??= listReservedWords(this.routePaths)
    return parseSlug(field, text, {
      minLength: limitsByCreator[creator].slugMinLength,
      reserved: this.reservedWords,
      denied: this.deniedWords,
    })
  }

  /** Whether a generated code is neither reserved nor denied. */
  isCodeAllowed(code: string): boolean {
    this.reservedWords ??= listReservedWords(this.routePaths)
    return !this.reservedWords.has(code) && !this.deniedWords.hasDeniedWord(code)
  }

  parseDestination(field: DestinationField, text: string, creator: LinkCreator): string {
    const { destinationMaxLength, otherShorteners } = limitsByCreator[creator]
    return parseDestination(field, text, {
      maxLength: destinationMaxLength,
      ownHosts: this.ownHosts,
      allowPrivate: this.allowsPrivateHosts,
      otherShorteners,
    })
  }
}

type RedirectOptions = Pick<Link, 'redirectType' | 'clickLimit' | 'passwordHash' | 'expiresAt'>

/** Throws `OptionConflict`: browsers cache a permanent redirect and so bypass the limit, the expiry and the password. */
export function assertNoOptionConflicts(link: RedirectOptions): void {
  if (link.redirectType !== 301 && link.redirectType !== 308) return
  const conflicts = [
    link.clickLimit !== null && 'clickLimit',
    link.passwordHash !== null && 'password',
    link.expiresAt !== null && 'expiresAt',
  ].filter((name) => name !== false)
  if (conflicts.length > 0) {
    throw new OptionConflict(
      ['redirectType', ...conflicts],
      'a permanent redirect (301 or 308) cannot be combined with these',
    )
  }
}
