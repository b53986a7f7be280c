import { raw } from '@mikro-orm/postgresql'
import { toLinkSearchWords } from '../rules/link-search-text.ts'

/**
 * The conditions for links of a workspace that have all words of a search, in their title, destination or short address
 * or in the name of a tag. Raw SQL, because LIKE would read wildcards in what people type, and `position` does not.
 */
export function buildSearchConditions(
  search: string,
  { workspaceId, shortUrl }: { readonly workspaceId: string; readonly shortUrl: string },
): Record<string, never[]>[] {
  return toLinkSearchWords(search, shortUrl).map(({ text, ending }) => ({
    [raw((alias) => hasWordSql(alias), [text, ending, ending, workspaceId, text])]: [],
  }))
}

const hasWordSql = (link: string) => `(
  strpos(${link}.search_text, ?) > 0
  or right(${link}.search_text, length(?)) = ?
  or ${link}.id in (
    select link_tag.link_id from tag join link_tag on link_tag.tag_id = tag.id
     where tag.workspace_id = ? and strpos(tag.search_text, ?) > 0))`
