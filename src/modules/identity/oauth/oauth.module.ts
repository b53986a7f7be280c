import { withoutQueryLog } from '../../../platform/database/statements.ts'
import { archiveRows } from '../../../platform/jobs/archive-part.ts'
import { defineModule, type Module } from '../../../platform/module.ts'
import { hourMs, minuteMs } from '../../../platform/shared/time.ts'
import { accountsModule } from '../accounts/index.ts'
import { identityProvidersModule } from '../identity-providers/index.ts'
import { deleteUnusedClients } from './apps/client-registration.ts'
import { MetadataDocuments } from './apps/metadata-documents.ts'
import { OAuthApp } from './apps/oauth-app.entity.ts'
import { OAuthAppResolver, OAuthGrantResolver } from './apps/oauth-app.resolver.ts'
import { OAuthAppService } from './apps/oauth-app.service.ts'
import { oauthClientsMigration } from './apps/oauth-clients.migration.ts'
import { ClientSecrets } from './apps/oauth-clients.ts'
import { OAuthGrantService, toGrant } from './apps/oauth-grant.service.ts'
import { userCodeMigration } from './device/user-code.migration.ts'
import { registerAuthorizationServer } from './server/authorization-server.ts'
import { GrantEnding } from './server/grant-ending.ts'
import { OAuthRecord } from './server/oauth-record.entity.ts'
import { deleteExpiredRecords } from './server/oauth-record-adapter.ts'
import { OAuthTokenReader } from './server/oauth-token-reader.ts'

/** The OAuth 2.0 authorization server: applications, grants, tokens, and the login and consent pages. */
export const oauthModule = defineModule({
  entities: [OAuthApp, OAuthRecord],
  archiveParts: [
    archiveRows({
      of: 'account',
      name: 'oauth-apps.json',
      about: 'Applications that you have registered.',
      entity: OAuthApp,
      where: (owner) => ({ owner }),
    }),
    archiveRows({
      of: 'account',
      name: 'oauth-grants.json',
      about: 'Applications that have, or had, access to your account.',
      entity: OAuthRecord,
      where: (account) => ({ account, model: 'Grant' }),
      populate: ['app'],
      toRecord: (record) => {
        const { id, app, scopes, createdAt, expiresAt } = toGrant(record)
        return { id, app: { id: app.id, name: app.name }, scopes, createdAt, expiresAt }
      },
    }),
  ],
  resolvers: [OAuthAppResolver, OAuthGrantResolver],
  migrations: [oauthClientsMigration, userCodeMigration],
  uses: [accountsModule, identityProvidersModule],
  create(platform, { accountService, signInService }, { interactionLogins }): Module {
    const { orm, clock, keyring, settings } = platform
    const secrets = new ClientSecrets(keyring.keys('oauth-client').map(({ key }) => key))
    platform.auth.addCredentialReader(new OAuthTokenReader(orm, clock, settings.publicUrl))
    const grantEnding = new GrantEnding(platform.hooks.grantsEnded)
    const oauthGrantService = new OAuthGrantService(grantEnding)
    const appService = new OAuthAppService(secrets, grantEnding)
    platform.hooks.accessEndings.add(
      {
        name: 'grants of applications',
        endsAt: ['grants_withdrawn', 'first_proof'],
        isCredential: true,
        end: (em, { accountId, actor, cause, at }) =>
          grantEnding.end(em, { account: accountId }, { actor, describe: () => cause, at }),
      },
      {
        name: 'OAuth applications',
        endsAt: ['first_proof'],
        isCredential: false,
        end: (em, { accountId, at }) => appService.deleteOfOwner(em, accountId, at),
      },
    )
    const endExpiredGrants = () =>
      orm.em.fork(withoutQueryLog()).transactional((em) => grantEnding.endExpired(em, clock.now()), withoutQueryLog())
    const deleteUnused = () => deleteUnusedClients(orm.em.fork(), clock.now())
    const stops: (() => Promise<void>)[] = []
    return {
      resolvers: [new OAuthAppResolver(appService, oauthGrantService), new OAuthGrantResolver(oauthGrantService)],
      runMaintenance: async () => {
        await endExpiredGrants()
        await deleteExpiredRecords(orm, clock)
        await deleteUnused()
      },
      start: () => {
        const { recurringTasks } = platform.background
        stops.push(
          recurringTasks.repeatEvery('end expired grants', endExpiredGrants, minuteMs),
          recurringTasks.repeatEvery('delete unused OAuth clients', deleteUnused, hourMs),
        )
      },
      stop: async () => {
        await Promise.all(stops.map((stop) => stop()))
      },
      addRoutes: (server) =>
        registerAuthorizationServer(server, {
          orm,
          keyring,
          secrets,
          clock,
          grantEnding,
          accountService,
          signInService,
          formMutations: platform.api.formMutations,
          loginProviders: settings.oidc.providers,
          interactionLogins,
          publicUrl: settings.publicUrl,
          throttle: platform.limits.throttle,
          oauthClients: settings.oauthClients,
          documents: new MetadataDocuments({
            httpClient: platform.outbound.httpClient,
            clock,
            rateLimits: settings.rateLimits,
          }),
        }),
    }
  },
})
