import type { Module, ModuleDefinition, Platform } from '../../../platform/module.ts'
import { minuteMs } from '../../../platform/shared/time.ts'
import type { AccountsModule } from '../accounts/index.ts'
import type { WorkspacesModule } from '../workspaces/index.ts'
import { AccountDeletionResolver } from './account-deletion.resolver.ts'
import { AccountDeletionService } from './account-deletion.service.ts'
import { AccountPurger } from './account-purger.ts'
import { DeletionMails } from './deletion-mails.ts'

/** How often the module looks for accounts whose deletion cannot be undone any more. */
const purgeIntervalMs = minuteMs

/** The deletion of accounts. */
export const accountDeletionModule = {
  entities: [],
  schema: [],
  resolvers: [AccountDeletionResolver],
  create(
    { orm, clock, mailer, settings, accountPurge, recurringTasks }: Platform,
    { accountService, sessionService }: AccountsModule,
    workspaces: WorkspacesModule,
  ): Module {
    const mails = new DeletionMails({ orm, mailer, publicUrl: settings.publicUrl })
    const service = new AccountDeletionService({ accountService, sessionService, workspaces, mails })
    const { workspacesOfDeletedAccount } = workspaces
    const purger = new AccountPurger({ orm, clock, accountPurge, workspacesOfDeletedAccount })
    let stopPurging: (() => Promise<void>) | undefined
    return {
      resolvers: [new AccountDeletionResolver(service)],
      start: () => {
        stopPurging = recurringTasks.repeatEvery(() => purger.run(), purgeIntervalMs)
      },
      stop: async () => {
        purger.stop()
        await stopPurging?.()
      },
    }
  },
} satisfies ModuleDefinition
