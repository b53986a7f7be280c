import type { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorOut, errors, type KoaContextWithOIDC, type Provider } from 'oidc-provider'
import { toServiceError } from '../../../../platform/graphql/error-formatting.ts'
import { InvalidParams } from '../../../../platform/shared/general.errors.ts'
import type { ServiceError } from '../../../../platform/shared/service-error.ts'
import { type Language, requestLanguage } from '../../../../platform/web/language.ts'
import { type Page, pageHeaders, sendPage } from '../../../../platform/web/page.ts'
import { invalidRequestPage, unavailablePage } from '../interactions/error-pages.ts'

/** Converts an error of the service to the format of the client endpoints (RFC 6749, 5.2). */
function toOAuthError({ status, message, resolution }: ServiceError): ErrorOut {
  const isTemporary = status === 429 || status === 503
  const error = isTemporary ? 'temporarily_unavailable' : status < 500 ? 'invalid_request' : 'server_error'
  return { error, error_description: `${message} ${resolution}` }
}

/** Renders an error of the service as a page. */
export function errorPage(lang: Language, error: ServiceError): Page {
  if (error.status === 429 || error.status >= 500) return unavailablePage(lang, error)
  return { ...invalidRequestPage(lang, toOAuthError(error)), status: error.status, headers: error.headers }
}

/** Error handler of the pages. */
export function sendErrorPage(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendPage(reply, errorPage(requestLanguage(request), convertAndLogError(error, request)))
}

/** Error handler of the client endpoints; answers in the format of RFC 6749. */
export function sendOAuthError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const serviceError = convertAndLogError(error, request)
  return reply
    .status(serviceError.status)
    .headers({ 'cache-control': 'no-store', ...serviceError.headers })
    .send(toOAuthError(serviceError))
}

function convertAndLogError(error: unknown, { log }: FastifyRequest): ServiceError {
  const { statusCode = 500 } = (error ?? {}) as { statusCode?: number }
  // Fastify throws errors with a status below 500 for unreadable forms.
  const serviceError =
    statusCode < 500 ? InvalidParams.forField('form', 'must be a valid form body') : toServiceError(error)
  if (serviceError.status >= 500) log.error({ err: serviceError.cause ?? serviceError }, serviceError.message)
  return serviceError
}

const browserRoutes: ReadonlySet<string> = new Set(['authorization', 'resume'])

/** Answers a browser with a page when it cannot be redirected to the application, and a client always with JSON. */
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
 * Answers server errors of the provider with the status of the service error, such as 503 with `Retry-After` while the
 * database is unavailable, and logs the cause.
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
  // Without a listener, Koa would print errors that the provider does not catch.
  const logError = (error: Error, ctx?: { req: IncomingMessage }) => {
    if (ctx) findLog(ctx.req)?.error({ err: error }, 'Unhandled error in the authorization server')
  }
  ;(provider as EventEmitter).on('error', logError)
}
