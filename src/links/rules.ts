import type { Settings } from '../config.ts'
import { DeniedWords, defaultDeniedWords } from './rules/denied.ts'
import { type DestinationField, readDestination } from './rules/destination.ts'
import { reservedWords } from './rules/reserved.ts'
import { readSlug, type Slug, type SlugField } from './rules/slug.ts'

/** Who shortens: an account may use more of everything than somebody without one. */
export type Standing = 'owner' | 'anonymous'

const bounds = {
  owner: { slugMinLength: 3, destinationMaxLength: 8192, otherShorteners: 'allowed' },
  anonymous: { slugMinLength: 5, destinationMaxLength: 2048, otherShorteners: 'refused' },
} as const

/** The rules of slugs and destinations as this installation has them set. */
export class LinkRules {
  readonly #denied: DeniedWords
  readonly #ownHosts: ReadonlySet<string>
  readonly #allowPrivate: boolean
  readonly #routes: Iterable<string>
  #reserved: ReadonlySet<string> | undefined

  /** `routes` are the paths the service really has; they are read when the first slug is, after all are registered. */
  constructor(settings: Settings, routes: Iterable<string>) {
    this.#denied = new DeniedWords([...defaultDeniedWords, ...settings.deniedWords])
    this.#ownHosts = new Set([settings.publicUrl, settings.shortUrl].map((address) => new URL(address).hostname))
    this.#allowPrivate = settings.allowPrivateDestinations
    this.#routes = routes
  }

  slug(field: SlugField, text: string, standing: Standing): Slug {
    this.#reserved ??= reservedWords(this.#routes)
    return readSlug(field, text, {
      minLength: bounds[standing].slugMinLength,
      reserved: this.#reserved,
      denied: this.#denied,
    })
  }

  /** Whether a generated code may be handed out. */
  permits(code: string): boolean {
    this.#reserved ??= reservedWords(this.#routes)
    return !this.#reserved.has(code) && !this.#denied.denies(code)
  }

  destination(field: DestinationField, text: string, standing: Standing): string {
    const { destinationMaxLength, otherShorteners } = bounds[standing]
    const rules = {
      maxLength: destinationMaxLength,
      ownHosts: this.#ownHosts,
      allowPrivate: this.#allowPrivate,
      otherShorteners,
    }
    return readDestination(field, text, rules)
  }
}
