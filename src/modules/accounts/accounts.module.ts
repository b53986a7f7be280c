import type { Module, ModuleDefinition, Platform } from '../../platform/module.ts'
import { Account } from './account.entity.ts'
import { AccountResolver } from './account.resolver.ts'
import { AccountService } from './account.service.ts'
import { accountsSchema } from './accounts.schema.ts'
import { ActivityResolver } from './activity.resolver.ts'
import { ActivityService } from './activity.service.ts'
import { LoginThrottle } from './login-throttle.ts'
import { SessionTokens } from './session-tokens.ts'

export interface AccountsModule extends Module {
  readonly accountService: AccountService
}

/** Registration, login, profile and activity log. */
export const accountsModule = {
  entities: [Account],
  schema: accountsSchema,
  resolvers: [AccountResolver, ActivityResolver],
  create({ orm, clock, log, keyring, throttle, credentialWatcher, ...platform }: Platform): AccountsModule {
    const sessionTokens = new SessionTokens(keyring, clock, orm)
    platform.addCredentialReader(sessionTokens)
    const accountService = new AccountService(
      throttle,
      new LoginThrottle(throttle),
      sessionTokens,
      platform.accountCreated,
      platform.passwordChanged,
    )
    const activityService = new ActivityService({ orm, log, checkCredentials: () => credentialWatcher.check() })
    return {
      accountService,
      resolvers: [new AccountResolver(accountService), new ActivityResolver(activityService)],
      stop: () => activityService.close(),
    }
  },
} satisfies ModuleDefinition
