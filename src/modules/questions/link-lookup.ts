import { requireAccount } from '../../platform/auth/authorization.ts'
import type { RequestContext } from '../../platform/graphql/request-context.ts'
import { Link } from '../links/index.ts'

/** A link by its names; for who may not read links its id is all of them. */
export interface NamedLink {
  readonly id: string
  readonly title: string
  readonly code: string | null
  /** All of them, ever. */
  readonly clicks: number
}

const maxMentionedLinks = 20
export const maxCandidates = 5

/** The links of the caller by what questions call them. Nobody else's link is ever looked at. */
export class LinkLookup {
  /** Whether the caller may know more of links than their ids. */
  canRead(context: RequestContext): boolean {
    return requireAccount(context.caller).scopes.has('read:links')
  }

  /** Those whose title, code or id stands in the text; codes and ids first, for titles may be many links'. */
  async findMentioned(context: RequestContext, text: string): Promise<NamedLink[]> {
    // The empty word, which names no link, keeps the list from being empty.
    const words = [...new Set(['', ...(text.toLowerCase().match(/[\w-]{1,64}/g) ?? [])])]
    const ownerId = context.accountId
    const rows = await context.em.execute<NamedLink[]>(
      `select id, title, code, current_clicks as clicks from link
        where owner_id = ? and (id in (?) or lower(code) in (?) or position(lower(title) in lower(?::text)) > 0)
        order by id in (?) or coalesce(lower(code) in (?), false) desc, length(title) desc, id desc limit ?`,
      [ownerId, words, words, text, words, words, maxMentionedLinks],
    )
    return this.#redactNames(context, rows, words)
  }

  /** Those whose title or code holds the words; one more than are ever named. */
  async searchByName(context: RequestContext, words: string): Promise<NamedLink[]> {
    if (!this.canRead(context)) return []
    const $ilike = `%${words.replace(/[\\%_]/g, '\\$&')}%`
    const filter = { owner: context.accountId, $or: [{ title: { $ilike } }, { code: { $ilike } }] }
    const links = await context.em.find(Link, filter, { orderBy: { id: 'desc' }, limit: maxCandidates + 1 })
    return links.map(toNamedLink)
  }

  /** These of the caller's, by their ids. */
  async findByIds(context: RequestContext, ids: readonly string[]): Promise<Map<string, NamedLink>> {
    if (ids.length === 0) return new Map()
    const links = await context.em.find(Link, { id: { $in: [...ids] }, owner: context.accountId })
    const byId = new Map(this.#redactNames(context, links.map(toNamedLink), ids).map((link) => [link.id, link]))
    return new Map(ids.flatMap((id) => (byId.has(id) ? [[id, byId.get(id) as NamedLink]] : [])))
  }

  /** Who may not read links knows of a link what they asked for, its id. */
  #redactNames(context: RequestContext, links: readonly NamedLink[], ids: readonly string[]): NamedLink[] {
    if (this.canRead(context)) return [...links]
    return links.filter(({ id }) => ids.includes(id)).map(({ id, clicks }) => ({ id, title: id, code: null, clicks }))
  }
}

function toNamedLink({ id, title, code, currentClicks }: Link): NamedLink {
  return { id, title, code, clicks: currentClicks }
}
