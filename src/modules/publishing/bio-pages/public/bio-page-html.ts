import { html } from 'ghtml'
import type { Language } from '../../../../platform/web/language.ts'
import { type Page, scriptLiteral, serializePolicy, strictPolicy } from '../../../../platform/web/page.ts'
import { translator } from '../../../../platform/web/texts.ts'
import { imageFormats } from '../bio-image.service.ts'
import { toCalledNumber, toPhoneNumber } from '../blocks/contact-addresses.ts'
import { networkNames, type SocialNetwork } from '../blocks/social-networks.ts'
import { computePageColors } from '../theme/theme-colors.ts'
import { buildPageStyle, listSchemes } from './bio-page-style.ts'
import { networkIcons } from './network-icons.ts'
import type { PublicBioBlock, PublicBioPage } from './public-page.types.ts'

/** The texts for search engines, besides the texts that visitors see. */
export interface PageFacts {
  readonly createdAt: Date
  readonly updatedAt: Date
  /** The destinations of the social blocks. */
  readonly profiles: readonly string[]
}

/**
 * The public page: one document with its style, without a script, and nothing from other hosts. Its images are on our host.
 * Search engines may show it.
 */
export function renderBioPage(lang: Language, page: PublicBioPage, facts: PageFacts): Page {
  const head = html`!${renderHead(page)}
<script type="application/ld+json">!${scriptLiteral(describeProfile(page, facts))}</script>`
  const headers = { 'x-robots-tag': 'all', 'referrer-policy': 'strict-origin-when-cross-origin' }
  return { ...renderDocument(lang, page, head), headers }
}

/**
 * What will be the public page, in a frame of the console. Nothing of it runs, and what one clicks opens beside the
 * console. Its blocks have their destinations as addresses, so that no click is counted.
 */
export function renderBioPagePreview(lang: Language, page: PublicBioPage): Page {
  const head = html`<meta name="robots" content="noindex">
<meta name="color-scheme" content="${listSchemes(page.theme)}">
<base target="_blank">
<title>${page.seoTitle}</title>`
  return {
    ...renderDocument(lang, page, head, {
      'frame-ancestors': "'self'",
      sandbox: 'allow-popups allow-popups-to-escape-sandbox',
    }),
    headers: { 'x-frame-options': 'SAMEORIGIN' },
  }
}

function renderDocument(
  lang: Language,
  page: PublicBioPage,
  head: string,
  policy: Readonly<Record<string, string>> = {},
): Page {
  const style = buildPageStyle(page.theme)
  const csp = serializePolicy({ ...strictPolicy(style), ...policy })
  const body = html`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
!${head}
<style>!${style}</style>
</head>
<body>
<main>
<header>
!${renderAvatar(page)}
<h1 dir="auto">${page.title}</h1>
!${page.description === null ? '' : html`<p class="about" dir="auto">${page.description}</p>`}
</header>
<div class="blocks">
!${renderBlocks(lang, page)}
</div>
</main>
!${renderFooter(lang, page)}
!${renderIcons(page.blocks)}
</body>
</html>
`
  return { status: 200, body, lang, csp }
}

function renderHead({ url, seoTitle, seoDescription, socialImageUrl, avatarUrl, theme }: PublicBioPage): string {
  const { width, height } = imageFormats.social
  const image = socialImageUrl ?? avatarUrl
  const themeColor = (scheme: 'light' | 'dark') => computePageColors(theme, scheme).background[0]
  return html`<meta name="color-scheme" content="${listSchemes(theme)}">
<meta name="theme-color" content="${themeColor('light')}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${themeColor('dark')}" media="(prefers-color-scheme: dark)">
<title>${seoTitle}</title>
<link rel="canonical" href="${url}">
<meta property="og:type" content="profile">
<meta property="og:url" content="${url}">
<meta property="og:title" content="${seoTitle}">
!${
    seoDescription === null
      ? ''
      : html`<meta name="description" content="${seoDescription}">
<meta property="og:description" content="${seoDescription}">`
  }
!${image === null ? '' : html`<meta property="og:image" content="${image}">`}
!${
    socialImageUrl === null
      ? ''
      : html`<meta property="og:image:width" content="${width}">
<meta property="og:image:height" content="${height}">`
  }
<meta name="twitter:card" content="${socialImageUrl === null ? 'summary' : 'summary_large_image'}">`
}

/** A profile page of schema.org. Browsers never run a script of this type, so the policy needs no source for it. */
function describeProfile(page: PublicBioPage, { createdAt, updatedAt, profiles }: PageFacts): object {
  const { url, title, description, avatarUrl } = page
  return {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    url,
    dateCreated: createdAt.toISOString(),
    dateModified: updatedAt.toISOString(),
    mainEntity: {
      '@type': 'Person',
      name: title,
      url,
      ...(description !== null && { description }),
      ...(avatarUrl !== null && { image: avatarUrl }),
      ...(profiles.length > 0 && { sameAs: profiles }),
    },
  }
}

/** The image, or the first letter of the title. The title beside the image names its owner. */
function renderAvatar({ avatarUrl, title }: PublicBioPage): string {
  const { width, height } = imageFormats.avatar
  if (avatarUrl !== null)
    return html`<img class="avatar" src="${new URL(avatarUrl).pathname}" alt="" width="${width}" height="${height}">`
  const [initial = ''] =
    new Intl.Segmenter().segment(title.toUpperCase())[Symbol.iterator]().next().value?.segment ?? ''
  return html`<div class="avatar initial" aria-hidden="true">${initial}</div>`
}

/** Adjacent icons are in one row. */
function renderBlocks(lang: Language, { url: pageUrl, blocks }: PublicBioPage): string {
  const parts: string[] = []
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index] as PublicBioBlock
    if (block.type !== 'social') {
      parts.push(renderBlock(block, pageUrl))
      continue
    }
    const row = blocks.slice(index).findIndex(({ type }) => type !== 'social')
    const icons = blocks.slice(index, row < 0 ? undefined : index + row)
    parts.push(renderIconRow(lang, icons, pageUrl))
    index += icons.length - 1
  }
  return parts.join('\n')
}

function renderIconRow(lang: Language, icons: readonly PublicBioBlock[], pageUrl: string): string {
  const items = icons.map(({ network, url }) => {
    const name = networkNames[network as SocialNetwork]
    return html`<li><a href="${toHref(url, pageUrl)}" rel="nofollow ugc" aria-label="${name}" title="${name}"><svg aria-hidden="true"><use href="#${network}"/></svg></a></li>`
  })
  return html`<ul class="social" aria-label="${translator(lang)('page.bio.profiles')}">!${items.join('')}</ul>`
}

function renderBlock({ type, title, content, url }: PublicBioBlock, pageUrl: string): string {
  switch (type) {
    case 'heading':
      return html`<h2 dir="auto">${title ?? ''}</h2>`
    case 'text':
      return html`<p class="text" dir="auto">${content ?? ''}</p>`
    case 'divider':
      return '<hr>'
    case 'email':
      return html`<a class="link" dir="auto" href="mailto:${encodeMailbox(content ?? '')}">${title ?? content ?? ''}</a>`
    case 'phone':
      return html`<a class="link" dir="auto" href="tel:${toCalledNumber(content ?? '') ?? ''}">${title ?? content ?? ''}</a>`
    case 'sms':
      return html`<a class="link" dir="auto" href="sms:${toPhoneNumber(content ?? '') ?? ''}">${title ?? content ?? ''}</a>`
    default:
      return html`<a class="link" dir="auto" href="${toHref(url, pageUrl)}" rel="nofollow ugc">${title ?? ''}!${
        content === null ? '' : html`<small>${content}</small>`
      }</a>`
  }
}

/** Without the host of the page, so that the page works behind any proxy. Destinations, in a preview, are whole. */
function toHref(url: string | null, pageUrl: string): string {
  if (url === null) return ''
  const { origin, pathname } = new URL(url)
  return origin === new URL(pageUrl).origin ? pathname : url
}

/** An address whose local part contains `?` or `&` must not become a subject or another receiver (RFC 6068). */
function encodeMailbox(address: string): string {
  return encodeURIComponent(address).replace('%40', '@')
}

function renderFooter(lang: Language, { url }: PublicBioPage): string {
  const report = `/report?link=${encodeURIComponent(url)}`
  return html`<footer><a href="${report}" rel="nofollow">${translator(lang)('page.bio.report')}</a><a href="/">Tack</a></footer>`
}

/** Each icon once, however often it is used. */
function renderIcons(blocks: readonly PublicBioBlock[]): string {
  const networks = new Set(blocks.flatMap(({ network }) => network ?? []))
  if (networks.size === 0) return ''
  const symbols = [...networks].map(
    (network) => html`<symbol id="${network}" viewBox="0 0 24 24"><path d="${networkIcons[network]}"/></symbol>`,
  )
  return html`<svg class="icons" aria-hidden="true">!${symbols.join('')}</svg>`
}
