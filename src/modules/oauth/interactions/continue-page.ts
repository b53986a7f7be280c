import { html } from 'ghtml'
import type { Language, Translations } from '../../../platform/web/language.ts'
import { type Page, renderPage } from '../../../platform/web/page.ts'

/**
 * Forms post only to their own page. Chromium applies `form-action` to every redirect after a form too, so the last form
 * is answered with `continuePage` and not with a redirect.
 */
export const formPolicy = { 'form-action': "'self'" } as const

const continueTexts: Translations<{ title: string; sent: string; go: string }> = {
  en: { title: 'Back to the application', sent: 'Your answer is on its way.', go: 'Go on' },
  de: { title: 'Zurück zur Anwendung', sent: 'Ihre Antwort ist unterwegs.', go: 'Weiter' },
  fr: { title: 'Retour à l’application', sent: 'Votre réponse est en route.', go: 'Continuer' },
  es: { title: 'Vuelta a la aplicación', sent: 'Su respuesta está en camino.', go: 'Continuar' },
}

/**
 * Status 200, the answer to the last form. A `Refresh` header leads to the URL that completes the authorization, because
 * `formPolicy` would block redirects to the application. Some browsers open applications only after a click, hence the
 * link.
 */
export function continuePage(lang: Language, address: string): Page {
  const { title, sent, go } = continueTexts[lang]
  return renderPage({
    status: 200,
    lang,
    title,
    headers: { refresh: `0; url=${address}` },
    body: html`<h1>${title}</h1>
<p>${sent}</p>
<a class="button" href="${address}">${go}</a>`,
  })
}
