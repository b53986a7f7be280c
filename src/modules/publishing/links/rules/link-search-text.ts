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

/** A word of a search for links. */
export interface LinkSearchWord {
  readonly text: string
  /** The end of the search text of the link whose short address is the word, without what browsers and mails append; null for other words. */
  readonly ending: string | null
}

/** A short address with something behind its code: `go.example.com/spring?fbclid=1`, `/spring/`, `/spring+`. */
const longAddress = /^([^/?#]*(?:\/[^?#]*)?)\/([^/?#+]+)(?:\/|\+|(?=[?#]))(?:[?#].*)?$/

/**
 * The words of a search for links. When a word is a short address of the service itself, only its code is searched,
 * because no link stores the base of short addresses.
 */
export function toLinkSearchWords(search: string, shortUrl: string): LinkSearchWord[] {
  const base = foldText(shortUrl.replace(/^https?:\/\//, ''))
  return toSearchWords(search).map((word) => {
    const address = word.replace(/^https?:\/\//, '')
    const text = address.startsWith(`${base}/`) ? address.slice(base.length) : address || word
    const [, host, code] = longAddress.exec(text) ?? []
    return { text, ending: code === undefined ? null : ` ${host}/${code}` }
  })
}
