import { foldText, toSearchWords } from '../../../../platform/shared/text/search-text.ts'
import type { Link } from '../link.entity.ts'

/** The searched texts of a link: its title, its destination and its short address. */
export function toLinkSearchText({
  title,
  originalUrl,
  code,
  domainHost,
}: Pick<Link, 'title' | 'originalUrl' | 'code' | 'domainHost'>): string {
  return foldText([title, originalUrl, `${domainHost ?? ''}/${code}`].join(' '))
}

/**
 * The words of a search for links. When a word is a short address of the service itself, only its code is searched,
 * because no link stores the base of short addresses.
 */
export function toLinkSearchWords(search: string, shortUrl: string): string[] {
  const base = foldText(shortUrl.replace(/^https?:\/\//, ''))
  return toSearchWords(search).map((word) => {
    const address = word.replace(/^https?:\/\//, '')
    return address.startsWith(`${base}/`) ? address.slice(base.length) : address || word
  })
}
