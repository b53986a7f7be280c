import { Parser } from 'htmlparser2'

/** The texts of a page about itself in its tags, unchanged. Of several equal tags, the first counts. */
export interface PageTags {
  /** Contents of `<meta>` by lower-case name or property, such as `og:title`. */
  readonly meta: ReadonlyMap<string, string>
  /** The text of `<title>`. */
  readonly title: string
  /** `href` of `<base>`. */
  readonly base: string | null
  /** `href` of links to an icon, usual icons before icons for home screens. */
  readonly icons: readonly string[]
}

/** How many tags of a page are read. Otherwise a page with deeper nesting than any real page would take seconds. */
const maxTags = 10_000

/** How much of a text is read, which is far more than is kept of it. */
const maxTextLength = 4096

const maxIcons = 20

/** Reads the tags of an HTML page. No script is run, and nothing is loaded. */
export function readPageTags(html: string): PageTags {
  const meta = new Map<string, string>()
  const icons: string[] = []
  const homeScreenIcons: string[] = []
  let title = ''
  let base: string | null = null
  let tagCount = 0
  let svgDepth = 0
  let titleState: 'before' | 'inside' | 'after' = 'before'
  const parser = new Parser({
    onopentag(tag, attributes) {
      tagCount++
      if (tagCount > maxTags) parser.pause()
      if (tag === 'svg') svgDepth++
      // The title of an image is not the title of the page.
      else if (tag === 'title' && svgDepth === 0 && titleState === 'before') titleState = 'inside'
      else if (tag === 'base') base ??= attributes.href ?? null
      else if (tag === 'meta') addMeta(meta, attributes)
      else if (tag === 'link' && attributes.href) {
        const kinds = (attributes.rel ?? '').toLowerCase().split(/\s+/)
        if (kinds.includes('icon')) icons.push(attributes.href)
        else if (kinds.some((kind) => kind.startsWith('apple-touch-icon'))) homeScreenIcons.push(attributes.href)
      }
    },
    ontext(text) {
      if (titleState === 'inside' && title.length < maxTextLength) title += text.slice(0, maxTextLength)
    },
    onclosetag(tag) {
      if (tag === 'svg') svgDepth--
      if (tag === 'title' && titleState === 'inside') titleState = 'after'
    },
  })
  parser.write(html)
  // The text of an unfinished title is reported here.
  if (tagCount <= maxTags) parser.end()
  return { meta, title, base, icons: [...icons, ...homeScreenIcons].slice(0, maxIcons) }
}

/** Pages write Open Graph as `property` or as `name`. */
function addMeta(meta: Map<string, string>, attributes: Readonly<Record<string, string>>): void {
  const content = (attributes.content ?? '').trim().slice(0, maxTextLength)
  if (content === '') return
  for (const name of [attributes.property, attributes.name])
    if (name && !meta.has(name.toLowerCase())) meta.set(name.toLowerCase(), content)
}
