import { html } from 'ghtml'
import type { Language } from '../../../../platform/web/language.ts'
import { type Page, renderPage } from '../../../../platform/web/page.ts'
import { translator } from '../../../../platform/web/texts.ts'
import type { Route } from '../../../publishing/links/index.ts'
import { getPublicTitle } from './title-page.ts'

type PreviewedLink = Pick<
  Route,
  'code' | 'title' | 'originalUrl' | 'clickLimit' | 'ogTitle' | 'ogDescription' | 'ogImage'
>

/**
 * Status 200, for preview crawlers: the Open Graph tags of a link, and no redirect. Tags for which the link has no text
 * are left out, except the title. A person who sends the user agent of a crawler gets to the preview at `/{code}+`.
 */
export function socialPreviewPage(lang: Language, link: PreviewedLink, shortUrl: string): Page {
  const t = translator(lang)
  const { ogDescription, ogImage } = link
  // A limited link must not reveal its destination here, and a title by default is its host and path.
  const title = link.ogTitle ?? (link.clickLimit === null ? link.title : getPublicTitle(link, lang))
  const address = `${shortUrl}/${link.code}`
  return renderPage({
    status: 200,
    lang,
    title,
    head: html`<link rel="canonical" href="${address}">
<meta property="og:type" content="website">
<meta property="og:url" content="${address}">
<meta property="og:title" content="${title}">
!${ogDescription === null ? '' : html`<meta property="og:description" content="${ogDescription}">`}
!${ogImage === null ? '' : html`<meta property="og:image" content="${ogImage}">`}
<meta name="twitter:card" content="${ogImage === null ? 'summary' : 'summary_large_image'}">`,
    body: html`<h1 dir="auto">${title}</h1>
!${ogDescription === null ? '' : html`<p dir="auto">${ogDescription}</p>`}
<p>${t('page.socialPreview.why')}</p>
<p class="next">${t('page.socialPreview.next')}</p>
<a class="button" href="/${link.code}+" rel="nofollow">${t('page.socialPreview.more')}</a>`,
  })
}
