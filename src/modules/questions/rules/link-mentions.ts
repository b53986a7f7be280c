import type { NamedLink } from '../link-lookup.ts'
import type { LinkName } from '../question-plan.ts'
import { normalizeQuestion, type QuestionScanner } from './question-scanner.ts'
import { knownWords } from './vocabulary.ts'

/** The links that a question mentions: none, one known or yet unknown link, or several known links. */
export type LinkMention =
  | { readonly kind: 'none' }
  | { readonly kind: 'one'; readonly link: LinkName }
  | { readonly kind: 'several'; readonly ids: readonly string[] }

const namePrefix =
  '(?:\\b(?:my|the|our|a) )?(?:\\b(?:short )?(?:link|url|alias|slug|code|page)s? )?(?:\\b(?:called|named|titled|with (?:the )?(?:title|code|alias)) )?'
const nameSuffix = '(?: s\\b)?(?: (?:short )?(?:link|url|page)\\b)?'

/** Takes the link that the question names: in quotes, as a short URL or path, or the unquoted name of a candidate. */
export function takeLinkMention(
  scan: QuestionScanner,
  candidates: readonly NamedLink[],
  shortUrl: string,
): LinkMention {
  const quoted = scan
    .takeAll(new RegExp(`${namePrefix}"([^"]{1,255})"${nameSuffix}`))
    .map(([, text]) => text?.trim() ?? '')
  const host = escapeRegExp(shortUrl.replace(/^https?:\/\//, '').toLowerCase())
  const addresses = scan
    .takeAll(new RegExp(`${namePrefix}(?:(?:https?://)?${host}|(?<=^| ))/([\\w-]{1,64})(?=[\\s,¦]|$)${nameSuffix}`))
    .map(([, code]) => code ?? '')
  const ids = scan.takeAll(/\b(?:link |url )?(lnk_[0-9a-z]{26})\b/).map(([, id]) => id ?? '')
  const texts = [...new Set([...quoted, ...addresses, ...ids].filter(Boolean))]
  if (texts.length > 1)
    return {
      kind: 'several',
      ids: candidates.filter((link) => texts.some((text) => matchesLink(link, text))).map(({ id }) => id),
    }
  const [text] = texts
  return text === undefined ? takeUnquotedMention(scan, candidates) : matchQuotedName(text, candidates)
}

function matchQuotedName(text: string, candidates: readonly NamedLink[]): LinkMention {
  const links = candidates.filter((link) => matchesLink(link, text))
  const [link] = links
  if (links.length > 1) return { kind: 'several', ids: links.map(({ id }) => id) }
  return { kind: 'one', link: link ? { id: link.id } : { text } }
}

function matchesLink({ id, code, title }: NamedLink, text: string): boolean {
  return id === text || code?.toLowerCase() === text || normalizeQuestion(title) === text
}

/** Takes an unquoted title or code. Names made of common words only must be quoted. */
function takeUnquotedMention(scan: QuestionScanner, candidates: readonly NamedLink[]): LinkMention {
  const words = candidates.flatMap(({ id, title, code }) =>
    [normalizeQuestion(title), code?.toLowerCase() ?? ''].map((text) => ({ id, text })),
  )
  const distinctive = words.filter(({ text }) =>
    text.split(/\s+/).some((word) => !knownWords.has(word) && !/^\d*$/.test(word)),
  )
  for (const { text } of distinctive.toSorted((a, b) => b.text.length - a.text.length)) {
    if (!scan.take(new RegExp(`${namePrefix}(?<![\\w-])${escapeRegExp(text)}(?![\\w-])${nameSuffix}`))) continue
    const ids = [...new Set(distinctive.filter((name) => name.text === text).map(({ id }) => id))]
    const [id = ''] = ids
    return ids.length > 1 ? { kind: 'several', ids } : { kind: 'one', link: { id } }
  }
  return { kind: 'none' }
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
}
