import type { NamedLink } from '../link-lookup.ts'
import type { LinkName } from '../question-plan.ts'
import { escapeRegExp, normalizeQuestion, type QuestionScanner } from './question-scanner.ts'
import { knownWords } from './vocabulary.ts'

/**
 * The links that a question mentions, known or unknown, in the order of the question. If there are too many, only the
 * known links.
 */
export type LinkMention =
  | { readonly kind: 'links'; readonly links: readonly LinkName[] }
  | { readonly kind: 'several'; readonly ids: readonly string[] }

const namePrefix =
  '(?:\\b(?:my|the|our|a) )?(?:\\b(?:short )?(?:link|url|alias|slug|qr[ -]?code|code|page)s? )?(?:\\b(?:called|named|titled|with (?:the )?(?:title|code|alias)) )?'
const nameSuffix = '(?: s\\b)?(?: (?:short )?(?:link|url|page)\\b)?'

/** `source newsletter` and `newsletter campaign` are no links. */
export const campaignWord = '(?:(?:utm[ _-]?)?(?:source|medium|campaign)|utm[ _-]?(?:term|content))'

/** A name in the question, with the links that have it. */
interface Mention {
  readonly at: number
  readonly text: string
  readonly ids: readonly string[]
}

/** Takes the links that the question names: in quotes, as a short URL, path or id, or by the unquoted name of a candidate. */
export function takeLinkMention(
  scan: QuestionScanner,
  candidates: readonly NamedLink[],
  shortUrl: string,
): LinkMention {
  const mentions = [...takeExactMentions(scan, candidates, shortUrl), ...takeUnquotedMentions(scan, candidates)]
  const ambiguous = mentions.find(({ ids }) => ids.length > 1)
  if (ambiguous) return { kind: 'several', ids: ambiguous.ids }
  const byName = new Map(
    mentions
      .toSorted((a, b) => a.at - b.at)
      .map(({ text, ids: [id] }): [string, LinkName] => (id === undefined ? [text, { text }] : [id, { id }])),
  )
  if (byName.size > 2) return { kind: 'several', ids: mentions.flatMap(({ ids }) => ids) }
  return { kind: 'links', links: [...byName.values()] }
}

function takeExactMentions(scan: QuestionScanner, candidates: readonly NamedLink[], shortUrl: string): Mention[] {
  const ownHost = shortUrl.replace(/^https?:\/\//, '').toLowerCase()
  const hosts = [ownHost, ...new Set(candidates.flatMap(({ domainHost }) => domainHost ?? []))]
  const address = `(?:(?:https?://)?(${hosts.map(escapeRegExp).join('|')})|(?<=^| ))/((?:[\\w-]|\\.(?=[\\w-])){1,64})(?=[\\s,¦]|$)`
  const matches = [
    ...scan.takeAll(new RegExp(`${namePrefix}"([^"]{1,255})"${nameSuffix}`)),
    ...scan.takeAll(/\b(?:link |url )?(lnk_[0-9a-z]{26})\b/),
    ...scan.takeAll(new RegExp(`${namePrefix}${address}${nameSuffix}`)),
  ]
  return matches.flatMap(({ index, 1: nameOrHost, 2: code }) => {
    const text =
      code && nameOrHost && nameOrHost !== ownHost ? `${nameOrHost}/${code}` : (code ?? nameOrHost ?? '').trim()
    return text === ''
      ? []
      : [{ at: index, text, ids: candidates.filter((link) => isNamed(link, text)).map(({ id }) => id) }]
  })
}

function isNamed({ id, code, domainHost, title }: NamedLink, text: string): boolean {
  const codeKey = code?.toLowerCase()
  return id === text || codeKey === text || `${domainHost}/${codeKey}` === text || normalizeQuestion(title) === text
}

/** Takes unquoted titles and codes. A name that consists only of common words must be quoted. */
function takeUnquotedMentions(scan: QuestionScanner, candidates: readonly NamedLink[]): Mention[] {
  const names = candidates.flatMap(({ title, code }) => [normalizeQuestion(title), code?.toLowerCase() ?? ''])
  const isDistinctive = (name: string) => name.split(/\s+/).some((word) => !knownWords.has(word) && !/^\d*$/.test(word))
  const distinctive = [...new Set(names)].filter(isDistinctive).toSorted((a, b) => b.length - a.length)
  return distinctive.flatMap((text) => {
    const name = `(?<!\\b${campaignWord} )(?<![\\w-])${escapeRegExp(text)}(?![\\w-])(?! ${campaignWord}\\b)`
    const match = scan.take(new RegExp(`${namePrefix}${name}${nameSuffix}`))
    const named = candidates.filter((link) => isNamed(link, text))
    return match ? [{ at: match.index, text, ids: named.map(({ id }) => id) }] : []
  })
}
