import type { EntityManager } from '../database/open.ts'
import type { Context } from '../graphql/context.ts'
import { SlugTaken } from './failures.ts'
import type { Link } from './link.ts'
import { codeLength, randomCode } from './rules/code.ts'
import type { Slug, SlugField } from './rules/slug.ts'
import type { LinkRules } from './rules.ts'

const dayMs = 24 * 3600 * 1000

/** How long a code that was never clicked stays with its former owner. */
const unclickedReleaseMs = 180 * dayMs

/** Who takes a code for which link. */
export interface Claimant {
  readonly linkId: string
  readonly ownerId: string | null
  /** When anyone may take the code again; null while the link lives. */
  readonly releasedAt: Date | null
}

/** Claims and gives up codes inside the transaction of the act that needs them. */
export class Codes {
  readonly #linkRules: LinkRules

  constructor(linkRules: LinkRules) {
    this.#linkRules = linkRules
  }

  /** Takes the alias, or throws `SlugTaken` with up to three free ones beside it. */
  async claim(context: Context, em: EntityManager, field: SlugField, slug: Slug, claimant: Claimant): Promise<string> {
    if (await this.#take(context, em, slug.key, claimant)) return slug.shown
    throw new SlugTaken(field, slug.shown, await this.#freeBeside(em, slug.shown))
  }

  /** Takes a fresh random code; after five that were taken, a longer one. */
  async claimRandom(context: Context, em: EntityManager, claimant: Claimant): Promise<string> {
    for (let attempt = 0; ; attempt++) {
      const code = randomCode(attempt < 5 ? codeLength : codeLength + 1)
      if (this.#linkRules.permits(code) && (await this.#take(context, em, code, claimant))) return code
    }
  }

  /** Leaves a tombstone: nobody else gets the code, unless the link was never clicked and half a year passes. */
  async giveUp(context: Context, em: EntityManager, { id, code, currentClicks }: Link): Promise<void> {
    const releasedAt = currentClicks > 0 ? null : new Date(context.now().getTime() + unclickedReleaseMs)
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
  async #take(
    context: Context,
    em: EntityManager,
    key: string,
    { linkId, ownerId, releasedAt }: Claimant,
  ): Promise<boolean> {
    const now = context.now()
    const taken = await em.execute(
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
    return taken.length === 1
  }

  async #freeBeside(em: EntityManager, slug: string): Promise<string[]> {
    const rules = this.#linkRules
    const candidates = Array.from({ length: 6 }, () => `${slug.slice(0, 60)}-${randomCode(3)}`).filter((candidate) =>
      rules.permits(candidate.toLowerCase()),
    )
    const keys = candidates.map((candidate) => candidate.toLowerCase())
    const taken: { key: string }[] = await em.execute(
      'select key from code where key in (select value from jsonb_array_elements_text(?::jsonb))',
      [JSON.stringify(keys)],
    )
    return candidates.filter((candidate) => !taken.some(({ key }) => key === candidate.toLowerCase())).slice(0, 3)
  }
}
