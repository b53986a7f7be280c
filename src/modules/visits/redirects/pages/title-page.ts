import { domainToUnicode } from 'node:url'
import { html } from 'ghtml'
import type { Language } from '../../../../platform/web/language.ts'
import { type Page, renderPage } from '../../../../platform/web/page.ts'
import { translator } from '../../../../platform/web/texts.ts'
import type { Route } from '../../../publishing/links/index.ts'

/**
 * The title for visitors who must not see the destination. A link without a title of its own is titled by the host and
 * path of its first destination; such a title is replaced, and so is a title that contains the host in any spelling.
 */
export function getPublicTitle(link: Pick<Route, 'title' | 'originalUrl'>, lang: Language): string {
  return revealsDestination(link) ? translator(lang)('page.limited.untitled') : link.title
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

/**
 * Status 200, for bots on a link with a click limit: the title without the destination, because giving the destination
 * would use up a click.
 */
export function titlePage(lang: Language, title: string): Page {
  const t = translator(lang)
  return renderPage({
    status: 200,
    lang,
    title,
    body: html`<h1 dir="auto">${title}</h1>
<p>${t('page.limited.why')}</p>
<p class="next">${t('page.limited.next')}</p>`,
  })
}
