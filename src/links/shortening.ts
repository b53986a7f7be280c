import { newId } from '../base/ids.ts'
import type { Rule } from '../base/limits/rule.ts'
import type { Context } from '../graphql/context.ts'
import type { Throttle } from '../graphql/throttle.ts'
import type { ShortenUrlArgs } from './args.ts'
import { refuseBlocked } from './blocked.ts'
import type { Codes } from './codes.ts'
import { Link } from './link.ts'
import type { Routes } from './routes.ts'
import { defaultTitle } from './rules/target.ts'
import type { LinkRules } from './rules.ts'
import type { ShortUrlResponse } from './short.url.response.ts'

const dayMs = 24 * 3600 * 1000

/** Contract 4.1: anonymous links expire 7 days after creation. */
const lifetimeMs = 7 * dayMs

/** How long after its expiry an anonymous code is kept from others. */
const releaseMs = 30 * dayMs

/** How often one network may do it. */
const ofNetwork: Rule = { limit: 30, seconds: 3600 }

interface ShorteningDependencies {
  readonly throttle: Throttle
  readonly linkRules: LinkRules
  readonly codes: Codes
  readonly routes: Routes
}

/** Shortening without an account. */
export class Shortening {
  readonly #throttle: Throttle
  readonly #linkRules: LinkRules
  readonly #codes: Codes
  readonly #routes: Routes

  constructor({ throttle, linkRules, codes, routes }: ShorteningDependencies) {
    this.#throttle = throttle
    this.#linkRules = linkRules
    this.#codes = codes
    this.#routes = routes
  }

  async shorten(context: Context, { longUrl, customCode }: ShortenUrlArgs): Promise<ShortUrlResponse> {
    await this.#throttle.takeOfNetwork(context, 'shorten', ofNetwork)
    const now = context.now()
    const rules = this.#linkRules
    const slug = typeof customCode === 'string' ? rules.slug('customCode', customCode, 'anonymous') : null
    const originalUrl = rules.destination('longUrl', longUrl, 'anonymous')
    const expiresAt = new Date(now.getTime() + lifetimeMs)
    const id = newId('lnk', now)
    const shortCode = await context.em.transactional(async (em) => {
      await refuseBlocked(em, { longUrl: originalUrl })
      const claimant = { linkId: id, ownerId: null, releasedAt: new Date(expiresAt.getTime() + releaseMs) }
      const codes = this.#codes
      const code = slug
        ? await codes.claim(context, em, 'customCode', slug, claimant)
        : await codes.claimRandom(context, em, claimant)
      const title = defaultTitle(originalUrl)
      const isCustom = slug !== null
      em.persist(em.create(Link, { id, code, isCustom, title, originalUrl, expiresAt, createdAt: now, updatedAt: now }))
      return code
    })
    const routes = this.#routes
    context.whenCommitted(() => routes.heard(shortCode.toLowerCase()))
    return {
      shortCode,
      shortUrl: `${context.settings.shortUrl}/${shortCode}`,
      longUrl: longUrl.trim(),
      expiresAt,
    }
  }
}
