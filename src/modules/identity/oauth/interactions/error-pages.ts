import type { FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import type { ErrorOut } from 'oidc-provider'
import type { ServiceError } from '../../../../platform/shared/service-error.ts'
import { renderBadge } from '../../../../platform/web/icons.ts'
import { type Language, requestLanguage } from '../../../../platform/web/language.ts'
import { type Page, type PageOptions, renderPage, sendPage } from '../../../../platform/web/page.ts'
import { markup, translator } from '../../../../platform/web/texts.ts'
import { waitSentence } from '../../../../platform/web/wait-sentence.ts'
import { renderDestination, toRedirectDestination } from './consent-page.ts'

/**
 * Status 400, for an invalid authorization request that must not be redirected to the application. The error codes, in
 * English in every language, are for its developers.
 */
export function invalidRequestPage(lang: Language, errorOut: ErrorOut): Page {
  const t = translator(lang)
  return renderErrorPage({
    status: 400,
    lang,
    title: t('page.invalidRequest.title'),
    reason: describeReason(lang, errorOut),
    nextStep: html`${t('page.invalidRequest.nextStep')}`,
    rest: renderDetails(lang, errorOut),
  })
}

/**
 * Status 400, like `invalidRequestPage`, with the address that gives the error to the application. The visitor has not
 * logged in, so the visitor decides whether to follow the address (RFC 9700, 4.11.2).
 */
export function returnPage(lang: Language, errorOut: ErrorOut, address: string): Page {
  const t = translator(lang)
  const receiver = html`<strong>!${renderDestination(lang, toRedirectDestination(address))}</strong>`
  return renderErrorPage({
    status: 400,
    lang,
    title: t('page.invalidRequest.title'),
    reason: describeReason(lang, errorOut),
    nextStep: t.html('page.invalidRequest.leadsTo', { destination: markup(receiver) }),
    rest: html`<a class="button" href="${address}" rel="nofollow noreferrer">${t('page.continue.title')}</a>
!${renderDetails(lang, errorOut)}`,
  })
}

/** The errors that have a text of their own. */
const explainedErrors = ['invalid_client', 'invalid_redirect_uri', 'invalid_scope'] as const

/** What was wrong with a request, in plain words. */
function describeReason(lang: Language, { error }: ErrorOut): string {
  const t = translator(lang)
  const reason = explainedErrors.find((each) => each === error) ?? 'invalid_request'
  return `${t(`page.invalidRequest.reasons.${reason}`)} ${t('page.invalidRequest.granted')}`
}

/** The error for the developers (an HTML fragment). */
function renderDetails(lang: Language, { error, error_description }: ErrorOut): string {
  const t = translator(lang)
  return html`<p class="fine">${t('page.invalidRequest.report')} <code lang="en">${error}${error_description ? `, ${error_description}` : ''}.</code></p>`
}

/** Status 400: the interaction has expired, is complete, or belongs to another browser. */
export function interactionExpiredPage(lang: Language): Page {
  const t = translator(lang)
  return renderErrorPage({
    status: 400,
    lang,
    title: t('page.oauthExpired.title'),
    reason: t('page.oauthExpired.reason'),
    nextStep: html`${t('page.invalidRequest.nextStep')}`,
  })
}

export function sendExpiredPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendPage(reply, interactionExpiredPage(requestLanguage(request)))
}

/** For server errors and rate limits, with the status and headers of the error. */
export function unavailablePage(lang: Language, { status, headers }: ServiceError): Page {
  const t = translator(lang)
  const isTooMany = status === 429
  const title = isTooMany ? t('page.rateLimit.title') : t('page.oauthUnavailable.title')
  const seconds = Number(headers['retry-after'])
  const nextStep = seconds > 0 ? waitSentence(lang, seconds) : t('page.oauthUnavailable.later')
  const reason = isTooMany ? t('page.oauthUnavailable.tooMany') : t('page.oauthUnavailable.reason')
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
