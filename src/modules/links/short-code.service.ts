import { randomBytes as secureRandomBytes } from 'node:crypto'
import type { EntityManager } from '../../platform/database/database.ts'
import type { RequestContext } from '../../platform/graphql/request-context.ts'
import { dayMs } from '../../platform/shared/durations.ts'
import type { Link } from './link.entity.ts'
import { SlugTaken } from './link.errors.ts'
import type { LinkRules } from './rules/link-rules.ts'
import type { Slug, SlugField } from './rules/slug-rules.ts'

/** How long a code that was never clicked stays with its former owner. */
const unclickedReservationMs = 180 * dayMs

/** Who takes a code for which link. */
export interface CodeClaim {
  readonly linkId: string
  readonly ownerId: string | null
  /** When anyone may take the code again; null while the link lives. */
  readonly releasedAt: Date | null
}

/** Claims and gives up codes inside the transaction of the act that needs them. */
export class ShortCodeService {
  readonly #linkRules: LinkRules

  constructor(linkRules: LinkRules) {
    this.#linkRules = linkRules
  }

  /** Takes the alias, or throws `SlugTaken` with up to three free ones beside it. */
  async claim(
    context: RequestContext,
    em: EntityManager,
    field: SlugField,
    slug: Slug,
    codeClaim: CodeClaim,
  ): Promise<string> {
    if (await this.#tryClaim(context, em, slug.key, codeClaim)) return slug.display
    throw new SlugTaken(field, slug.display, await this.#suggestFreeSlugs(em, slug.display))
  }

  /** Takes a fresh random code; after five that were taken, a longer one. */
  async claimRandom(context: RequestContext, em: EntityManager, codeClaim: CodeClaim): Promise<string> {
    for (let attempt = 0; ; attempt++) {
      const code = generateCode(attempt < 5 ? codeLength : codeLength + 1)
      if (this.#linkRules.isCodeAllowed(code) && (await this.#tryClaim(context, em, code, codeClaim))) return code
    }
  }

  /** Leaves a tombstone: nobody else gets the code, unless the link was never clicked and half a year passes. */
  async retire(context: RequestContext, em: EntityManager, { id, code, currentClicks }: Link): Promise<void> {
    const releasedAt = currentClicks > 0 ? null : new Date(context.now().getTime() + unclickedReservationMs)
    const key = code.toLowerCase()
    await em.execute('update code set link_id = null, released_at = ? where key = ? and link_id = ?', [
      releasedAt,
      key,
      id,
    ])
  }

  /**
   * The primary key decides, not a look-up: two callers may ask for one code in the same millisecond. A tombstone is
   * free to its former owner; a released code is free to all, and an anonymous link that still held it goes.
   */
  async #tryClaim(
    context: RequestContext,
    em: EntityManager,
    key: string,
    { linkId, ownerId, releasedAt }: CodeClaim,
  ): Promise<boolean> {
    const now = context.now()
    const claimed = await em.execute(
      `with gone as (
         delete from link
          where id = (select link_id from code where key = ? and released_at <= ?) and owner_id is null)
       insert into code (key, link_id, owner_id, released_at) values (?, ?, ?, ?)
       on conflict (key) do update
         set link_id = excluded.link_id, owner_id = excluded.owner_id, released_at = excluded.released_at
         where code.released_at <= ? or (code.link_id is null and code.owner_id = excluded.owner_id)
       returning key`,
      [key, now, key, linkId, ownerId, releasedAt, now],
    )
    return claimed.length === 1
  }

  async #suggestFreeSlugs(em: EntityManager, slug: string): Promise<string[]> {
    const rules = this.#linkRules
    const candidates = Array.from({ length: 6 }, () => `${slug.slice(0, 60)}-${generateCode(3)}`).filter((candidate) =>
      rules.isCodeAllowed(candidate.toLowerCase()),
    )
    const keys = candidates.map((candidate) => candidate.toLowerCase())
    const taken: { key: string }[] = await em.execute(
      'select key from code where key in (select value from jsonb_array_elements_text(?::jsonb))',
      [JSON.stringify(keys)],
    )
    return candidates.filter((candidate) => !taken.some(({ key }) => key === candidate.toLowerCase())).slice(0, 3)
  }
}

/** 31 signs of one case, without those that look alike: 0 and o, 1, i and l. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'

/** The largest multiple of 31 in a byte. Bytes from here on are thrown away: their remainders would favour some signs. */
const unbiasedByteLimit = 256 - (256 % alphabet.length)

/** 31 to the power of 7 is 2.7 × 10¹⁰ codes. */
export const codeLength = 7

/** A random code of `length` signs, each equally likely, from a cryptographic source. */
export function generateCode(length: number, randomBytes: (n: number) => Uint8Array = secureRandomBytes): string {
  let code = ''
  while (code.length < length) {
    for (const byte of randomBytes(length - code.length)) {
      if (byte < unbiasedByteLimit) code += alphabet.charAt(byte % alphabet.length)
    }
  }
  return code
}
