import type { NamedLink } from '../link-lookup.ts'
import type { LinkName } from '../question-plan.ts'
import { escapeRegExp, normalizeQuestion, type QuestionScanner } from './question-scanner.ts'
import { knownWords } from './vocabulary.ts'

/** The links that a question mentions: none, one or two known or yet unknown links, or several known links. */
export type LinkMention =
  | { readonly kind: 'none' }
  | { readonly kind: 'named'; readonly links: readonly LinkName[] }
  | { readonly kind: 'several'; readonly ids: readonly string[] }

const namePrefix =
  '(?:\\b(?:my|the|our|a) )?(?:\\b(?:short )?(?:link|url|alias|slug|qr[ -]?code|code|page)s? )?(?:\\b(?:called|named|titled|with (?:the )?(?:title|code|alias)) )?'
const nameSuffix = '(?: s\\b)?(?: (?:short )?(?:link|url|page)\\b)?'

/** `source newsletter` and `newsletter campaign` are no links. */
export const campaignWord = '(?:(?:utm[ _-]?)?(?:source|medium|campaign)|utm[ _-]?(?:term|content))'

/** Takes the link that the question names: in quotes, as a short URL or path, or the unquoted name of a candidate. */
export function takeLinkMention(
  scan: QuestionScanner,
  candidates: readonly NamedLink[],
  shortUrl: string,
): LinkMention {
  const quoted = scan
    .takeAll(new RegExp(`${namePrefix}"([^"]{1,255})"${nameSuffix}`))
    .map(([, text]) => text?.trim() ?? '')
  const ownHost = shortUrl.replace(/^https?:\/\//, '').toLowerCase()
  const domainHosts = candidates.flatMap(({ domainHost }) => domainHost ?? [])
  const hosts = [ownHost, ...new Set(domainHosts)].map(escapeRegExp).join('|')
  const addresses = scan
    .takeAll(new RegExp(`${namePrefix}(?:(?:https?://)?(${hosts})|(?<=^| ))/([\\w-]{1,64})(?=[\\s,¦]|$)${nameSuffix}`))
    .map(([, host, code = '']) => (host && host !== ownHost ? `${host}/${code}` : code))
  const ids = scan.takeAll(/\b(?:link |url )?(lnk_[0-9a-z]{26})\b/).map(([, id]) => id ?? '')
  const texts = [...new Set([...quoted, ...addresses, ...ids].filter(Boolean))]
  if (texts.length === 0) return takeUnquotedMentions(scan, candidates)
  if (texts.length > 2) {
    const isNamed = (link: NamedLink) => texts.some((text) => matchesLink(link, text))
    return { kind: 'several', ids: candidates.filter(isNamed).map(({ id }) => id) }
  }
  const named = texts.map((text) => candidates.filter((link) => matchesLink(link, text)))
  const ambiguous = named.find((links) => links.length > 1)
  if (ambiguous) return { kind: 'several', ids: ambiguous.map(({ id }) => id) }
  const links = texts.map((text, index): LinkName => {
    const id = named[index]?.[0]?.id
    return id === undefined ? { text } : { id }
  })
  const others = links.length === 1 ? takeUnquotedMentions(scan, candidates) : null
  if (others?.kind === 'several') return others
  return { kind: 'named', links: others?.kind === 'named' ? [...links, ...others.links] : links }
}

function matchesLink({ id, code, domainHost, title }: NamedLink, text: string): boolean {
  const codeKey = code?.toLowerCase()
  return id === text || codeKey === text || `${domainHost}/${codeKey}` === text || normalizeQuestion(title) === text
}

/** Takes unquoted titles and codes. Names made of common words only must be quoted. */
function takeUnquotedMentions(scan: QuestionScanner, candidates: readonly NamedLink[]): LinkMention {
  const words = candidates.flatMap(({ id, title, code }) =>
    [normalizeQuestion(title), code?.toLowerCase() ?? ''].map((text) => ({ id, text })),
  )
  const distinctive = words.filter(({ text }) =>
    text.split(/\s+/).some((word) => !knownWords.has(word) && !/^\d*$/.test(word)),
  )
  const found: { readonly at: number; readonly id: string }[] = []
  for (const { text } of distinctive.toSorted((a, b) => b.text.length - a.text.length)) {
    const name = `(?<!\\b${campaignWord} )(?<![\\w-])${escapeRegExp(text)}(?![\\w-])(?! ${campaignWord}\\b)`
    const match = scan.take(new RegExp(`${namePrefix}${name}${nameSuffix}`))
    if (!match) continue
    const ids = [...new Set(distinctive.filter((name) => name.text === text).map(({ id }) => id))]
    if (ids.length > 1) return { kind: 'several', ids }
    const [id = ''] = ids
    if (!found.some((link) => link.id === id)) found.push({ at: match.index, id })
  }
  if (found.length === 0) return { kind: 'none' }
  const ids = found.toSorted((a, b) => a.at - b.at).map(({ id }) => id)
  return ids.length > 2 ? { kind: 'several', ids } : { kind: 'named', links: ids.map((id) => ({ id })) }
}
