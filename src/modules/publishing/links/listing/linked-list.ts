import type { Settings } from '../../../../config.ts'
import type { Link } from '../link.entity.ts'
import { buildShortUrl } from '../link.types.ts'

// For lists of rows that each have a link, such as QR codes. The title and the addresses of the row are stored in the
// link.

/** The properties that `getTextOfLink` reads of the link of a row. */
export const searchedOfLink = ['link.title', 'link.originalUrl', 'link.code', 'link.domainHost']

/** The text that the search of a row reads. */
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
