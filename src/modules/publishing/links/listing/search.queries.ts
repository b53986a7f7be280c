import { raw } from '@mikro-orm/postgresql'
import type { EntityManager, Orm } from '../../../../platform/database/database.ts'
import { executeUnlogged, withoutQueryLog } from '../../../../platform/database/statements.ts'
import { foldText } from '../../../../platform/shared/text/search-text.ts'
import { Link } from '../link.entity.ts'
import { Tag } from '../organizing/tag.entity.ts'
import { toLinkSearchText, toLinkSearchWords } from '../rules/link-search-text.ts'

/** How many links are prepared at a time. */
const batchSize = 500

/**
 * The conditions for links of a workspace that have all words of a search, in their title, destination or short address
 * or in the name of a tag. Raw SQL, because LIKE would read wildcards in what people type, and `position` does not.
 */
export function buildSearchConditions(
  search: string,
  { workspaceId, shortUrl }: { readonly workspaceId: string; readonly shortUrl: string },
): Record<string, never[]>[] {
  return toLinkSearchWords(search, shortUrl).map((word) => ({
    [raw((alias) => hasWordSql(alias), [word, workspaceId, word])]: [],
  }))
}

/** A link or a tag from an older version has no prepared text yet. */
const hasWordSql = (link: string) => `(
  strpos(coalesce(${link}.search_text, lower(concat_ws(' ', ${link}.title, ${link}.original_url, '/' || ${link}.code))), ?) > 0
  or ${link}.id in (
    select link_tag.link_id from tag join link_tag on link_tag.tag_id = tag.id
     where tag.workspace_id = ? and strpos(coalesce(tag.search_text, tag.name_key), ?) > 0))`

/** Prepares the texts of the links and tags that have none, such as links and tags that are older than an upgrade. */
export async function fillSearchTexts(orm: Orm): Promise<void> {
  const em = orm.em.fork()
  const options = { limit: batchSize, disableIdentityMap: true, ...withoutQueryLog() }
  const linkFields = ['id', 'title', 'originalUrl', 'code', 'domainHost'] as const
  const findLinks = () =>
    em.find(Link, { searchText: null, kind: 'link', workspace: { $ne: null } }, { ...options, fields: linkFields })
  for (let links = await findLinks(); links.length > 0; links = await findLinks()) {
    const rows = links.map((link) => ({ id: link.id, source: link.title, text: toLinkSearchText(link) }))
    await storeTexts(em, 'link', 'title', rows)
  }
  const findTags = () => em.find(Tag, { searchText: null }, { ...options, fields: ['id', 'name'] })
  for (let tags = await findTags(); tags.length > 0; tags = await findTags()) {
    const rows = tags.map(({ id, name }) => ({ id, source: name, text: foldText(name) }))
    await storeTexts(em, 'tag', 'name', rows)
  }
}

/** When a row has changed since it was read, the next round stores its text. */
async function storeTexts(
  em: EntityManager,
  table: 'link' | 'tag',
  sourceColumn: 'title' | 'name',
  rows: readonly { readonly id: string; readonly source: string; readonly text: string }[],
): Promise<void> {
  const sql = `
    update ${table} set search_text = prepared.text
      from jsonb_to_recordset(?::jsonb) as prepared (id text, source text, text text)
     where ${table}.id = prepared.id and ${sourceColumn} = prepared.source and search_text is null`
  await executeUnlogged(em, sql, [JSON.stringify(rows)])
}
