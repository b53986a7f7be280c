import type { AccountsModule } from '../accounts/index.ts'
import type { Module, ModuleDefinition, Platform } from '../server/module.ts'
import { OAuthAppResolver } from './app.resolver.ts'
import { OAuthApp } from './app.ts'
import { OAuthApps } from './apps.ts'
import { ClientSecrets } from './client.secrets.ts'
import { OAuthGrantResolver } from './grant.resolver.ts'
import { OAuthGrants } from './grants.ts'
import { serveOAuth } from './mount.ts'
import { OAuthReader } from './reader.ts'
import { OAuthRecords } from './records.ts'

/** The OAuth 2.0 authorization server: applications, grants, tokens, and the pages of login and consent. */
export const oauthModule = {
  entities: [OAuthApp],
  resolvers: [OAuthAppResolver, OAuthGrantResolver],
  create({ orm, clock, keyring, settings, ...platform }: Platform, { accounts }: AccountsModule): Module {
    const secrets = new ClientSecrets(keyring.ring('oauth-client').map(({ key }) => key))
    const records = new OAuthRecords(orm, clock)
    platform.addCredentialReader(new OAuthReader(orm, clock))
    const grants = new OAuthGrants()
    return {
      resolvers: [new OAuthAppResolver(new OAuthApps(secrets), grants), new OAuthGrantResolver(grants)],
      runMaintenance: () => records.sweep(),
      addRoutes: (server) =>
        serveOAuth(server, { orm, clock, keyring, secrets, accounts, publicUrl: settings.publicUrl }),
    }
  },
} satisfies ModuleDefinition
