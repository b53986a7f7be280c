import { defineModule, type Module } from '../../../platform/module.ts'
import { minuteMs } from '../../../platform/shared/time.ts'
import { accountsModule } from '../accounts/index.ts'
import { workspacesModule } from '../workspaces/index.ts'
import { AccountDeletionResolver } from './account-deletion.resolver.ts'
import { AccountDeletionService } from './account-deletion.service.ts'
import { AccountPurger } from './account-purger.ts'
import { createDeletionPage } from './deletion-forms.ts'
import { DeletionMails } from './deletion-mails.ts'

/** How often the module looks for accounts whose deletion cannot be undone any more. */
const purgeIntervalMs = minuteMs

/** The deletion of accounts. */
export const accountDeletionModule = defineModule({
  entities: [],
  resolvers: [AccountDeletionResolver],
  uses: [accountsModule, workspacesModule],
  create(platform, { accountService, addPages }, workspaces): Module {
    const { orm, clock, mailer, settings } = platform
    const { accountPurge, accessEndings } = platform.hooks
    const { recurringTasks } = platform.background
    const mails = new DeletionMails({ orm, mailer, publicUrl: settings.publicUrl })
    const service = new AccountDeletionService({ accountService, accessEndings, workspaces, mails })
    const { workspacesOfDeletedAccount } = workspaces
    const purger = new AccountPurger({ orm, clock, accountPurge, workspacesOfDeletedAccount })
    let stopPurging: (() => Promise<void>) | undefined
    return {
      resolvers: [new AccountDeletionResolver(service)],
      addRoutes: (server) => {
        const { formMutations } = platform.api
        return addPages(server, [createDeletionPage({ formMutations, accountService, deletionService: service })])
      },
      start: () => {
        stopPurging = recurringTasks.repeatEvery('purge accounts', () => purger.run(), purgeIntervalMs)
      },
      stop: async () => {
        purger.stop()
        await stopPurging?.()
      },
    }
  },
})
