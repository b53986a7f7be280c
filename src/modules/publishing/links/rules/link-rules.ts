import type { Settings } from '../../../../config.ts'
import { parseAll } from '../../../../platform/graphql/inputs/argument-validation.ts'
import { defineIssue, notBefore } from '../../../../platform/shared/field-issue.ts'
import { InvalidParams } from '../../../../platform/shared/general.errors.ts'
import { OptionConflict } from '../link.errors.ts'
import { type DestinationField, type DestinationRules, notHttps, parseDestination } from './destination-rules.ts'
import { anonymousLimits, ownerLimits } from './link-limits.ts'
import { type AddressOption, type AddressValues, addressOptions, definitionOf, type Given } from './link-options.ts'
import { listDomainReservedWords, listReservedWords } from './reserved-words.ts'
import { DeniedWords, defaultDeniedWords, parseSlug, type Slug } from './slug-rules.ts'

export type LinkCreator = 'owner' | 'anonymous'

/** The link that gets a slug. */
export interface SlugContext {
  /** The present code of the link. */
  readonly currentCode?: string | null
  /** Whether its address is on a domain of a workspace, where most pages of the service do not exist. */
  readonly hasDomain?: boolean
  /** Whether it is an alias of another service. On a domain of the workspace, printed addresses keep it as it is. */
  readonly isImported?: boolean
}

const excludesPixels = defineIssue('EXCLUDES_PIXELS', 'pixels never run with this: detach the pixels of the link first')
const excludesPermanent = defineIssue(
  'EXCLUDES_PERMANENT',
  'a permanent redirect (301 or 308) cannot be combined with these',
)

const limitsByCreator = { owner: ownerLimits, anonymous: anonymousLimits } as const

/** The rules for slugs and destinations, with the settings of this installation. */
export class LinkRules {
  private readonly deniedWords: DeniedWords
  private readonly ownAddresses: readonly URL[]
  private reservedWords: ReadonlySet<string> | undefined
  private domainReservedWords: ReadonlySet<string> | undefined

  /** Reads `routePaths` with the first slug, when all routes are registered. `isDomain` knows the domains of all links. */
  constructor(
    private readonly settings: Settings,
    private readonly routePaths: Iterable<string>,
    private readonly isDomain: (host: string) => boolean,
  ) {
    this.deniedWords = new DeniedWords([...defaultDeniedWords, ...settings.deniedWords])
    this.ownAddresses = [settings.publicUrl, settings.shortUrl].map((address) => new URL(address))
  }

  /** Null when no slug is given. A link may keep its code, even if the code is a reserved or denied word by now. */
  parseSlug(
    text: string | null | undefined,
    creator: LinkCreator,
    { currentCode, hasDomain = false, isImported = false }: SlugContext = {},
  ): Slug | null {
    if (text == null) return null
    this.reservedWords ??= listReservedWords(this.routePaths)
    this.domainReservedWords ??= listDomainReservedWords(this.reservedWords)
    return parseSlug(text, {
      minLength: hasDomain && isImported ? 1 : limitsByCreator[creator].slugMinLength,
      isImported: hasDomain && isImported,
      reserved: hasDomain ? this.domainReservedWords : this.reservedWords,
      denied: this.deniedWords,
      currentKey: currentCode?.toLowerCase(),
    })
  }

  /** The slug of a page. The page may keep its present slug. */
  parsePageSlug(text: string, currentSlug?: string): Slug {
    this.reservedWords ??= listReservedWords(this.routePaths)
    return parseSlug(text, {
      minLength: limitsByCreator.owner.slugMinLength,
      reserved: this.reservedWords,
      denied: this.deniedWords,
      currentKey: currentSlug?.toLowerCase(),
      field: 'slug',
    })
  }

  /** Whether a link of an owner can get this slug, on the host of the service or on a domain. */
  isSlugAllowed(text: string): boolean {
    try {
      return this.parseSlug(text, 'owner') !== null
    } catch {
      return false
    }
  }

  /** Whether a code in lower case is neither reserved nor denied. */
  isCodeAllowed(code: string): boolean {
    this.reservedWords ??= listReservedWords(this.routePaths)
    return !this.reservedWords.has(code) && !this.deniedWords.hasDeniedWord(code)
  }

  /** The addresses that an input gives besides the destination. Throws the problems of all of them. */
  parseAddresses(input: Given<AddressValues>): Partial<AddressValues> {
    const given = addressOptions.filter((name) => input[name] !== undefined)
    const values = parseAll(...given.map((name) => () => this.parseAddress(name, input[name] ?? null)))
    return Object.fromEntries(given.map((name, position) => [name, values[position]]))
  }

  private parseAddress(name: AddressOption, text: string | null): string | null {
    if (text === null) return null
    const { maxLength = 0, isImage } = definitionOf(name)
    const address = parseDestination(name, text, { ...this.destinationRulesOf('owner'), maxLength })
    if (isImage && !address.startsWith('https:')) throw InvalidParams.forField(name, notHttps())
    return address
  }

  /** The address of a page that the service reads for its caller. The HTTP client decides which hosts may be called. */
  parsePageAddress(text: string): string {
    return parseDestination('url', text, { ...this.destinationRulesOf('owner'), allowPrivate: true })
  }

  parseDestination(field: DestinationField, text: string, creator: LinkCreator): string {
    return parseDestination(field, text, this.destinationRulesOf(creator))
  }

  private destinationRulesOf(creator: LinkCreator): DestinationRules {
    const { destinationMaxLength, otherShorteners } = limitsByCreator[creator]
    return {
      maxLength: destinationMaxLength,
      ownAddresses: this.ownAddresses,
      isDomain: this.isDomain,
      allowPrivate: this.settings.allowPrivateDestinations,
      otherShorteners,
    }
  }
}

/** The options that exclude each other. A password or its hash. */
export interface RedirectOptions {
  readonly redirectType: number
  readonly clickLimit?: number | null
  readonly password?: string | null
  readonly expiresAt?: Date | null
  /** Rules that decide where visitors go. */
  readonly ruleCount?: number
  readonly isCloaked: boolean
  readonly privacyMode: boolean
  readonly hasPixels?: boolean
}

/**
 * Throws `OptionConflict`: browsers cache a permanent redirect and so bypass the limit, the expiry, the password and
 * the rules; and pixels would never run.
 */
export function assertNoOptionConflicts(options: RedirectOptions): void {
  assertNoPermanentConflicts(options)
  const conflicts = options.hasPixels ? findPixelConflicts(options) : []
  if (conflicts.length > 0) throw new OptionConflict(conflicts, excludesPixels())
}

/** Throws `InvalidParams` for a link that would never be open. */
export function assertStartsBeforeEnd({
  startsAt,
  expiresAt,
}: {
  readonly startsAt?: Date | null | undefined
  readonly expiresAt?: Date | null | undefined
}): void {
  if (startsAt && expiresAt && startsAt >= expiresAt)
    throw InvalidParams.forField('startsAt', notBefore({ other: 'expiresAt' }))
}

/** The options that keep visitors of a link from the page with pixels. */
export function findPixelConflicts({ redirectType, password, isCloaked, privacyMode }: RedirectOptions): string[] {
  return [
    isPermanent(redirectType) && 'redirectType',
    password != null && 'password',
    isCloaked && 'isCloaked',
    privacyMode && 'privacyMode',
  ].filter((name) => name !== false)
}

function isPermanent(redirectType: number): boolean {
  return redirectType === 301 || redirectType === 308
}

function assertNoPermanentConflicts(options: RedirectOptions): void {
  if (!isPermanent(options.redirectType)) return
  const conflicts = [
    options.clickLimit != null && 'clickLimit',
    options.password != null && 'password',
    options.expiresAt != null && 'expiresAt',
    (options.ruleCount ?? 0) > 0 && 'rules',
  ].filter((name) => name !== false)
  if (conflicts.length > 0) {
    throw new OptionConflict(['redirectType', ...conflicts], excludesPermanent())
  }
}
