import { createHostReader } from '../../../platform/http/client-address.ts'
import { defineModule, type Module } from '../../../platform/module.ts'
import { NetworkRateLimiter } from '../../../platform/rate-limiting/network-rate-limiter.ts'
import { linksModule } from '../../publishing/links/index.ts'
import { pixelsModule } from '../../publishing/pixels/index.ts'
import { qrCodesModule } from '../../publishing/qr-codes/index.ts'
import { clicksModule } from '../clicks/index.ts'
import { installFastRedirect } from './fast-redirect.ts'
import { LinkPasswordVerifier, UnlockTokenIssuer } from './link-password.ts'
import { ConsentTokens } from './pixels/consent-tokens.ts'
import { PixelPages } from './pixels/pixel-pages.ts'
import { ResolutionResolver } from './resolution.resolver.ts'
import { ResolutionService } from './resolution.service.ts'
import { registerSitePages } from './sites/site-pages.ts'
import { routeBySite } from './sites/site-routing.ts'
import { sendPagesForUnknownPaths } from './sites/unknown-paths.ts'
import { VisitService } from './visit.service.ts'
import { registerVisitorRoutes } from './visitor-routes.ts'

/** Visits of one network: far more than a person makes, and too few to guess codes. */
const maxVisitsPerMinute = 300

/** QR images of one network: drawing one costs as much as a hundred redirects. */
const maxImagesPerMinute = 60

export interface RedirectsModule extends Module {
  readonly visitService: VisitService
  readonly visitorRateLimiter: NetworkRateLimiter
}

/** Serves visitors: redirects, the password form, previews and QR images; and the resolution of links as JSON. */
export const redirectsModule = defineModule({
  entities: [],
  resolvers: [ResolutionResolver],
  uses: [linksModule, clicksModule, qrCodesModule, pixelsModule],
  create(
    platform,
    { routeCache: routes, domainDirectory: directory, missingCodes },
    { recorder, locations },
    { qrImageService: qrImages },
    { activePixels },
  ): RedirectsModule {
    const { clock, settings, keyring } = platform
    const { server, shutdown } = platform.http
    const { throttle } = platform.limits
    const visitService = new VisitService({
      routeCache: routes,
      clickRecorder: recorder,
      locations,
      clock,
      random: Math.random,
    })
    const createLimiter = (maxPerMinute: number) => new NetworkRateLimiter(clock, settings.rateLimits, maxPerMinute)
    const visitorRateLimiter = createLimiter(maxVisitsPerMinute)
    const imageRateLimiter = createLimiter(maxImagesPerMinute)
    const linkPasswordVerifier = new LinkPasswordVerifier(throttle)
    const unlockTokenIssuer = new UnlockTokenIssuer(keyring, clock)
    const consentTokens = new ConsentTokens(keyring, clock)
    const readHost = createHostReader(settings)
    // Before any route is added.
    routeBySite(server, { directory, readHost })
    const pixelPages = new PixelPages({ activePixels, locations, consentTokens })
    return {
      visitService,
      visitorRateLimiter,
      resolvers: [new ResolutionResolver(new ResolutionService(linkPasswordVerifier, visitService, directory))],
      addRoutes: async () => {
        await registerVisitorRoutes(server, {
          visitorRateLimiter,
          imageRateLimiter,
          visits: visitService,
          missingCodes,
          locations,
          unlockTokens: unlockTokenIssuer,
          passwordVerifier: linkPasswordVerifier,
          qrImages,
          pixelPages,
          consentTokens,
        })
        registerSitePages(server, visitorRateLimiter)
        sendPagesForUnknownPaths(server)
      },
      start: () =>
        installFastRedirect(server, {
          routes,
          visits: visitService,
          rateLimiter: visitorRateLimiter,
          clock,
          drain: shutdown,
          settings,
          directory,
          readHost,
        }),
    }
  },
})
