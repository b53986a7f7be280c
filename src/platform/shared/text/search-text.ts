import { domainToUnicode } from 'node:url'

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

/** The words of a search, prepared like the searched texts. Each word must be found, in any order. */
export function toSearchWords(search: string): string[] {
  return foldText(search).split(/\s+/).filter(Boolean).slice(0, maxWords)
}
