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

/** Who shortens: an account may use more of everything than somebody without one. */
export type LinkCreator = 'owner' | 'anonymous'

const limitsByCreator = {
  owner: { slugMinLength: 3, destinationMaxLength: 8192, otherShorteners: 'allowed' },
  anonymous: { slugMinLength: 5, destinationMaxLength: 2048, otherShorteners: 'refused' },
} as const

/** The rules of slugs and destinations as this installation has them set. */
export class LinkRules {
  readonly #deniedWords: DeniedWords
  readonly #ownHosts: ReadonlySet<string>
  readonly #allowsPrivateHosts: boolean
  readonly #routePaths: Iterable<string>
  #reservedWords: ReadonlySet<string> | undefined

  /** `routes` are the paths the service really has; they are read when the first slug is, after all are registered. */
  constructor(settings: Settings, routePaths: Iterable<string>) {
    this.#deniedWords = new DeniedWords([...defaultDeniedWords, ...settings.deniedWords])
    this.#ownHosts = new Set([settings.publicUrl, settings.shortUrl].map((address) => new URL(address).hostname))
    this.#allowsPrivateHosts = settings.allowPrivateDestinations
    this.#routePaths = routePaths
  }

  parseSlug(field: SlugField, text: string, creator: LinkCreator): Slug {
    this.#reservedWords ??= listReservedWords(this.#routePaths)
    return parseSlug(field, text, {
      minLength: limitsByCreator[creator].slugMinLength,
      reserved: this.#reservedWords,
      denied: this.#deniedWords,
    })
  }

  /** Whether a generated code may be handed out. */
  isCodeAllowed(code: string): boolean {
    this.#reservedWords ??= listReservedWords(this.#routePaths)
    return !this.#reservedWords.has(code) && !this.#deniedWords.hasDeniedWord(code)
  }

  parseDestination(field: DestinationField, text: string, creator: LinkCreator): string {
    const { destinationMaxLength, otherShorteners } = limitsByCreator[creator]
    const rules = {
      maxLength: destinationMaxLength,
      ownHosts: this.#ownHosts,
      allowPrivate: this.#allowsPrivateHosts,
      otherShorteners,
    }
    return parseDestination(field, text, rules)
  }
}

type RedirectOptions = Pick<Link, 'redirectType' | 'clickLimit' | 'passwordHash' | 'expiresAt'>

/** A permanent redirect is remembered by browsers, which would then pass by the limit, the date and the password. */
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
