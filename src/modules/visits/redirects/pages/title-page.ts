import { domainToUnicode } from 'node:url'
import { html } from 'ghtml'
import type { Language, Translations } from '../../../../platform/web/language.ts'
import { type Page, renderPage } from '../../../../platform/web/page.ts'
import type { Route } from '../../../publishing/links/index.ts'

const untitled: Translations = {
  en: 'A short link',
  de: 'Ein Kurzlink',
  fr: 'Un lien court',
  es: 'Un enlace corto',
}

/**
 * The title for visitors who must not see the destination. A link without a title of its own is titled by the host and
 * path of its first destination; such a title is replaced, and so is a title that contains the host in any spelling.
 */
export function getPublicTitle(link: Pick<Route, 'title' | 'originalUrl'>, lang: Language): string {
  return revealsDestination(link) ? untitled[lang] : link.title
}

/** Whether a title is an address, or contains the host of the destination. */
export function revealsDestination({ title, originalUrl }: Pick<Route, 'title' | 'originalUrl'>): boolean {
  const text = foldText(title)
  const isAddress = !/\s/.test(text) && text.split('/', 1)[0]?.slice(1, -1).includes('.') === true
  const host = new URL(originalUrl).hostname.replace(/^www\.(?=.+\.)/, '')
  return isAddress || [host, domainToUnicode(host)].some((name) => name !== '' && text.includes(foldText(name)))
}

/** Removes differences that a reader does not see, or overlooks. */
function foldText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
}

const words: Translations<{ why: string; next: string }> = {
  en: {
    why: 'This link opens only a limited number of times, so automatic visitors are not sent on.',
    next: 'If you are a person, open the link in your usual browser.',
  },
  de: {
    why: 'Dieser Link lässt sich nur begrenzt oft öffnen, deshalb werden automatische Besucher nicht weitergeleitet.',
    next: 'Wenn Sie ein Mensch sind, öffnen Sie den Link in Ihrem gewohnten Browser.',
  },
  fr: {
    why: 'Ce lien ne s’ouvre qu’un nombre limité de fois\u202f; les visiteurs automatiques ne sont donc pas redirigés.',
    next: 'Si vous êtes une personne, ouvrez le lien dans votre navigateur habituel.',
  },
  es: {
    why: 'Este enlace solo se abre un número limitado de veces, por lo que no se redirige a los visitantes automáticos.',
    next: 'Si es usted una persona, abra el enlace en su navegador habitual.',
  },
}

/**
 * Status 200, for bots on a link with a click limit: the title without the destination, because giving the destination
 * would use up a click.
 */
export function titlePage(lang: Language, title: string): Page {
  const { why, next } = words[lang]
  return renderPage({
    status: 200,
    lang,
    title,
    body: html`<h1 dir="auto">${title}</h1>
<p>${why}</p>
<p class="next">${next}</p>`,
  })
}
