import { html } from 'ghtml'
import type { Language, Translations } from '../../../platform/web/language.ts'
import { type Page, renderPage } from '../../../platform/web/page.ts'
import { canCloak } from '../../links/index.ts'

/** The accessible name of the frame. */
const frameTitle: Translations<(title: string) => string> = {
  en: (title) => `The page behind this link: ${title}`,
  de: (title) => `Die Seite hinter diesem Link: ${title}`,
  fr: (title) => `La page à laquelle mène ce lien\u00a0: ${title}`,
  es: (title) => `La página a la que lleva este enlace: ${title}`,
}

export interface CloakedPageOptions {
  readonly title: string
  readonly destination: string
}

/**
 * Status 200: the destination in one full-page frame, under the short address.
 * Throws a `TypeError` when `canCloak` is false for the destination.
 */
export function cloakedPage(lang: Language, { title, destination }: CloakedPageOptions): Page {
  if (!canCloak(destination)) throw new TypeError('Only an https address with a plain host name can be framed.')
  const { href, origin } = new URL(destination)
  return renderPage({
    status: 200,
    lang,
    title,
    bare: true,
    // The destination may redirect, for example to its `www` host, and the policy applies to each redirect.
    csp: { 'frame-src': `${origin} https:` },
    body: html`<iframe src="${href}" title="${frameTitle[lang](title)}" sandbox="allow-scripts allow-forms allow-popups allow-same-origin" referrerpolicy="no-referrer"></iframe>`,
  })
}
