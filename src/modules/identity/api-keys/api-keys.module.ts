import { archiveRows } from '../../../platform/jobs/archive-part.ts'
import { deleteRowsOf } from '../../../platform/jobs/workspace-purge.ts'
import { defineModule, type Module } from '../../../platform/module.ts'
import { hourMs, secondMs } from '../../../platform/shared/time.ts'
import { accountsModule } from '../accounts/index.ts'
import { ApiKey } from './api-key.entity.ts'
import { ApiKeyResolver, WorkspaceKeysResolver } from './api-key.resolver.ts'
import { ApiKeyService } from './api-key.service.ts'
import { ApiKeyReader, collectUses } from './api-key-reader.ts'
import { ApiKeyHasher } from './api-key-secret.ts'
import { ExpiryMails } from './expiry-mails.ts'
import { lastUsedCountryMigration } from './last-used-country.migration.ts'
import { apiKeyScopesMigration } from './scopes.migration.ts'

/** How long uses of keys are collected before they are written. */
const usageFlushIntervalMs = secondMs

/** API keys: created, listed, revoked, and read as credentials. */
export const apiKeysModule = defineModule({
  entities: [ApiKey],
  migrations: [apiKeyScopesMigration, lastUsedCountryMigration],
  archiveParts: [
    archiveRows({
      of: 'workspace',
      name: 'api-keys.json',
      about: 'API keys: their names and dates, and the start of each.',
      entity: ApiKey,
      where: (workspace) => ({ workspace }),
    }),
  ],
  resolvers: [ApiKeyResolver, WorkspaceKeysResolver],
  uses: [accountsModule],
  create(platform, { findCountry }): Module {
    const { orm, clock, log, keyring } = platform
    const { recurringTasks } = platform.background
    const { grantsEnded, membershipEnded, accessEndings, workspacePurge } = platform.hooks
    const apiKeyHasher = new ApiKeyHasher(keyring.keys('api-key').map(({ key }) => key))
    const uses = collectUses(orm, log)
    platform.auth.addCredentialReader(new ApiKeyReader(orm, clock, apiKeyHasher, uses, findCountry))
    const apiKeyService = new ApiKeyService(apiKeyHasher, platform.auth.authenticator)
    grantsEnded.onRun((em, ended) => apiKeyService.revokeOfGrants(em, ended))
    membershipEnded.onRun((em, ended) => apiKeyService.revokeOfMember(em, ended))
    accessEndings.add({
      name: 'API keys',
      endsAt: ['keys_revoked', 'first_proof'],
      isCredential: true,
      end: (em, end) => apiKeyService.revokeOfAccount(em, end),
    })
    workspacePurge.addSteps(deleteRowsOf('api_key'))
    const expiryMails = new ExpiryMails({ orm, clock, mailer: platform.mailer })
    let stopFlushing: (() => Promise<void>) | undefined
    let stopReminding: (() => Promise<void>) | undefined
    return {
      resolvers: [new ApiKeyResolver(apiKeyService), new WorkspaceKeysResolver(apiKeyService)],
      start: () => {
        stopFlushing = recurringTasks.repeatEvery('write uses of API keys', () => uses.flush(), usageFlushIntervalMs, {
          isOfProcess: true,
        })
        stopReminding = recurringTasks.repeatEvery('remind of expiring API keys', () => expiryMails.remind(), hourMs)
      },
      stop: async () => {
        await stopReminding?.()
        await stopFlushing?.()
        await uses.flush()
      },
    }
  },
})
