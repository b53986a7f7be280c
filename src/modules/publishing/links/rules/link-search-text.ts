import { foldText, toSearchWords } from '../../../../platform/shared/text/search-text.ts'
import type { Link } from '../link.entity.ts'
import { searchedOptions } from './link-options.ts'

type SearchedLink = Pick<Link, 'title' | 'originalUrl' | 'code' | 'domainHost' | (typeof searchedOptions)[number]>

/** The searched texts of a link: its title, its destination, some of its options, and its short address at the end. */
export function toLinkSearchText(link: SearchedLink): string {
  const { title, originalUrl, code, domainHost } = link
  const texts = searchedOptions.flatMap((name) => link[name] ?? [])
  return foldText([title, originalUrl, ...texts, `${domainHost ?? ''}/${code}`].join(' '))
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
