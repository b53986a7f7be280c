import type { NamedLink } from '../own.links.ts'
import type { LinkName } from '../plan.ts'
import { normalized, type Scan } from './scan.ts'
import { known } from './spelling.ts'

/** What a question says of links: none, one, one in words that fit none yet, or several that fit. */
export type Mention =
  | { readonly kind: 'none' }
  | { readonly kind: 'one'; readonly link: LinkName }
  | { readonly kind: 'several'; readonly ids: readonly string[] }

const before =
  '(?:\\b(?:my|the|our|a) )?(?:\\b(?:short )?(?:link|url|alias|slug|code|page)s? )?(?:\\b(?:called|named|titled|with (?:the )?(?:title|code|alias)) )?'
const after = '(?: s\\b)?(?: (?:short )?(?:link|url|page)\\b)?'

/** Takes the link that the question names: in quotes, as a short address or path, or plainly where it is one of ours. */
export function takeMention(scan: Scan, own: readonly NamedLink[], shortUrl: string): Mention {
  const quoted = scan.takeAll(new RegExp(`${before}"([^"]{1,255})"${after}`)).map(([, text]) => text?.trim() ?? '')
  const host = escaped(shortUrl.replace(/^https?:\/\//, '').toLowerCase())
  const addresses = scan
    .takeAll(new RegExp(`${before}(?:(?:https?://)?${host}|(?<=^| ))/([\\w-]{1,64})(?=[\\s,¦]|$)${after}`))
    .map(([, code]) => code ?? '')
  const ids = scan.takeAll(/\b(?:link |url )?(lnk_[0-9a-z]{26})\b/).map(([, id]) => id ?? '')
  const texts = [...new Set([...quoted, ...addresses, ...ids].filter(Boolean))]
  if (texts.length > 1)
    return { kind: 'several', ids: own.filter((link) => texts.some((text) => fits(link, text))).map(({ id }) => id) }
  const [text] = texts
  return text === undefined ? plain(scan, own) : named(text, own)
}

function named(text: string, own: readonly NamedLink[]): Mention {
  const links = own.filter((link) => fits(link, text))
  const [link] = links
  if (links.length > 1) return { kind: 'several', ids: links.map(({ id }) => id) }
  return { kind: 'one', link: link ? { id: link.id } : { text } }
}

function fits({ id, code, title }: NamedLink, text: string): boolean {
  return id === text || code?.toLowerCase() === text || normalized(title) === text
}

/** Titles and codes that stand in the question as they are. Common words name a link only in quotes. */
function plain(scan: Scan, own: readonly NamedLink[]): Mention {
  const words = own.flatMap(({ id, title, code }) =>
    [normalized(title), code?.toLowerCase() ?? ''].map((text) => ({ id, text })),
  )
  const telling = words.filter(({ text }) => text.split(/\s+/).some((word) => !known.has(word) && !/^\d*$/.test(word)))
  for (const { text } of telling.toSorted((a, b) => b.text.length - a.text.length)) {
    if (!scan.take(new RegExp(`${before}(?<![\\w-])${escaped(text)}(?![\\w-])${after}`))) continue
    const ids = [...new Set(telling.filter((each) => each.text === text).map(({ id }) => id))]
    const [id = ''] = ids
    return ids.length > 1 ? { kind: 'several', ids } : { kind: 'one', link: { id } }
  }
  return { kind: 'none' }
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
}
