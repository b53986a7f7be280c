import cookie from '@fastify/cookie'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toServiceError } from '../../../platform/graphql/error-formatting.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { robotsNames } from '../../../platform/http/agents/preview-crawlers.ts'
import type { ShortHostCheck } from '../../../platform/http/client-address.ts'
import { registerScope } from '../../../platform/http/http-server.ts'
import type { NetworkRateLimiter } from '../../../platform/rate-limiting/network-rate-limiter.ts'
import { MethodNotAllowed, RateLimited } from '../../../platform/shared/general.errors.ts'
import { dayMs } from '../../../platform/shared/time.ts'
import { isCrossSite } from '../../../platform/web/cross-site.ts'
import { acceptForms } from '../../../platform/web/form-bodies.ts'
import { languages, requestLanguage } from '../../../platform/web/language.ts'
import { sendPage } from '../../../platform/web/page.ts'
import { translator } from '../../../platform/web/texts.ts'
import type { AccountService, BrowserCookies } from '../../identity/accounts/index.ts'
import type { PublicStatsCache } from '../../statistics/public-stats/index.ts'
import { domainSite, redirectToFallback, tooManyPage, type VisitService } from '../../visits/redirects/index.ts'
import { createdLinkPage } from './created-link-page.ts'
import { createFormError, type FormError, toFormError } from './form-errors.ts'
import { type FormShortener, findFreeLink, type ShortenForm } from './free-links.ts'
import { homePage } from './home-page.ts'

/**
 * Preview crawlers may read every link, because several of them obey this file. Other crawlers may read only bio pages
 * and their images.
 */
const robotsText = `${robotsNames.map((name) => `User-agent: ${name}\n`).join('')}Allow: /

User-agent: *
Allow: /p/
Disallow: /
`

/** Serves `/robots.txt`, which crawlers request from every host, on domains as well. */
export function registerCrawlerRoutes(server: FastifyInstance): void {
  const config = { rateLimit: { none: 'The answers are constant.' } }
  for (const constraints of [{}, domainSite]) {
    const routeOptions = { config, logLevel: 'warn', constraints } as const
    server.get('/robots.txt', routeOptions, async (_request, reply) => reply.type('text/plain').send(robotsText))
  }
}

/** Addresses that programs know by heart: where a password is changed (W3C), and who hears of weaknesses (RFC 9116). */
export function registerWellKnownRoutes(server: FastifyInstance): void {
  const config = { rateLimit: { none: 'The answers need no work.' } }
  const options = { config, logLevel: 'warn' } as const
  server.get('/.well-known/change-password', options, async (request, reply) =>
    reply.redirect(`${request.context.settings.publicUrl}/account/forgot`, 302),
  )
  for (const constraints of [{}, domainSite])
    server.get('/.well-known/security.txt', { ...options, constraints }, async (request, reply) => {
      const { publicUrl, securityContact } = request.context.settings
      if (securityContact === undefined) return reply.callNotFound()
      const expires = new Date(request.context.now().getTime() + securityTextMs)
      const lines = [
        `Contact: ${securityContact}`,
        `Expires: ${expires.toISOString()}`,
        `Preferred-Languages: ${languages.join(', ')}`,
        `Canonical: ${publicUrl}/.well-known/security.txt`,
      ]
      return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
    })
}

/** RFC 9116 recommends less than a year. */
const securityTextMs = 180 * dayMs

/** A URL of 2048 characters, each encoded as up to nine, and the other fields. */
const bodyLimitBytes = 24 * 1024

export interface HomeDependencies {
  readonly visitorRateLimiter: NetworkRateLimiter
  readonly visitService: VisitService
  readonly publicStatsCache: PublicStatsCache
  readonly formShortener: FormShortener
  readonly accountService: AccountService
  readonly browserCookies: BrowserCookies
  readonly isShortHost: ShortHostCheck
}

/**
 * The home page. A submitted form redirects with 303 to the page of the new link, so a reload creates no second link. Links of
 * a logged-in person belong to them, and their page is in the console.
 */
export async function registerHomePage(
  server: FastifyInstance,
  {
    visitorRateLimiter,
    visitService,
    publicStatsCache,
    formShortener,
    accountService,
    browserCookies,
    isShortHost,
  }: HomeDependencies,
): Promise<void> {
  await registerScope(server, async (scope) => {
    scope.removeAllContentTypeParsers()
    await acceptForms(scope, { bodyLimit: bodyLimitBytes })
    await scope.register(cookie)
    /** The request with the rights of the logged-in person; null when nobody is logged in. */
    const findOwner = async (request: FastifyRequest): Promise<RequestContext | null> => {
      const caller = await browserCookies.findCaller(request)
      return caller && request.context.withCaller(caller)
    }
    /** The name of the logged-in person. The page is there without it while the database does not answer. */
    const findOwnerName = async (request: FastifyRequest): Promise<string | null> => {
      if (!browserCookies.hasSession(request)) return null
      const context = await findOwner(request).catch(() => null)
      return (
        context &&
        accountService.me(context).then(
          ({ name }) => name,
          () => null,
        )
      )
    }
    const routeOptions = { config: { rateLimit: [visitorRateLimiter] }, logLevel: 'warn' } as const
    const sendHome = async (
      request: FastifyRequest,
      reply: FastifyReply,
      formValues?: ShortenForm,
      error?: FormError,
    ) => {
      const [stats, ownerName] = await Promise.all([publicStatsCache.getStatsIfAvailable(), findOwnerName(request)])
      const { publicUrl } = request.context.settings
      const lang = requestLanguage(request)
      return sendPage(reply, homePage({ lang, stats, publicUrl, ownerName, formValues, error }))
    }
    scope.get<{ Querystring: { made?: unknown; url?: unknown } }>('/', routeOptions, async (request, reply) => {
      const { made, url } = request.query
      const { rootUrl } = request.context.settings
      if (rootUrl !== undefined && made === undefined && isShortHost(request.raw))
        return redirectToFallback(reply, rootUrl)
      const link = typeof made === 'string' ? await findFreeLink(visitService, request.context, made) : null
      return link
        ? sendPage(reply, createdLinkPage({ lang: requestLanguage(request), ...link }))
        : sendHome(request, reply, { longUrl: typeof url === 'string' ? url.slice(0, 2048) : '', customCode: '' })
    })
    scope.post('/', routeOptions, async (request, reply) => {
      const form = readForm(request.body)
      // Another site must not create links, or use up the limit, on behalf of its visitors.
      if (isCrossSite(request)) {
        const t = translator(requestLanguage(request))
        return sendHome(request, reply, form, createFormError(403, t('page.formError.crossSite')))
      }
      try {
        const owner = await findOwner(request)
        return owner
          ? redirectTo(reply, `app/links/${await formShortener.createOwned(owner, form)}`)
          : redirectTo(reply, `?made=${await formShortener.shorten(request.context, form)}`)
      } catch (error) {
        return sendHome(request, reply, form, logAndConvertError(request, error))
      }
    })
    scope.route({
      method: ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'],
      url: '/',
      ...routeOptions,
      onRequest: async () => {
        throw new MethodNotAllowed(['GET', 'HEAD', 'POST'])
      },
      handler: () => undefined,
    })
    scope.setErrorHandler<FastifyError>(async (error, request, reply) => {
      if (error instanceof MethodNotAllowed) throw error
      if (error instanceof RateLimited)
        return sendPage(reply, tooManyPage(requestLanguage(request), error.retryAfterSeconds))
      const isUnreadable = (error.statusCode ?? 500) < 500
      const formError = isUnreadable
        ? createFormError(error.statusCode ?? 400, translator(requestLanguage(request))('page.formError.unreadable'))
        : logAndConvertError(request, error)
      return sendHome(request, reply, undefined, formError)
    })
  })
}

function logAndConvertError(request: FastifyRequest, error: unknown): FormError {
  const serviceError = toServiceError(error)
  if (serviceError.status >= 500) request.log.error({ err: serviceError.cause ?? serviceError }, serviceError.message)
  return toFormError(serviceError, requestLanguage(request))
}

function readForm(body: unknown): ShortenForm {
  const { longUrl, customCode } = (body ?? {}) as Record<string, unknown>
  return { longUrl: readTextField(longUrl), customCode: readTextField(customCode) }
}

/** Ignores a field that was sent twice, which Fastify parses as a list. */
function readTextField(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** The location is relative, because a proxy may serve this page under a path. */
function redirectTo(reply: FastifyReply, location: string): FastifyReply {
  return reply
    .status(303)
    .headers({ location, 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' })
    .header('x-robots-tag', 'noindex')
    .send()
}
