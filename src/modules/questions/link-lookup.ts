import { raw } from '@mikro-orm/postgresql'
import { requireAccount } from '../../platform/auth/authorization.ts'
import type { RequestContext } from '../../platform/graphql/request-context.ts'
import { Link } from '../links/index.ts'

/** A link with the names that a question may use. Without the scope `read:links`, the title is the id. */
export interface NamedLink {
  readonly id: string
  readonly title: string
  readonly code: string | null
  /** Clicks of all time. */
  readonly clicks: number
}

const maxMentionedLinks = 20
export const maxCandidates = 5

/** Finds links of the caller by the names that questions use. */
export class LinkLookup {
  /** Whether the caller may read more of links than their ids. */
  canRead(context: RequestContext): boolean {
    return requireAccount(context.caller).scopes.has('read:links')
  }

  /** Returns the links whose title, code or id occurs in the text: first matches of a code or id, then long titles. */
  async findMentioned(context: RequestContext, text: string): Promise<NamedLink[]> {
    const words = [...new Set(text.toLowerCase().match(/[\w-]{1,64}/g) ?? [])]
    const wordsJson = JSON.stringify(words)
    // A predicate without a form in the ORM: the text contains the title.
    const isMentioned = raw(
      (link) => `(${isNamedByWordSql(link)} or position(lower(${link}.title) in lower(?::text)) > 0)`,
      [wordsJson, wordsJson, text],
    )
    const isNamedByWord = raw((link) => isNamedByWordSql(link), [wordsJson, wordsJson])
    const titleLength = raw((link) => `length(${link}.title)`)
    const links = await context.em.find(
      Link,
      { owner: context.accountId, [isMentioned]: [] },
      { orderBy: [{ [isNamedByWord]: 'desc' }, { [titleLength]: 'desc' }, { id: 'desc' }], limit: maxMentionedLinks },
    )
    return this.#redactNames(context, links.map(toNamedLink), words)
  }

  /** Returns the links whose title or code contains the text; one more than `maxCandidates` at most. */
  async searchByName(context: RequestContext, text: string): Promise<NamedLink[]> {
    if (!this.canRead(context)) return []
    const $ilike = `%${text.replace(/[\\%_]/g, '\\$&')}%`
    const filter = { owner: context.accountId, $or: [{ title: { $ilike } }, { code: { $ilike } }] }
    const links = await context.em.find(Link, filter, { orderBy: { id: 'desc' }, limit: maxCandidates + 1 })
    return links.map(toNamedLink)
  }

  /** Returns the links with these ids, in the order of the ids. */
  async findByIds(context: RequestContext, ids: readonly string[]): Promise<Map<string, NamedLink>> {
    if (ids.length === 0) return new Map()
    const links = await context.em.find(Link, { id: { $in: [...ids] }, owner: context.accountId })
    const byId = new Map(this.#redactNames(context, links.map(toNamedLink), ids).map((link) => [link.id, link]))
    return new Map(
      ids.flatMap((id) => {
        const link = byId.get(id)
        return link ? [[id, link]] : []
      }),
    )
  }

  /** Without the scope `read:links`, returns only the links named by their id, without title and code. */
  #redactNames(context: RequestContext, links: readonly NamedLink[], ids: readonly string[]): NamedLink[] {
    if (this.canRead(context)) return [...links]
    return links.filter(({ id }) => ids.includes(id)).map(({ id, clicks }) => ({ id, title: id, code: null, clicks }))
  }
}

function isNamedByWordSql(link: string): string {
  const words = 'select jsonb_array_elements_text(?::jsonb)'
  return `(${link}.id in (${words}) or lower(${link}.code) in (${words}))`
}

function toNamedLink({ id, title, code, currentClicks }: Link): NamedLink {
  return { id, title, code, clicks: currentClicks }
}
