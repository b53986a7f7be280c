import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Failure } from '../base/failure.ts'
import { InvalidParams } from '../base/failures.ts'
import { toFailure } from '../graphql/errors.ts'
import { type Language, visitorLanguage } from '../server/language.ts'
import { type Page, pageHeaders } from '../server/page.ts'
import { refusedPage } from './pages/refused.ts'
import { unavailablePage } from './pages/unavailable.ts'

/** The errors of RFC 6749, part 5.2, with which the endpoints for applications answer. */
export interface OAuthError {
  readonly error: string
  readonly error_description: string
}

/** A refusal of ours in the words of RFC 6749. */
export function oauthErrorOf({ status, message, resolution }: Failure): OAuthError {
  const passes = status === 429 || status === 503
  const error = passes ? 'temporarily_unavailable' : status < 500 ? 'invalid_request' : 'server_error'
  return { error, error_description: `${message} ${resolution}` }
}

/** A refusal of ours for a person with a browser. */
export function failurePage(lang: Language, failure: Failure): Page {
  if (failure.status === 429 || failure.status >= 500) return unavailablePage(lang, failure)
  return { ...refusedPage(lang, oauthErrorOf(failure)), status: failure.status, headers: failure.headers }
}

/** Renders what is thrown on the way to a page. */
export function refuseWithPage(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return show(reply, failurePage(visitorLanguage(request), noted(error, request)))
}

/** Renders what is thrown on the way to an endpoint for applications, in the form their libraries read. */
export function refuseWithError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = noted(error, request)
  return reply
    .status(failure.status)
    .headers({ 'cache-control': 'no-store', ...failure.headers })
    .send(oauthErrorOf(failure))
}

export function show(reply: FastifyReply, page: Page): FastifyReply {
  return reply.status(page.status).headers(pageHeaders(page)).send(page.body)
}

function noted(error: unknown, { log }: FastifyRequest): Failure {
  const { statusCode = 500 } = (error ?? {}) as { statusCode?: number }
  // Fastify's own refusals of a form it could not read.
  const failure = statusCode < 500 ? InvalidParams.of('form', 'cannot be read') : toFailure(error)
  if (failure.status >= 500) log.error({ err: failure.cause ?? failure }, failure.message)
  return failure
}
