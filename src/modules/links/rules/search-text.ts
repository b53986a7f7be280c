import { domainToUnicode } from 'node:url'
import type { Link } from '../link.entity.ts'

/** Words beyond these are not searched for. */
const maxWords = 10

/** Letters that have no decomposition into a letter and an accent. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  ς: 'σ',
}

/**
 * A text as it is searched: percent-encoding and Punycode decoded, without accents, in lower case. In JavaScript, because which
 * letters the database lowers depends on its locale.
 */
export function foldText(text: string): string {
  return text
    .replace(/(?:%[0-9a-f]{2})+/gi, decodeOctets)
    .replace(/xn--[a-z0-9-]{1,59}/gi, (label) => domainToUnicode(label) || label)
    .normalize('NFKD')
    .replace(/\p{Mn}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[ßæœøđðþłıς]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/\p{Cc}/gu, ' ')
}

/** Octets that are not UTF-8 stay as they are. */
function decodeOctets(octets: string): string {
  try {
    return decodeURIComponent(octets)
  } catch {
    return octets
  }
}

/** What is searched of a link: its title, its destination and its short address. */
export function toLinkSearchText({
  title,
  originalUrl,
  code,
  domainHost,
}: Pick<Link, 'title' | 'originalUrl' | 'code' | 'domainHost'>): string {
  return foldText([title, originalUrl, `${domainHost ?? ''}/${code}`].join(' '))
}

/**
 * The words of a search, each of which a link must have, in any order. A word that is an address of the service itself becomes
 * its path, because no link stores that host.
 */
export function toSearchWords(search: string, shortUrl: string): string[] {
  const ownHost = foldText(new URL(shortUrl).host)
  const words = foldText(search).split(/\s+/).filter(Boolean)
  return words.slice(0, maxWords).map((word) => {
    const address = word.replace(/^https?:\/\//, '')
    return address.startsWith(`${ownHost}/`) ? address.slice(ownHost.length) : address || word
  })
}
