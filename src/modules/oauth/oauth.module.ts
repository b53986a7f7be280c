import type { Module, ModuleDefinition, Platform } from '../../platform/module.ts'
import type { AccountsModule } from '../accounts/index.ts'
import { OAuthApp } from './apps/oauth-app.entity.ts'
import { OAuthAppResolver, OAuthGrantResolver } from './apps/oauth-app.resolver.ts'
import { OAuthAppService } from './apps/oauth-app.service.ts'
import { ClientSecrets } from './apps/oauth-clients.ts'
import { OAuthGrantService } from './apps/oauth-grant.service.ts'
import { oauthSchema } from './oauth.schema.ts'
import { registerAuthorizationServer } from './server/authorization-server.ts'
import { OAuthRecord } from './server/oauth-record.entity.ts'
import { deleteExpiredRecords } from './server/oauth-record-adapter.ts'
import { OAuthTokenReader } from './server/oauth-token-reader.ts'

/** The OAuth 2.0 authorization server: applications, grants, tokens, and the login and consent pages. */
export const oauthModule = {
  entities: [OAuthApp, OAuthRecord],
  schema: oauthSchema,
  resolvers: [OAuthAppResolver, OAuthGrantResolver],
  create({ orm, clock, keyring, settings, ...platform }: Platform, { accountService }: AccountsModule): Module {
    const secrets = new ClientSecrets(keyring.keys('oauth-client').map(({ key }) => key))
    platform.addCredentialReader(new OAuthTokenReader(orm, clock))
    const oauthGrantService = new OAuthGrantService()
    return {
      resolvers: [
        new OAuthAppResolver(new OAuthAppService(secrets), oauthGrantService),
        new OAuthGrantResolver(oauthGrantService),
      ],
      runMaintenance: () => deleteExpiredRecords(orm, clock),
      addRoutes: (server) =>
        registerAuthorizationServer(server, {
          orm,
          keyring,
          secrets,
          clock,
          accountService,
          publicUrl: settings.publicUrl,
        }),
    }
  },
} satisfies ModuleDefinition
