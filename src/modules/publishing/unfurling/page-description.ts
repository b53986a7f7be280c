import { ServiceError } from '../../../platform/shared/service-error.ts'
import { toPlainText } from '../../../platform/shared/text/human-text.ts'
import { type LinkRules, previewLimits } from '../links/index.ts'
import type { PageTags } from './page-tags.ts'
import type { UnfurledPage } from './unfurl.types.ts'

/** Open Graph first, because networks read it; then the tags of X, and then the tags of HTML. */
const metaNames = {
  title: ['og:title', 'twitter:title'],
  description: ['og:description', 'twitter:description', 'description'],
  image: ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src'],
  siteName: ['og:site_name', 'application-name'],
} as const

/**
 * Describes a page by its tags. Texts are one line without invisible characters, like the fields of a link need them.
 * Addresses are absolute, and allowed as destinations of links.
 */
export function describePage(tags: PageTags, url: string, linkRules: LinkRules): UnfurledPage {
  const findTexts = (names: readonly string[]) => names.flatMap((name) => tags.meta.get(name) ?? [])
  const baseUrl = (tags.base === null ? null : URL.parse(tags.base.trim(), url)) ?? new URL(url)
  const findAddress = (texts: readonly string[]) => {
    for (const text of texts) {
      const address = parseAddress(text, baseUrl, linkRules)
      if (address !== null) return address
    }
    return null
  }
  const { titleMaxLength, descriptionMaxLength } = previewLimits
  return {
    url,
    title: findText([...findTexts(metaNames.title), tags.title], titleMaxLength),
    description: findText(findTexts(metaNames.description), descriptionMaxLength),
    image: findAddress(findTexts(metaNames.image)),
    icon: findAddress(tags.icons),
    siteName: findText(findTexts(metaNames.siteName), titleMaxLength),
  }
}

/** The first text with visible characters, cut to `maxLength` characters. */
function findText(texts: readonly string[], maxLength: number): string | null {
  for (const text of texts) {
    const line = [...toLine(text)].slice(0, maxLength).join('')
    // Cleaned again, because the cut may separate a joiner from the characters that it joins.
    const plain = toLine(line)
    if (plain !== '') return plain
  }
  return null
}

function toLine(text: string): string {
  return toPlainText(text.toWellFormed().replace(/\s+/g, ' ')).replace(/ +/g, ' ').trim()
}

function parseAddress(text: string, base: URL, linkRules: LinkRules): string | null {
  const url = URL.parse(text.trim(), base)
  if (!url) return null
  try {
    const address = linkRules.parseDestination('url', url.href, 'owner')
    return address.length <= previewLimits.imageMaxLength ? address : null
  } catch (error) {
    if (error instanceof ServiceError) return null
    throw error
  }
}
