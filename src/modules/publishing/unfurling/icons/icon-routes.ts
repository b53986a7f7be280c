import type { FastifyInstance } from 'fastify'
import type { NetworkRateLimiter } from '../../../../platform/rate-limiting/network-rate-limiter.ts'
import { RouteNotFound } from '../../../../platform/shared/general.errors.ts'
import { mediaTypeOf } from './icon-format.ts'
import type { SiteIconService } from './site-icon.service.ts'

interface IconRoute {
  readonly Params: { readonly file: string }
}

/**
 * Serves icons of sites. An `<img>` cannot send a token, so whoever has the address sees the icon; it has 128 random bits.
 * The format was read from the bytes, and a browser may not read them as anything else.
 */
export function registerIconRoutes(
  server: FastifyInstance,
  siteIcons: SiteIconService,
  rateLimiter: NetworkRateLimiter,
): void {
  const options = { config: { rateLimit: [rateLimiter] }, logLevel: 'warn' } as const
  server.get<IconRoute>('/app/icons/:file', options, async (request, reply) => {
    const { file } = request.params
    const mediaType = /^[0-9a-f]{32}\.[a-z]{3,4}$/.test(file) ? mediaTypeOf(file) : undefined
    const bytes = mediaType && (await siteIcons.read(request.context.em, file))
    if (!bytes) throw new RouteNotFound()
    return reply
      .headers({
        'content-type': mediaType,
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(bytes)
  })
}
