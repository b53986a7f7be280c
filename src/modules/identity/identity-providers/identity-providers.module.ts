import { defineModule, type Module } from '../../../platform/module.ts'
import { SealedCookies } from '../../../platform/web/sealed-cookies.ts'
import { accountsModule } from '../accounts/index.ts'
import { IdentityLoginService } from './identity-login.service.ts'
import { IdentitySessions } from './identity-sessions.ts'
import { InteractionLogins } from './interaction-logins.ts'
import { ProviderClient } from './provider-client.ts'
import { createProviderPages } from './provider-routes.ts'

export interface IdentityProvidersModule extends Module {
  readonly interactionLogins: InteractionLogins
}

/** The login at identity providers of organisations, by OpenID Connect. */
export const identityProvidersModule = defineModule({
  entities: [],
  schema: [],
  resolvers: [],
  uses: [accountsModule],
  create(platform, accounts): IdentityProvidersModule {
    const { settings, clock, keyring } = platform
    const { publicUrl, oidc, outboundNetworks } = settings
    const allowedHosts = oidc.networks ?? outboundNetworks
    const httpClient = platform.outbound.createHttpClient(allowedHosts)
    const sealedCookies = new SealedCookies(keyring, clock, publicUrl)
    const interactionLogins = new InteractionLogins(sealedCookies)
    const dependencies = {
      publicUrl,
      interactionLogins,
      sealedCookies,
      throttle: platform.limits.throttle,
      cookies: accounts.browserCookies,
      accountService: accounts.accountService,
      identityLogin: new IdentityLoginService(accounts.accountService),
      sessions: new IdentitySessions(accounts.sessionService),
    }
    const clients = oidc.providers.map(
      (provider) => new ProviderClient(provider, { httpClient, publicUrl, allowsHttp: allowedHosts === 'any', clock }),
    )
    return {
      resolvers: [],
      interactionLogins,
      addRoutes: (server) =>
        accounts.addPages(
          server,
          clients.flatMap((client) => createProviderPages(client, dependencies)),
        ),
      stop: () => httpClient.close(),
    }
  },
})
