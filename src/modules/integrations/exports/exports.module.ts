import { archiveRows } from '../../../platform/jobs/archive-part.ts'
import { deleteRowsOf } from '../../../platform/jobs/workspace-purge.ts'
import { defineModule, type Module } from '../../../platform/module.ts'
import { SignedIds } from '../../../platform/shared/signed-ids.ts'
import { hourMs, minuteMs, secondMs } from '../../../platform/shared/time.ts'
import { clicksModule } from '../../visits/clicks/index.ts'
import { filesModule } from '../files/index.ts'
import { FileExport } from './export.entity.ts'
import { ExportResolver, WorkspaceExportsResolver } from './export.resolver.ts'
import { ExportService } from './export.service.ts'
import { deleteOldExports } from './old-exports.ts'
import { type ExportJob, ExportRunner, exportQueue } from './running/export-runner.ts'
import { WeeklyExports } from './weekly/weekly-exports.ts'
import { WeeklyMails } from './weekly/weekly-mails.ts'
import { WeeklyUnsubscription } from './weekly/weekly-unsubscription.ts'

/** How often the service looks for weekly exports that are due. */
const weeklyCheckIntervalMs = minuteMs

/** Files of links and clicks that jobs write, and the weekly export of a workspace. */
export const exportsModule = defineModule({
  entities: [FileExport],
  archiveParts: [
    archiveRows({
      of: 'workspace',
      name: 'exports.json',
      about: 'Exports.',
      entity: FileExport,
      where: (workspace) => ({ workspace }),
    }),
  ],
  resolvers: [ExportResolver, WorkspaceExportsResolver],
  uses: [filesModule, clicksModule],
  create(platform, { fileStore }, { store }): Module {
    const { orm, clock, settings, keyring, mailer } = platform
    const { jobs, recurringTasks } = platform.background
    const { throttle } = platform.limits
    const { replicas } = platform.database
    const { workspacePurge, membershipEnded, accessEndings } = platform.hooks
    const { publicUrl } = settings
    const tokens = new SignedIds(keyring.keys('unsubscription'), 'tku', 'mbr')
    const unsubscription = new WeeklyUnsubscription({ orm, publicUrl, tokens })
    const mails = new WeeklyMails({ orm, mailer, fileStore, publicUrl, unsubscription })
    const onCompleted: ConstructorParameters<typeof ExportRunner>[0]['onCompleted'] = async (em, completed) => {
      if (completed.isWeekly) await mails.sendCompleted(em, completed)
    }
    const runner = new ExportRunner({ orm, clock, settings, jobs, fileStore, store, replicas, onCompleted })
    const weeklyExports = new WeeklyExports({ orm, clock, jobs })
    const exportService = new ExportService({ fileStore, jobs, throttle })
    membershipEnded.onRun((em, ended) => exportService.expireFilesOfMember(em, ended))
    accessEndings.add({
      name: 'downloads of exports',
      endsAt: ['first_proof'],
      isCredential: false,
      end: (em, end) => exportService.expireFilesOfOwner(em, end),
    })
    let stopWeeklyExports: (() => Promise<void>) | undefined
    workspacePurge.addSteps(deleteRowsOf('file_export'))
    return {
      resolvers: [new ExportResolver(exportService), new WorkspaceExportsResolver(exportService)],
      addRoutes: (server) => unsubscription.addRoutes(server),
      runMaintenance: () => deleteOldExports(orm, clock.now()),
      start: async () => {
        await jobs.registerHandler({
          queue: exportQueue,
          concurrency: 2,
          groupConcurrency: 1,
          heartbeatSeconds: 20,
          expireInSeconds: (6 * hourMs) / secondMs,
          handle: (job: ExportJob) => runner.run(job),
        })
        stopWeeklyExports = recurringTasks.repeatEvery(
          'begin weekly exports',
          () => weeklyExports.beginDue(),
          weeklyCheckIntervalMs,
        )
      },
      stop: async () => {
        runner.stop()
        await stopWeeklyExports?.()
      },
    }
  },
})
