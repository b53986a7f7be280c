import type { Settings } from '../../../config.ts'
import type { Link } from '../link.entity.ts'
import { buildShortUrl } from '../link.types.ts'

// For lists of what has a link of its own, such as QR codes: its title and its addresses are those of the link.

/** The properties that `getTextOfLink` reads of the link of a row. */
export const searchedOfLink = ['link.title', 'link.originalUrl', 'link.code', 'link.domainHost']

/** The text in which a row is searched. */
export function getTextOfLink(
  link: Pick<Link, 'title' | 'originalUrl' | 'code' | 'domainHost'>,
  context: { readonly settings: Pick<Settings, 'shortUrl'> },
): string {
  return [link.title, link.originalUrl, buildShortUrl(context, link)].join(' ')
}

/** The title of the link of a row. */
export function titleOfLinkSql(row: string): string {
  return `(select title from link where link.id = ${row}.link_id)`
}
