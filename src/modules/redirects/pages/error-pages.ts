import { html } from 'ghtml'
import type { Language, Translations } from '../../../platform/web/language.ts'
import { type Page, renderPage } from '../../../platform/web/page.ts'
import { rateLimitTitle, waitSentence } from '../../../platform/web/rate-limit-texts.ts'

const unavailableRetrySeconds = 10

const unavailableWords: Translations<{ title: string; why: string; again: string }> = {
  en: {
    title: 'We cannot open this link right now',
    why: 'Something on our side is not answering. Nothing is wrong with the link or with your device. Please try again in a moment.',
    again: 'Try again',
  },
  de: {
    title: 'Wir können diesen Link gerade nicht öffnen',
    why: 'Bei uns antwortet etwas nicht. Mit dem Link und mit Ihrem Gerät ist alles in Ordnung. Bitte versuchen Sie es gleich noch einmal.',
    again: 'Noch einmal versuchen',
  },
  fr: {
    title: 'Nous ne pouvons pas ouvrir ce lien pour le moment',
    why: 'De notre côté, quelque chose ne répond pas. Ni le lien ni votre appareil ne sont en cause. Veuillez réessayer dans un instant.',
    again: 'Réessayer',
  },
  es: {
    title: 'Ahora mismo no podemos abrir este enlace',
    why: 'Algo no responde por nuestra parte. Ni el enlace ni su dispositivo tienen ningún problema. Vuelva a intentarlo dentro de un momento.',
    again: 'Intentar de nuevo',
  },
}

const tooManyWords: Translations = {
  en: 'Many links were opened from your network in a short time, so we are taking a short break.',
  de: 'Aus Ihrem Netzwerk wurden in kurzer Zeit viele Links geöffnet, deshalb legen wir eine kurze Pause ein.',
  fr: 'De nombreux liens ont été ouverts depuis votre réseau en peu de temps\u202f; nous faisons donc une courte pause.',
  es: 'Desde su red se han abierto muchos enlaces en poco tiempo, así que hacemos una breve pausa.',
}

/** Status 503 with `Retry-After`, for temporary errors of the service. */
export function unavailablePage(lang: Language): Page {
  const { title, why, again } = unavailableWords[lang]
  return renderPage({
    status: 503,
    lang,
    title,
    headers: { 'retry-after': String(unavailableRetrySeconds) },
    // An empty `href` is the address of the page, including its query.
    body: html`<h1>${title}</h1>
<p>${why}</p>
<a class="button" href="">${again}</a>`,
  })
}

/** Status 429 with `Retry-After`: the network has opened too many links. */
export function tooManyPage(lang: Language, retryAfterSeconds: number): Page {
  const seconds = Math.max(1, Math.ceil(retryAfterSeconds))
  const title = rateLimitTitle(lang)
  return renderPage({
    status: 429,
    lang,
    title,
    headers: { 'retry-after': String(seconds) },
    body: html`<h1>${title}</h1>
<p>${tooManyWords[lang]}</p>
<p class="next">${waitSentence(lang, seconds)}</p>`,
  })
}
