import type { ClicksModule } from '../clicks/index.ts'
import type { LinksModule } from '../links/index.ts'
import type { QrCodesModule } from '../qr/index.ts'
import type { Module, ModuleDefinition, Platform } from '../server/module.ts'
import { serveVisitors } from './browser.ts'
import { openDoor } from './door.ts'
import { VisitorGuard } from './guard.ts'
import { UnlockPasses } from './pass.ts'
import { Resolution } from './resolution.ts'
import { ResolutionResolver } from './resolver.ts'
import { PasswordTries } from './tries.ts'
import { Visits } from './visits.ts'

export interface RedirectsModule extends Module {
  readonly visits: Visits
  readonly guard: VisitorGuard
}

/** What visitors meet: redirects, the password form, previews and QR images; and the same as JSON. */
export const redirectsModule = {
  entities: [],
  resolvers: [ResolutionResolver],
  create(
    { server, clock, settings, keyring, throttle, drain }: Platform,
    { routes }: LinksModule,
    { recorder }: ClicksModule,
    { qrImages }: QrCodesModule,
  ): RedirectsModule {
    const visits = new Visits(routes, recorder, clock)
    const guard = new VisitorGuard(clock, settings.rateLimits.on)
    const tries = new PasswordTries(throttle)
    const passes = new UnlockPasses(keyring, clock)
    return {
      visits,
      guard,
      resolvers: [new ResolutionResolver(new Resolution(tries, visits))],
      addRoutes: () => serveVisitors(server, guard, { visits, passes, tries, qrImages }),
      start: () => openDoor(server, { routes, visits, guard, clock, drain, settings }),
    }
  },
} satisfies ModuleDefinition
