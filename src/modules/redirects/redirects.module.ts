import type { Module, ModuleDefinition, Platform } from '../../platform/module.ts'
import type { ClicksModule } from '../clicks/index.ts'
import type { LinksModule } from '../links/index.ts'
import type { QrCodesModule } from '../qr-codes/index.ts'
import { installFastRedirect } from './fast-redirect.ts'
import { LinkPasswordVerifier, UnlockTokenIssuer } from './link-password.ts'
import { ResolutionResolver } from './resolution.resolver.ts'
import { ResolutionService } from './resolution.service.ts'
import { VisitService } from './visit.service.ts'
import { VisitorRateLimiter } from './visitor-rate-limit.ts'
import { registerVisitorRoutes } from './visitor-routes.ts'

export interface RedirectsModule extends Module {
  readonly visitService: VisitService
  readonly visitorRateLimiter: VisitorRateLimiter
}

/** Serves visitors: redirects, the password form, previews and QR images; and the resolution of links as JSON. */
export const redirectsModule = {
  entities: [],
  schema: [],
  resolvers: [ResolutionResolver],
  create(
    { server, clock, settings, keyring, throttle, shutdown }: Platform,
    { routeCache: routes }: LinksModule,
    { recorder }: ClicksModule,
    { qrImageService: qrImages }: QrCodesModule,
  ): RedirectsModule {
    const visitService = new VisitService(routes, recorder, clock)
    const visitorRateLimiter = new VisitorRateLimiter(clock, settings.rateLimits.isEnabled)
    const linkPasswordVerifier = new LinkPasswordVerifier(throttle)
    const unlockTokenIssuer = new UnlockTokenIssuer(keyring, clock)
    return {
      visitService,
      visitorRateLimiter,
      resolvers: [new ResolutionResolver(new ResolutionService(linkPasswordVerifier, visitService))],
      addRoutes: () =>
        registerVisitorRoutes(server, visitorRateLimiter, {
          visits: visitService,
          unlockTokens: unlockTokenIssuer,
          passwordVerifier: linkPasswordVerifier,
          qrImages,
        }),
      start: () =>
        installFastRedirect(server, {
          routes,
          visits: visitService,
          rateLimiter: visitorRateLimiter,
          clock,
          drain: shutdown,
          settings,
        }),
    }
  },
} satisfies ModuleDefinition
