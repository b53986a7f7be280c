import { html } from 'ghtml'
import type { Language, Translations } from '../../../platform/web/language.ts'
import { type Page, renderPage } from '../../../platform/web/page.ts'

/** What a screen reader calls the frame. */
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
 * Throws a `TypeError` when `canCloak` says no to the destination.
 */
export function cloakedPage(lang: Language, { title, destination }: CloakedPageOptions): Page {
  if (!canCloak(destination)) throw new TypeError('Only an https address with a plain host name can be framed.')
  const { href, origin } = new URL(destination)
  return renderPage({
    status: 200,
    lang,
    title,
    bare: true,
    // A destination may send the frame on, to its `www` host for one, and the policy is asked again at every step.
    csp: { 'frame-src': `${origin} https:` },
    body: html`<iframe src="${href}" title="${frameTitle[lang](title)}" sandbox="allow-scripts allow-forms allow-popups allow-same-origin" referrerpolicy="no-referrer"></iframe>`,
  })
}

/**
 * Whether a destination can be shown under the short address: https, no name or password in it, and a host that a
 * policy can name. Ask before a click is consumed; where the answer is no, the visitor is redirected instead.
 */
export function canCloak(destination: string): boolean {
  const url = URL.parse(destination)
  // The protocol is asked for by name, because the origin of a `blob:` address is that of the page that made it.
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return false
  // WHATWG hosts may hold `;`, `,` and `*`, which mean something else in a policy, and a policy cannot name an IPv6 host.
  return /^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(url.hostname)
}
