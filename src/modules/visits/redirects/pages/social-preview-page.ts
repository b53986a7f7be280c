import { html } from 'ghtml'
import type { Language, Translations } from '../../../../platform/web/language.ts'
import { type Page, renderPage } from '../../../../platform/web/page.ts'
import type { Route } from '../../../publishing/links/index.ts'
import { getPublicTitle } from './title-page.ts'

const words: Translations<{ why: string; next: string; more: string }> = {
  en: {
    why: 'This is the preview of a short link, as networks and messengers show it in posts and chats.',
    next: 'If you are a person, open the link in your usual browser.',
    more: 'More about this link',
  },
  de: {
    why: 'Dies ist die Vorschau eines Kurzlinks, wie Netzwerke und Messenger sie in Beiträgen und Chats zeigen.',
    next: 'Wenn Sie ein Mensch sind, öffnen Sie den Link in Ihrem gewohnten Browser.',
    more: 'Mehr über diesen Link',
  },
  fr: {
    why: 'Ceci est l’aperçu d’un lien court, tel que les réseaux et les messageries l’affichent dans les publications et les discussions.',
    next: 'Si vous êtes une personne, ouvrez le lien dans votre navigateur habituel.',
    more: 'En savoir plus sur ce lien',
  },
  es: {
    why: 'Esta es la vista previa de un enlace corto, tal como la muestran las redes y los servicios de mensajería en publicaciones y chats.',
    next: 'Si es usted una persona, abra el enlace en su navegador habitual.',
    more: 'Más sobre este enlace',
  },
}

type PreviewedLink = Pick<
  Route,
  'code' | 'title' | 'originalUrl' | 'clickLimit' | 'ogTitle' | 'ogDescription' | 'ogImage'
>

/**
 * Status 200, for preview crawlers: the Open Graph tags of a link, and no redirect. Tags for which the link has no text
 * are left out, except the title. A person who sends the user agent of a crawler gets to the preview at `/{code}+`.
 */
export function socialPreviewPage(lang: Language, link: PreviewedLink, shortUrl: string): Page {
  const { why, next, more } = words[lang]
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
<p>${why}</p>
<p class="next">${next}</p>
<a class="button" href="/${link.code}+" rel="nofollow">${more}</a>`,
  })
}
