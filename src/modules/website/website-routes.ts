import formbody from '@fastify/formbody'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toServiceError } from '../../platform/graphql/error-formatting.ts'
import { MethodNotAllowed } from '../../platform/shared/general.errors.ts'
import { type Language, negotiateLanguage } from '../../platform/web/language.ts'
import { type Page, pageHeaders } from '../../platform/web/page.ts'
import type { PublicStatsCache } from '../public-stats/index.ts'
import {
  isCrossSite,
  registerVisitorRateLimit,
  type VisitorRateLimiter,
  type VisitService,
} from '../redirects/index.ts'
import { createdLinkPage } from './created-link-page.ts'
import { requestError, toFormError } from './form-error.ts'
import { formErrorTexts } from './form-error-texts.ts'
import { type FormShortener, findFreeLink, type ShortenForm } from './free-links.ts'
import { type FormError, homePage } from './home-page.ts'

/** What browsers and crawlers ask of any host. */
export function serveCrawlers(server: FastifyInstance): void {
  const outside = { config: { quota: false }, logLevel: 'warn' } as const
  server.get('/robots.txt', outside, async (_request, reply) =>
    reply.type('text/plain').send('User-agent: *\nDisallow: /\n'),
  )
  server.get('/favicon.ico', outside, async (_request, reply) =>
    reply.status(204).header('cache-control', 'public, max-age=86400').send(),
  )
}

/** An address of 2048 characters, each of which may be nine in a form, beside the rest. */
const bodyLimitBytes = 24 * 1024

export interface HomeDependencies {
  readonly guard: VisitorRateLimiter
  readonly visits: VisitService
  readonly statistics: PublicStatsCache
  readonly shortener: FormShortener
}

/** The home page, whose form is answered with 303 to the link it made: reloading that shortens nothing. */
export async function serveHome(
  server: FastifyInstance,
  { guard, visits, statistics, shortener }: HomeDependencies,
): Promise<void> {
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    await scope.register(formbody, { bodyLimit: bodyLimitBytes })
    registerVisitorRateLimit(scope, guard)
    const routeOptions = { config: { quota: false }, logLevel: 'warn' } as const
    scope.get<{ Querystring: { made?: unknown } }>('/', routeOptions, async (request, reply) => {
      const { made } = request.query
      const link = typeof made === 'string' ? await findFreeLink(visits, request.context, made) : null
      return sendPage(
        reply,
        link ? createdLinkPage({ lang: pageLanguage(request), ...link }) : await renderHome(statistics, request),
      )
    })
    scope.post('/', routeOptions, async (request, reply) => {
      const form = readForm(request.body)
      const lang = pageLanguage(request)
      // Another site's visitors are not to make links, or use up their share of them, unasked.
      if (isCrossSite(request)) {
        return sendPage(
          reply,
          await renderHome(statistics, request, form, requestError(403, formErrorTexts[lang].crossSite)),
        )
      }
      const result = await shortener
        .shorten(request.context, form)
        .catch((error: unknown) => logAndExplain(request, error))
      if (typeof result !== 'string') return sendPage(reply, await renderHome(statistics, request, form, result))
      return redirectToCreated(reply, result)
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
      const isUnreadable = (error.statusCode ?? 500) < 500
      const formError = isUnreadable
        ? requestError(error.statusCode ?? 400, formErrorTexts[pageLanguage(request)].unreadable)
        : logAndExplain(request, error)
      return sendPage(reply, await renderHome(statistics, request, undefined, formError))
    })
  })
}

async function renderHome(
  statistics: PublicStatsCache,
  request: FastifyRequest,
  formValues?: ShortenForm,
  error?: FormError,
): Promise<Page> {
  const { context } = request
  return homePage({
    lang: pageLanguage(request),
    stats: await statistics.getStatsIfAvailable(),
    publicUrl: context.settings.publicUrl,
    ...(formValues && { formValues }),
    ...(error && { error }),
  })
}

function logAndExplain(request: FastifyRequest, error: unknown): FormError {
  const serviceError = toServiceError(error)
  if (serviceError.status >= 500) request.log.error({ err: serviceError.cause ?? serviceError }, serviceError.message)
  return toFormError(serviceError, pageLanguage(request))
}

function readForm(body: unknown): ShortenForm {
  const { longUrl, customCode } = (body ?? {}) as Record<string, unknown>
  return { longUrl: textOf(longUrl), customCode: textOf(customCode) }
}

/** A field that was sent twice is a list. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function pageLanguage({ headers }: FastifyRequest): Language {
  return negotiateLanguage(headers['accept-language'])
}

function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  return reply.status(page.status).headers(pageHeaders(page)).send(page.body)
}

/** Relative, for a proxy may serve this page under a path of its own. */
function redirectToCreated(reply: FastifyReply, code: string): FastifyReply {
  return reply
    .status(303)
    .headers({ location: `?made=${code}`, 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' })
    .header('x-robots-tag', 'noindex')
    .send()
}
