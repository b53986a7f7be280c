import { html } from 'ghtml'
import type { ErrorOut } from 'oidc-provider'
import type { ServiceError } from '../../../platform/shared/service-error.ts'
import type { Language, Translations } from '../../../platform/web/language.ts'
import { type Page, type PageOptions, renderPage } from '../../../platform/web/page.ts'
import { rateLimitTitle, waitSentence } from '../../../platform/web/rate-limit-texts.ts'
import { continueTexts, renderDestination, toRedirectDestination } from './consent-page.ts'

const invalidRequestEnglish = {
  title: 'This request cannot go on',
  reason: 'The application sent a request that we cannot accept, or the request has expired. No access was granted.',
  nextStep: 'Go back to the application and start again.',
  report: 'If that does not help, send this to its developers:',
  /** Takes and returns an HTML fragment. */
  leadsTo: (destination: string) => html`The button leads to !${destination}.`,
}

const invalidRequestTexts: Translations<typeof invalidRequestEnglish> = {
  en: invalidRequestEnglish,
  de: {
    title: 'Hier geht es nicht weiter',
    reason:
      'Die Anwendung, von der Sie kommen, hat auf eine Weise angefragt, die wir nicht beantworten können, oder seitdem ist zu viel Zeit vergangen. Es wurde nichts freigegeben.',
    nextStep: 'Gehen Sie zurück zur Anwendung und beginnen Sie von vorn.',
    report: 'Wenn das nicht hilft, teilen Sie ihren Entwicklern mit:',
    leadsTo: (destination) => html`Die Schaltfläche führt zu !${destination}.`,
  },
  fr: {
    title: 'Cette demande ne peut pas aboutir',
    reason:
      'L’application dont vous venez a formulé une demande à laquelle nous ne pouvons pas répondre, ou trop de temps s’est écoulé depuis. Rien n’a été accordé.',
    nextStep: 'Revenez à l’application et recommencez.',
    report: 'Si cela ne suffit pas, transmettez ceci à ses développeurs\u00a0:',
    leadsTo: (destination) => html`Le bouton mène à !${destination}.`,
  },
  es: {
    title: 'Esta solicitud no puede continuar',
    reason:
      'La aplicación de la que viene hizo una solicitud a la que no podemos responder, o ha pasado demasiado tiempo desde entonces. No se ha concedido nada.',
    nextStep: 'Vuelva a la aplicación y empiece de nuevo.',
    report: 'Si eso no ayuda, comunique esto a sus desarrolladores:',
    leadsTo: (destination) => html`El botón lleva a !${destination}.`,
  },
}

const expiredTexts: Translations<Pick<typeof invalidRequestEnglish, 'title' | 'reason'>> = {
  en: {
    title: 'This page is no longer valid',
    reason: 'It was open too long, was already answered, or was opened in another browser.',
  },
  de: {
    title: 'Diese Seite ist nicht mehr gültig',
    reason: 'Sie war zu lange offen, wurde schon beantwortet oder in einem anderen Browser geöffnet.',
  },
  fr: {
    title: 'Cette page n’est plus valable',
    reason:
      'Elle est restée ouverte trop longtemps, a déjà reçu une réponse ou a été ouverte dans un autre navigateur.',
  },
  es: {
    title: 'Esta página ya no es válida',
    reason: 'Estuvo abierta demasiado tiempo, ya se respondió o se abrió en otro navegador.',
  },
}

/**
 * Status 400, for an invalid authorization request that must not be redirected to the application. The error codes, in
 * English in every language, are for its developers.
 */
export function invalidRequestPage(lang: Language, errorOut: ErrorOut): Page {
  const { title, reason, nextStep } = invalidRequestTexts[lang]
  const details = renderDetails(lang, errorOut)
  return renderErrorPage({ status: 400, lang, title, reason, nextStep: html`${nextStep} !${details}` })
}

/**
 * Status 400, like `invalidRequestPage`, with the address that gives the error to the application. The visitor has not
 * logged in, so they decide whether to follow it (RFC 9700, 4.11.2).
 */
export function returnPage(lang: Language, errorOut: ErrorOut, address: string): Page {
  const { title, reason, leadsTo } = invalidRequestTexts[lang]
  const receiver = html`<strong>!${renderDestination(lang, toRedirectDestination(address))}</strong>`
  const page = { status: 400, lang, title, reason, nextStep: renderDetails(lang, errorOut) }
  return renderErrorPage({
    ...page,
    link: html`<p>!${leadsTo(receiver)}</p>
<a class="button" href="${address}" rel="nofollow noreferrer">${continueTexts[lang].title}</a>`,
  })
}

/** The error for the developers (an HTML fragment). */
function renderDetails(lang: Language, { error, error_description }: ErrorOut): string {
  const { report } = invalidRequestTexts[lang]
  return html`${report} <span lang="en">${error}${error_description ? `, ${error_description}` : ''}.</span>`
}

/** Status 400: the interaction has expired, is complete, or belongs to another browser. */
export function interactionExpiredPage(lang: Language): Page {
  return renderErrorPage({
    status: 400,
    lang,
    ...expiredTexts[lang],
    nextStep: html`${invalidRequestTexts[lang].nextStep}`,
  })
}

const unavailableEnglish = {
  title: 'This is not possible at the moment',
  reason: 'One of our systems is not available. No access was granted.',
  tooMany: 'We received too many requests from your network. No access was granted.',
  later: 'Please try again later.',
}

const unavailableTexts: Translations<typeof unavailableEnglish> = {
  en: unavailableEnglish,
  de: {
    title: 'Das geht im Moment leider nicht',
    reason: 'Bei uns antwortet etwas nicht. Es wurde nichts freigegeben.',
    tooMany: 'Aus Ihrem Netzwerk kamen in kurzer Zeit viele Anfragen. Es wurde nichts freigegeben.',
    later: 'Bitte versuchen Sie es später noch einmal.',
  },
  fr: {
    title: 'Ce n’est pas possible pour le moment',
    reason: 'De notre côté, quelque chose ne répond pas. Rien n’a été accordé.',
    tooMany: 'De nombreuses demandes sont venues de votre réseau en peu de temps. Rien n’a été accordé.',
    later: 'Veuillez réessayer plus tard.',
  },
  es: {
    title: 'Esto no es posible en este momento',
    reason: 'Algo no responde por nuestra parte. No se ha concedido nada.',
    tooMany: 'Desde su red han llegado muchas solicitudes en poco tiempo. No se ha concedido nada.',
    later: 'Vuelva a intentarlo más tarde.',
  },
}

/** For server errors and rate limits, with the status and headers of the error. */
export function unavailablePage(lang: Language, { status, headers }: ServiceError): Page {
  const texts = unavailableTexts[lang]
  const isTooMany = status === 429
  const title = isTooMany ? rateLimitTitle(lang) : texts.title
  const seconds = Number(headers['retry-after'])
  const nextStep = seconds > 0 ? waitSentence(lang, seconds) : texts.later
  const reason = isTooMany ? texts.tooMany : texts.reason
  return renderErrorPage({ status, lang, title, headers, reason, nextStep: html`${nextStep}` })
}

interface ErrorPageOptions extends Pick<PageOptions, 'status' | 'lang' | 'title' | 'headers'> {
  readonly reason: string
  /** An HTML fragment. */
  readonly nextStep: string
  /** An HTML fragment. */
  readonly link?: string
}

/** What happened, and what the user can do. */
function renderErrorPage({ reason, nextStep, link = '', ...options }: ErrorPageOptions): Page {
  return renderPage({
    ...options,
    body: html`<h1>${options.title}</h1>
<p>${reason}</p>
<p class="next">!${nextStep}</p>
!${link}`,
  })
}
