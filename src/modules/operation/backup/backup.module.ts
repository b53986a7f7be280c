import { getPool } from '../../../platform/database/native-client.ts'
import { queryWith } from '../../../platform/doctor/doctor.ts'
import { defineModule, type Module } from '../../../platform/module.ts'
import { backUp } from './backup.ts'
import { assertBackupsWork, backupCheck } from './backup-check.ts'
import { BackupSchedule } from './backup-schedule.ts'
import { createPauseAct } from './database-pause.ts'
import { move } from './move/move.ts'
import { restore } from './restore.ts'

/** Backups of the database and of what belongs to it, and their restoration. */
export const backupModule = defineModule({
  entities: [],
  resolvers: [],
  standaloneCommands: [
    { name: 'backup', parameters: ['file'], run: (context, file = '') => backUp(context, file) },
    { name: 'restore', parameters: ['file'], run: (context, file = '') => restore(context, file) },
    { name: 'move', parameters: ['postgres URL'], run: (context, url = '') => move(context, url) },
  ],
  doctorChecks: [backupCheck],
  async create({ settings, orm, log, background, clock, operatorSocket }): Promise<Module> {
    await assertBackupsWork(settings, queryWith(await getPool(orm)))
    operatorSocket?.addAct(...createPauseAct(orm, log))
    const schedule = new BackupSchedule({ settings, log, clock })
    let stopSchedule: (() => Promise<void>) | undefined
    return {
      resolvers: [],
      start: () => {
        stopSchedule = schedule.start(background.recurringTasks)
      },
      stop: async () => {
        schedule.stop()
        await stopSchedule?.()
      },
      metrics: () => schedule.metrics(),
    }
  },
})
