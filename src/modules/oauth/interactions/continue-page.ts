import { html } from 'ghtml'
import type { Language, Translations } from '../../../platform/web/language.ts'
import { type Page, renderPage } from '../../../platform/web/page.ts'

/**
 * The forms post to the page they stand on and to nowhere else. Chromium holds `form-action` against every redirect that
 * follows, so the answer to the last of them is a page of its own that leads on (`onward.ts`), and no redirect.
 */
export const formPolicy = { 'form-action': "'self'" } as const

const continueTexts: Translations<{ title: string; sent: string; go: string }> = {
  en: { title: 'Back to the application', sent: 'Your answer is on its way.', go: 'Go on' },
  de: { title: 'Zurück zur Anwendung', sent: 'Ihre Antwort ist unterwegs.', go: 'Weiter' },
  fr: { title: 'Retour à l’application', sent: 'Votre réponse est en route.', go: 'Continuer' },
  es: { title: 'Vuelta a la aplicación', sent: 'Su respuesta está en camino.', go: 'Continuar' },
}

/**
 * Status 200, the answer to the last form: goes on by itself, without a script, to where the authorization is completed
 * and the application gets its answer. A redirect would be subject to the form's policy, all the way to wherever the
 * application sends its users next. The link is for browsers that open an application only when somebody asks for it.
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
