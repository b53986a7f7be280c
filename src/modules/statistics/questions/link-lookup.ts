import { raw } from '@mikro-orm/postgresql'
import { requireAccount } from '../../../platform/auth/authorization.ts'
import { containsText } from '../../../platform/database/statements.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { Link, type LinkKind } from '../../publishing/links/index.ts'

/** A link with the names that a question may use. Without the scope `read:links`, the title is the id. */
export interface NamedLink {
  readonly id: string
  readonly title: string
  readonly code: string | null
  /** Host of its short address when it has a domain. */
  readonly domainHost: string | null
  /** Clicks of all time. */
  readonly clicks: number
}

/** The kinds that a question can name. */
const kind = { $in: ['link', 'qr'] satisfies LinkKind[] }

const maxMentionedLinks = 20
const maxCandidates = 5
const maxSearchedLinks = 100

/** Whether the caller may read more than the ids of links. */
export function canReadLinks(context: RequestContext): boolean {
  return requireAccount(context.caller).scopes.has('read:links')
}

/** Returns the caller's links whose title, code or id occurs in the text: first by code or id, then long titles. */
export async function findMentionedLinks(context: RequestContext, text: string): Promise<NamedLink[]> {
  const words = [...new Set([/[\w-]{1,64}/g, /[\w.-]{1,64}/g].flatMap((word) => text.toLowerCase().match(word) ?? []))]
  const wordsJson = JSON.stringify(words)
  // The ORM cannot express this condition: the text contains the title.
  const isMentioned = raw(
    (link) => `(${isNamedByWordSql(link)} or position(lower(${link}.title) in lower(?::text)) > 0)`,
    [wordsJson, wordsJson, text],
  )
  const isNamedByWord = raw(isNamedByWordSql, [wordsJson, wordsJson])
  const titleLength = raw((link) => `length(${link}.title)`)
  const links = await context.em.find(
    Link,
    { workspace: context.workspaceId, kind, [isMentioned]: [] },
    { orderBy: [{ [isNamedByWord]: 'desc' }, { [titleLength]: 'desc' }, { id: 'desc' }], limit: maxMentionedLinks },
  )
  return toNamedLinks(context, links, words)
}

function isNamedByWordSql(link: string): string {
  const words = 'select jsonb_array_elements_text(?::jsonb)'
  return `(${link}.id in (${words}) or lower(${link}.code) in (${words}))`
}

/**
 * Returns the links that a text names: links with exactly this id, code or title, or else links whose title or code
 * contains the text as whole words, at most 5.
 */
export async function findNamedLinks(context: RequestContext, text: string): Promise<NamedLink[]> {
  const exactMatches = (await findMentionedLinks(context, text)).filter(({ id, code, title }) =>
    [id, code, title].some((name) => name?.toLowerCase() === text.toLowerCase()),
  )
  return exactMatches.length > 0 ? exactMatches : searchLinksByName(context, text)
}

async function searchLinksByName(context: RequestContext, text: string): Promise<NamedLink[]> {
  if (!canReadLinks(context)) return []
  const named = containsText(text)
  const filter = { workspace: context.workspaceId, kind, $or: [{ title: named }, { code: named }] }
  const links = await context.em.find(Link, filter, { orderBy: { id: 'desc' }, limit: maxSearchedLinks })
  const hasWholeWords = ({ title, code }: Link) => [title, code].some((name) => containsWords(name, text))
  return toNamedLinks(context, links.filter(hasWholeWords).slice(0, maxCandidates), [])
}

/** Compares whole words: `art` is no word of `Start page`. */
function containsWords(name: string, text: string): boolean {
  const toWords = (value: string) =>
    ` ${value
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .join(' ')
      .trim()} `
  return text.trim() !== '' && toWords(name).includes(toWords(text))
}

/** Returns the links of the caller with these ids, in the order of the ids. */
export async function findLinksByIds(
  context: RequestContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NamedLink>> {
  if (ids.length === 0) return new Map()
  const links = await context.em.find(Link, { id: { $in: [...ids] }, workspace: context.workspaceId })
  const inOrder = links.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
  return new Map(toNamedLinks(context, inOrder, ids).map((link) => [link.id, link]))
}

/** Without the scope `read:links`, returns only the links that the caller named by their id, without title and code. */
function toNamedLinks(context: RequestContext, links: readonly Link[], namedIds: readonly string[]): NamedLink[] {
  if (canReadLinks(context))
    return links.map(({ id, title, code, domainHost, currentClicks }) => ({
      ...{ id, title, code, domainHost },
      clicks: currentClicks,
    }))
  return links
    .filter(({ id }) => namedIds.includes(id))
    .map(({ id, currentClicks }) => ({ id, title: id, code: null, domainHost: null, clicks: currentClicks }))
}
