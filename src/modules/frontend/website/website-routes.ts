import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toServiceError } from '../../../platform/graphql/error-formatting.ts'
import { robotsNames } from '../../../platform/http/agents/preview-crawlers.ts'
import { registerScope } from '../../../platform/http/http-server.ts'
import type { NetworkRateLimiter } from '../../../platform/rate-limiting/network-rate-limiter.ts'
import { MethodNotAllowed, RateLimited } from '../../../platform/shared/general.errors.ts'
import { isCrossSite } from '../../../platform/web/cross-site.ts'
import { acceptForms } from '../../../platform/web/form-bodies.ts'
import { requestLanguage } from '../../../platform/web/language.ts'
import { sendPage } from '../../../platform/web/page.ts'
import type { PublicStatsCache } from '../../statistics/public-stats/index.ts'
import { domainSite, tooManyPage, type VisitService } from '../../visits/redirects/index.ts'
import { createdLinkPage } from './created-link-page.ts'
import { createFormError, type FormError, formErrorTexts, toFormError } from './form-errors.ts'
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

/** A URL of 2048 characters, each encoded as up to nine, and the other fields. */
const bodyLimitBytes = 24 * 1024

export interface HomeDependencies {
  readonly visitorRateLimiter: NetworkRateLimiter
  readonly visitService: VisitService
  readonly publicStatsCache: PublicStatsCache
  readonly formShortener: FormShortener
}

/** The home page. A submitted form redirects with 303 to the page of the new link, so a reload creates no second link. */
export async function registerHomePage(
  server: FastifyInstance,
  { visitorRateLimiter, visitService, publicStatsCache, formShortener }: HomeDependencies,
): Promise<void> {
  await registerScope(server, async (scope) => {
    scope.removeAllContentTypeParsers()
    await acceptForms(scope, { bodyLimit: bodyLimitBytes })
    const routeOptions = { config: { rateLimit: [visitorRateLimiter] }, logLevel: 'warn' } as const
    const sendHome = async (
      request: FastifyRequest,
      reply: FastifyReply,
      formValues?: ShortenForm,
      error?: FormError,
    ) => {
      const stats = await publicStatsCache.getStatsIfAvailable()
      const { publicUrl } = request.context.settings
      return sendPage(reply, homePage({ lang: requestLanguage(request), stats, publicUrl, formValues, error }))
    }
    scope.get<{ Querystring: { made?: unknown } }>('/', routeOptions, async (request, reply) => {
      const { made } = request.query
      const link = typeof made === 'string' ? await findFreeLink(visitService, request.context, made) : null
      return link
        ? sendPage(reply, createdLinkPage({ lang: requestLanguage(request), ...link }))
        : sendHome(request, reply)
    })
    scope.post('/', routeOptions, async (request, reply) => {
      const form = readForm(request.body)
      // Another site must not create links, or use up the limit, on behalf of its visitors.
      if (isCrossSite(request)) {
        const { crossSite } = formErrorTexts[requestLanguage(request)]
        return sendHome(request, reply, form, createFormError(403, crossSite))
      }
      const result = await formShortener
        .shorten(request.context, form)
        .catch((error: unknown) => logAndConvertError(request, error))
      return typeof result === 'string' ? redirectToCreated(reply, result) : sendHome(request, reply, form, result)
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
        ? createFormError(error.statusCode ?? 400, formErrorTexts[requestLanguage(request)].unreadable)
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
function redirectToCreated(reply: FastifyReply, code: string): FastifyReply {
  return reply
    .status(303)
    .headers({ location: `?made=${code}`, 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' })
    .header('x-robots-tag', 'noindex')
    .send()
}
