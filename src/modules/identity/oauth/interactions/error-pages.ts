import type { FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import type { ErrorOut } from 'oidc-provider'
import type { ServiceError } from '../../../../platform/shared/service-error.ts'
import { renderBadge } from '../../../../platform/web/icons.ts'
import { type Language, requestLanguage, type Translations } from '../../../../platform/web/language.ts'
import { type Page, type PageOptions, renderPage, sendPage } from '../../../../platform/web/page.ts'
import { translator } from '../../../../platform/web/texts.ts'
import { waitSentence } from '../../../../platform/web/wait-sentence.ts'
import { continueTexts, renderDestination, toRedirectDestination } from './consent-page.ts'
import { invalidRequestTexts } from './invalid-request-texts.ts'

const expiredTexts: Translations<{ readonly title: string; readonly reason: string }> = {
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
  const { title, nextStep } = invalidRequestTexts[lang]
  return renderErrorPage({
    status: 400,
    lang,
    title,
    reason: describeReason(lang, errorOut),
    nextStep: html`${nextStep}`,
    rest: renderDetails(lang, errorOut),
  })
}

/**
 * Status 400, like `invalidRequestPage`, with the address that gives the error to the application. The visitor has not
 * logged in, so the visitor decides whether to follow the address (RFC 9700, 4.11.2).
 */
export function returnPage(lang: Language, errorOut: ErrorOut, address: string): Page {
  const { title, leadsTo } = invalidRequestTexts[lang]
  const receiver = html`<strong>!${renderDestination(lang, toRedirectDestination(address))}</strong>`
  return renderErrorPage({
    status: 400,
    lang,
    title,
    reason: describeReason(lang, errorOut),
    nextStep: leadsTo(receiver),
    rest: html`<a class="button" href="${address}" rel="nofollow noreferrer">${continueTexts[lang].title}</a>
!${renderDetails(lang, errorOut)}`,
  })
}

/** What was wrong with a request, in plain words. */
function describeReason(lang: Language, { error }: ErrorOut): string {
  const { reasons, granted } = invalidRequestTexts[lang]
  return `${reasons[error as keyof typeof reasons] ?? reasons.invalid_request} ${granted}`
}

/** The error for the developers (an HTML fragment). */
function renderDetails(lang: Language, { error, error_description }: ErrorOut): string {
  const { report } = invalidRequestTexts[lang]
  return html`<p class="fine">${report} <code lang="en">${error}${error_description ? `, ${error_description}` : ''}.</code></p>`
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

export function sendExpiredPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendPage(reply, interactionExpiredPage(requestLanguage(request)))
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
  const title = isTooMany ? translator(lang)('page.rateLimit.title') : texts.title
  const seconds = Number(headers['retry-after'])
  const nextStep = seconds > 0 ? waitSentence(lang, seconds) : texts.later
  const reason = isTooMany ? texts.tooMany : texts.reason
  return renderErrorPage({ status, lang, title, headers, reason, nextStep: html`${nextStep}` })
}

interface ErrorPageOptions extends Pick<PageOptions, 'status' | 'lang' | 'title' | 'headers'> {
  readonly reason: string
  /** An HTML fragment. */
  readonly nextStep: string
  /** The consequence (an HTML fragment). */
  readonly rest?: string
}

/** What happened, and what the user can do. */
function renderErrorPage({ reason, nextStep, rest = '', ...options }: ErrorPageOptions): Page {
  return renderPage({
    ...options,
    body: html`!${renderBadge(options.status === 429 ? 'pause' : options.status >= 500 ? 'retry' : 'shield')}
<h1>${options.title}</h1>
<p>${reason}</p>
<p class="next">!${nextStep}</p>
!${rest}`,
  })
}
