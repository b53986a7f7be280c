import type { FastifyInstance } from 'fastify'
import { toServiceError } from '../../../../platform/graphql/error-formatting.ts'
import { registerScope } from '../../../../platform/http/http-server.ts'
import type { NetworkRateLimiter } from '../../../../platform/rate-limiting/network-rate-limiter.ts'
import { RateLimited } from '../../../../platform/shared/general.errors.ts'
import { requestLanguage } from '../../../../platform/web/language.ts'
import { sendPage } from '../../../../platform/web/page.ts'
import { rejectOtherMethods } from '../../../../platform/web/reject-other-methods.ts'
import { tooManyPage, unavailablePage } from '../../../visits/redirects/index.ts'
import type { SharedStatsService } from '../public/shared-stats.service.ts'
import { SharedStatsGone, SharedStatsNotFound } from '../shared-stats.errors.ts'
import { goneStatsPage, missingStatsPage, renderStatsPage, type StatsPageOptions } from './stats-page-html.ts'

const url = '/stats/:token'

interface StatsRoute {
  Params: { token: string }
}

/** Registers the pages with shared statistics. */
export async function registerStatsPages(
  server: FastifyInstance,
  sharedStatsService: SharedStatsService,
  visitorRateLimiter: NetworkRateLimiter,
  pageOptions: StatsPageOptions,
): Promise<void> {
  await registerScope(server, async (scope) => {
    const options = { config: { rateLimit: [visitorRateLimiter] }, logLevel: 'warn' } as const
    scope.get<StatsRoute>(url, options, async (request, reply) => {
      const stats = await sharedStatsService.read(request.context, request.params.token)
      return sendPage(reply, renderStatsPage(requestLanguage(request), stats, pageOptions))
    })
    rejectOtherMethods(scope, url, ['GET', 'HEAD'])
    scope.setErrorHandler((error, request, reply) => {
      const lang = requestLanguage(request)
      if (error instanceof SharedStatsNotFound) return sendPage(reply, missingStatsPage(lang))
      if (error instanceof SharedStatsGone) return sendPage(reply, goneStatsPage(lang))
      if (error instanceof RateLimited) return sendPage(reply, tooManyPage(lang, error.retryAfterSeconds))
      const serviceError = toServiceError(error)
      // Errors below 500 are rendered by the error handler of the server.
      if (serviceError.status < 500) throw error
      request.log.error({ err: serviceError.cause ?? serviceError }, serviceError.message)
      return sendPage(reply, unavailablePage(lang))
    })
  })
}
