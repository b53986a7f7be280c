import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toServiceError } from '../../../../platform/graphql/error-formatting.ts'
import { registerScope } from '../../../../platform/http/http-server.ts'
import type { NetworkRateLimiter } from '../../../../platform/rate-limiting/network-rate-limiter.ts'
import { RateLimited } from '../../../../platform/shared/general.errors.ts'
import { requestLanguage } from '../../../../platform/web/language.ts'
import { sendPage } from '../../../../platform/web/page.ts'
import { rejectOtherMethods } from '../../../../platform/web/reject-other-methods.ts'
import { type ClickRecorder, readVisit } from '../../../visits/clicks/index.ts'
import { blockedPage, getTrigger, tooManyPage, unavailablePage } from '../../../visits/redirects/index.ts'
import { dropTrailing, type Route, VisitorQuery } from '../../links/index.ts'
import { type BioImageService, imageFormats } from '../bio-image.service.ts'
import { renderBioPage } from './bio-page-html.ts'
import { missingBioPage } from './missing-bio-page.ts'
import { type PublicPageService, toPublicPage } from './public-page.service.ts'

export interface BioPageRouteDependencies {
  readonly publicPageService: PublicPageService
  readonly bioImageService: BioImageService
  readonly clickRecorder: ClickRecorder
  readonly visitorRateLimiter: NetworkRateLimiter
}

interface PageRoute {
  Params: { slug: string }
}

interface ImageRoute {
  Params: { file: string }
}

/** Registers the public pages, `/p/{slug}`, and their images. */
export async function registerBioPageRoutes(
  server: FastifyInstance,
  dependencies: BioPageRouteDependencies,
): Promise<void> {
  await registerScope(server, async (scope) => {
    const options = { config: { rateLimit: [dependencies.visitorRateLimiter] }, logLevel: 'warn' } as const
    scope.get<PageRoute>('/p/:slug', options, (request, reply) => sendBioPage(dependencies, request, reply))
    scope.get<ImageRoute>('/p/images/:file', options, (request, reply) => sendImage(dependencies, request, reply))
    rejectOtherMethods(scope, '/p/:slug', ['GET', 'HEAD'])
    rejectOtherMethods(scope, '/p/images/:file', ['GET', 'HEAD'])
    scope.setErrorHandler((error, request, reply) => {
      const lang = requestLanguage(request)
      if (error instanceof RateLimited) return sendPage(reply, tooManyPage(lang, error.retryAfterSeconds))
      const serviceError = toServiceError(error)
      // Errors below 500 are rendered by the error handler of the server.
      if (serviceError.status < 500) throw error
      request.log.error({ err: serviceError.cause ?? serviceError }, serviceError.message)
      return sendPage(reply, unavailablePage(lang))
    })
  })
}

async function sendBioPage(
  dependencies: BioPageRouteDependencies,
  request: FastifyRequest<PageRoute>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { publicPageService } = dependencies
  const { context } = request
  const lang = requestLanguage(request)
  const route = await publicPageService.findRoute(dropTrailing(request.params.slug))
  if (route?.blockedAt) {
    const contact = context.settings.abuseContact ?? null
    return sendPage(reply, blockedPage(lang, { blockCause: route.blockCause, reference: route.id, contact }))
  }
  const shown = route?.isActive ? await publicPageService.load(context, route.id) : null
  if (!route || !shown) return sendPage(reply, missingBioPage(lang))
  await recordView(dependencies, request, route)
  const { createdAt, updatedAt } = shown.page
  const profiles = shown.blocks.flatMap(({ type, url }) => (type === 'social' && url !== null ? [url] : []))
  return sendPage(reply, renderBioPage(lang, toPublicPage(context, shown), { createdAt, updatedAt, profiles }))
}

/** A view is recorded like a click on the link of the page: not for `HEAD` and `no-track`, and bots are not counted. */
async function recordView(
  { clickRecorder }: BioPageRouteDependencies,
  request: FastifyRequest,
  route: Route,
): Promise<void> {
  const query = VisitorQuery.fromUrl(request.url)
  if (request.method === 'HEAD') return
  const visit = readVisit(request.context.request)
  const view = { visit, trigger: getTrigger(route, query), query, rule: null }
  if (visit.isBot) await clickRecorder.recordBotClick(route, view)
  else if (!query.hasFlag('no-track')) await clickRecorder.recordClick(route, view)
}

/** Another image has another address, so caches keep an image for a year. */
async function sendImage(
  { bioImageService }: BioPageRouteDependencies,
  request: FastifyRequest<ImageRoute>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { file } = request.params
  const bytes = /^[0-9a-f]{32}\.\w{3,4}$/.test(file) ? await bioImageService.find(request.context.em, file) : null
  if (!bytes) return sendPage(reply, missingBioPage(requestLanguage(request)))
  const { avatar, social } = imageFormats
  return reply
    .headers({
      'content-type': file.endsWith(avatar.extension) ? avatar.mediaType : social.mediaType,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    })
    .send(bytes)
}
