import type { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorOut, errors, type KoaContextWithOIDC, type Provider } from 'oidc-provider'
import { toServiceError } from '../../../platform/graphql/error-formatting.ts'
import { InvalidParams } from '../../../platform/shared/general.errors.ts'
import type { ServiceError } from '../../../platform/shared/service-error.ts'
import { type Language, requestLanguage } from '../../../platform/web/language.ts'
import { type Page, pageHeaders } from '../../../platform/web/page.ts'
import { invalidRequestPage, unavailablePage } from '../interactions/error-pages.ts'

/** The errors of RFC 6749, part 5.2, with which the endpoints for applications answer. */
export interface OAuthError {
  readonly error: string
  readonly error_description: string
}

/** A refusal of ours in the words of RFC 6749. */
export function toOAuthError({ status, message, resolution }: ServiceError): OAuthError {
  const isTemporary = status === 429 || status === 503
  const error = isTemporary ? 'temporarily_unavailable' : status < 500 ? 'invalid_request' : 'server_error'
  return { error, error_description: `${message} ${resolution}` }
}

/** A refusal of ours for a person with a browser. */
export function errorPage(lang: Language, error: ServiceError): Page {
  if (error.status === 429 || error.status >= 500) return unavailablePage(lang, error)
  return { ...invalidRequestPage(lang, toOAuthError(error)), status: error.status, headers: error.headers }
}

/** Renders what is thrown on the way to a page. */
export function sendErrorPage(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendPage(reply, errorPage(requestLanguage(request), convertAndLogError(error, request)))
}

/** Renders what is thrown on the way to an endpoint for applications, in the form their libraries read. */
export function sendOAuthError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const serviceError = convertAndLogError(error, request)
  return reply
    .status(serviceError.status)
    .headers({ 'cache-control': 'no-store', ...serviceError.headers })
    .send(toOAuthError(serviceError))
}

export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  return reply.status(page.status).headers(pageHeaders(page)).send(page.body)
}

function convertAndLogError(error: unknown, { log }: FastifyRequest): ServiceError {
  const { statusCode = 500 } = (error ?? {}) as { statusCode?: number }
  // Fastify's own refusals of a form it could not read.
  const serviceError = statusCode < 500 ? InvalidParams.forField('form', 'cannot be read') : toServiceError(error)
  if (serviceError.status >= 500) log.error({ err: serviceError.cause ?? serviceError }, serviceError.message)
  return serviceError
}

const browserRoutes: ReadonlySet<string> = new Set(['authorization', 'resume'])

/** What a person sees who cannot be sent back to the application; an application gets JSON whatever it accepts. */
export function renderError(ctx: KoaContextWithOIDC, oauthError: ErrorOut, error: Error): void {
  if (!browserRoutes.has(ctx.oidc.route)) {
    ctx.body = oauthError
    return
  }
  const lang = requestLanguage(ctx.req)
  const page =
    error instanceof errors.OIDCProviderError
      ? invalidRequestPage(lang, oauthError)
      : errorPage(lang, toServiceError(error))
  ctx.status = page.status
  ctx.set(pageHeaders(page))
  ctx.body = page.body
}

/**
 * Gives what went wrong on our side its true status: a database out of reach is a 503 that says when to come back. The
 * cause goes to the log of its request.
 */
export function handleServerErrors(
  provider: Provider,
  findLog: (request: IncomingMessage) => FastifyBaseLogger | undefined,
): void {
  provider.on('server_error', (ctx: KoaContextWithOIDC, error: Error) => {
    const serviceError = toServiceError(error)
    findLog(ctx.req)?.error({ err: serviceError.cause ?? serviceError }, serviceError.message)
    if (browserRoutes.has(ctx.oidc.route)) return
    ctx.status = serviceError.status
    ctx.set(serviceError.headers)
    ctx.body = toOAuthError(serviceError)
  })
  // What escapes even the provider: Koa would print it if nobody listened.
  const logError = (error: Error, ctx?: { req: IncomingMessage }) => {
    if (ctx) findLog(ctx.req)?.error({ err: error }, 'the authorization server failed')
  }
  ;(provider as EventEmitter).on('error', logError)
}
