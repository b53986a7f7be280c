import { defineModule, type Module } from '../../../platform/module.ts'
import { dayMs } from '../../../platform/shared/time.ts'
import { accountsModule } from '../../identity/accounts/index.ts'
import { filesModule } from '../files/index.ts'
import { AccountArchive } from './account-archive.entity.ts'
import { AccountArchiveResolver } from './account-archive.resolver.ts'
import { AccountArchiveService } from './account-archive.service.ts'
import { AccountArchiveMails } from './account-archive-mails.ts'
import { AccountArchiveRunner, accountArchiveQueue } from './account-archive-runner.ts'
import { createArchivePage } from './archive-forms.ts'

/** How long the service remembers that an archive was requested. */
const retentionMs = 30 * dayMs

/** Files with all data of an account, which jobs write. */
export const accountArchiveModule = defineModule({
  entities: [AccountArchive],
  resolvers: [AccountArchiveResolver],
  uses: [filesModule, accountsModule],
  create(platform, { fileStore }, { accountService, addPages }): Module {
    const { orm, clock, mailer, settings, archiveParts } = platform
    const { archiveContents } = platform.hooks
    const { jobs } = platform.background
    const { throttle } = platform.limits
    const mails = new AccountArchiveMails({ orm, clock, mailer, publicUrl: settings.publicUrl })
    const runner = new AccountArchiveRunner({ orm, clock, settings, fileStore, mails, archiveParts, archiveContents })
    const service = new AccountArchiveService({ fileStore, jobs, throttle })
    platform.hooks.accessEndings.add({
      name: 'downloads of archives',
      endsAt: ['first_proof'],
      isCredential: false,
      end: (em, end) => service.expireFiles(em, end),
    })
    return {
      resolvers: [new AccountArchiveResolver(service)],
      addRoutes: (server) => {
        const { formMutations } = platform.api
        return addPages(server, [createArchivePage({ formMutations, accountService, archiveService: service })])
      },
      runMaintenance: async () => {
        const before = new Date(clock.now().getTime() - retentionMs)
        await orm.em.fork().nativeDelete(AccountArchive, { createdAt: { $lt: before } })
      },
      start: () =>
        jobs.registerHandler({
          queue: accountArchiveQueue,
          concurrency: 1,
          groupConcurrency: 1,
          heartbeatSeconds: 30,
          expireInSeconds: 12 * 3600,
          handle: (job: { readonly archiveId: string }) => runner.run(job),
        }),
      stop: async () => runner.stop(),
    }
  },
})
