import { newId } from '../base/ids.ts'
import type { Rule } from '../base/limits/rule.ts'
import type { Context } from '../graphql/context.ts'
import { Throttle } from '../graphql/throttle.ts'
import type { ShortenUrlArgs } from './args.ts'
import { refuseBlocked } from './blocked.ts'
import { Codes } from './codes.ts'
import { Link } from './link.ts'
import { Routes } from './routes.ts'
import { defaultTitle } from './rules/target.ts'
import { LinkRules } from './rules.ts'
import type { ShortUrlResponse } from './short.url.response.ts'

const dayMs = 24 * 3600 * 1000

/** Contract 4.1: anonymous links expire 7 days after creation. */
const lifetimeMs = 7 * dayMs

/** How long after its expiry an anonymous code is kept from others. */
const releaseMs = 30 * dayMs

/** How often one network may do it. */
const ofNetwork: Rule = { limit: 30, seconds: 3600 }

/** Shortening without an account. */
export class Shortening {
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
  }

  async shorten({ longUrl, customCode }: ShortenUrlArgs): Promise<ShortUrlResponse> {
    await this.#context.use(Throttle).takeOfNetwork('shorten', ofNetwork)
    const now = this.#context.now()
    const rules = this.#context.part(LinkRules)
    const slug = typeof customCode === 'string' ? rules.slug('customCode', customCode, 'anonymous') : null
    const originalUrl = rules.destination('longUrl', longUrl, 'anonymous')
    const expiresAt = new Date(now.getTime() + lifetimeMs)
    const id = newId('lnk', now)
    const shortCode = await this.#context.em.transactional(async (em) => {
      await refuseBlocked(em, { longUrl: originalUrl })
      const claimant = { linkId: id, ownerId: null, releasedAt: new Date(expiresAt.getTime() + releaseMs) }
      const codes = this.#context.use(Codes)
      const code = slug ? await codes.claim(em, 'customCode', slug, claimant) : await codes.claimRandom(em, claimant)
      const title = defaultTitle(originalUrl)
      const isCustom = slug !== null
      em.persist(em.create(Link, { id, code, isCustom, title, originalUrl, expiresAt, createdAt: now, updatedAt: now }))
      return code
    })
    const routes = this.#context.part(Routes)
    this.#context.whenCommitted(() => routes.heard(shortCode.toLowerCase()))
    return {
      shortCode,
      shortUrl: `${this.#context.settings.shortUrl}/${shortCode}`,
      longUrl: longUrl.trim(),
      expiresAt,
    }
  }
}
