import type { Module, ModuleDefinition, Platform } from '../server/module.ts'
import { Account } from './account.ts'
import { ActivityFeed } from './activity/feed.ts'
import { ActivityResolver } from './activity/resolver.ts'
import { Activities } from './activity/service.ts'
import { AccountResolver } from './resolver.ts'
import { Accounts } from './service.ts'
import { Sessions } from './sessions.ts'
import { LoginThrottle } from './throttle.ts'

export interface AccountsModule extends Module {
  readonly accounts: Accounts
}

/** Registration, login and profile, and the log of what an account did. */
export const accountsModule = {
  entities: [Account],
  resolvers: [AccountResolver, ActivityResolver],
  create({ orm, clock, log, keyring, throttle, credentials, ...platform }: Platform): AccountsModule {
    const sessions = new Sessions(keyring, clock, orm)
    platform.addCredentialReader(sessions)
    const accounts = new Accounts(throttle, new LoginThrottle(throttle), sessions)
    const feed = new ActivityFeed({ orm, log, checkCredentials: () => credentials.check() })
    return {
      accounts,
      resolvers: [new AccountResolver(accounts), new ActivityResolver(new Activities(), feed)],
      stop: () => feed.close(),
    }
  },
} satisfies ModuleDefinition
