import type { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { type ErrorOut, errors, type KoaContextWithOIDC, type Provider } from 'oidc-provider'
import { toFailure } from '../graphql/errors.ts'
import { visitorLanguage } from '../server/language.ts'
import { pageHeaders } from '../server/page.ts'
import { refusedPage } from './pages/refused.ts'
import { failurePage, oauthErrorOf } from './refusals.ts'

const forBrowsers: ReadonlySet<string> = new Set(['authorization', 'resume'])

/** What a person sees who cannot be sent back to the application; an application gets JSON whatever it accepts. */
export function renderError(ctx: KoaContextWithOIDC, out: ErrorOut, error: Error): void {
  if (!forBrowsers.has(ctx.oidc.route)) {
    ctx.body = out
    return
  }
  const lang = visitorLanguage(ctx.req)
  const page = error instanceof errors.OIDCProviderError ? refusedPage(lang, out) : failurePage(lang, toFailure(error))
  ctx.status = page.status
  ctx.set(pageHeaders(page))
  ctx.body = page.body
}

/**
 * Gives what went wrong on our side its true status: a database out of reach is a 503 that says when to come back. The
 * cause goes to the log of its request.
 */
export function answerForFaults(
  provider: Provider,
  logOf: (request: IncomingMessage) => FastifyBaseLogger | undefined,
): void {
  provider.on('server_error', (ctx: KoaContextWithOIDC, error: Error) => {
    const failure = toFailure(error)
    logOf(ctx.req)?.error({ err: failure.cause ?? failure }, failure.message)
    if (forBrowsers.has(ctx.oidc.route)) return
    ctx.status = failure.status
    ctx.set(failure.headers)
    ctx.body = oauthErrorOf(failure)
  })
  // What escapes even the provider: Koa would print it if nobody listened.
  const note = (error: Error, ctx?: { req: IncomingMessage }) => {
    if (ctx) logOf(ctx.req)?.error({ err: error }, 'the authorization server failed')
  }
  ;(provider as EventEmitter).on('error', note)
}
