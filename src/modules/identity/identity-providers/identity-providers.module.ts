import { defineModule, type Module } from '../../../platform/module.ts'
import { SealedCookies } from '../../../platform/web/sealed-cookies.ts'
import { accountsModule } from '../accounts/index.ts'
import { workspacesModule } from '../workspaces/index.ts'
import { AddressMails } from './addresses/address-mails.ts'
import { registerBackchannelLogout } from './backchannel-logout.ts'
import { IdentityResolver } from './identities/identity.resolver.ts'
import { IdentityService } from './identities/identity.service.ts'
import { createIdentityPage } from './identities/identity-routes.ts'
import { IdentityLoginService } from './identity-login.service.ts'
import { IdentitySessions } from './identity-sessions.ts'
import { InteractionLogins } from './interaction-logins.ts'
import { issuerCheck } from './issuer-check.ts'
import { ProviderClient } from './provider-client.ts'
import { findProviderLogout } from './provider-logout.ts'
import { createProviderPages } from './provider-routes.ts'

export interface IdentityProvidersModule extends Module {
  readonly interactionLogins: InteractionLogins
}

/** The login at identity providers of organisations, by OpenID Connect. */
export const identityProvidersModule = defineModule({
  entities: [],
  resolvers: [IdentityResolver],
  doctorChecks: [issuerCheck],
  uses: [accountsModule, workspacesModule],
  create(platform, accounts, { groupMemberships }): IdentityProvidersModule {
    const { settings, clock, keyring } = platform
    const { publicUrl, oidc, outboundNetworks } = settings
    const allowedHosts = oidc.networks ?? outboundNetworks
    const httpClient = platform.outbound.createHttpClient(allowedHosts)
    const sealedCookies = new SealedCookies(keyring, clock, publicUrl)
    const interactionLogins = new InteractionLogins(sealedCookies)
    const { signInChanged, accessEndings } = platform.hooks
    const identityService = new IdentityService({
      mails: accounts.signInMails,
      signInChanged,
      sessionService: accounts.sessionService,
    })
    accessEndings.add({
      name: 'identities of providers',
      endsAt: ['first_proof'],
      isCredential: true,
      end: (em, end) => identityService.removeAll(em, end),
    })
    const { throttle } = platform.limits
    const [newest, ...older] = keyring.keys('provider-address')
    const tokenKeys = [newest.key, ...older.map(({ key }) => key)] as const
    const addressMails = new AddressMails({ publicUrl, throttle, mailer: platform.mailer, tokenKeys })
    const dependencies = {
      publicUrl,
      addressMails,
      interactionLogins,
      sealedCookies,
      throttle,
      cookies: accounts.browserCookies,
      accountService: accounts.accountService,
      identityService,
      identityLogin: new IdentityLoginService(accounts.accountService, accounts.firstProof),
      signInService: accounts.signInService,
      groupMemberships,
      sessions: new IdentitySessions(accounts.sessionService),
    }
    const clients = oidc.providers.map(
      (provider) => new ProviderClient(provider, { httpClient, publicUrl, allowsHttp: allowedHosts === 'any', clock }),
    )
    accounts.setLogoutTarget((context) => findProviderLogout(context, { clients, ...dependencies }))
    return {
      resolvers: [new IdentityResolver(identityService)],
      interactionLogins,
      addRoutes: async (server) => {
        await accounts.addPages(server, [
          ...clients.flatMap((client) => createProviderPages(client, dependencies)),
          createIdentityPage({ clients, identityService, sealedCookies }),
        ])
        if (clients.length > 0) await registerBackchannelLogout(server, clients, dependencies)
      },
      stop: () => httpClient.close(),
    }
  },
})
