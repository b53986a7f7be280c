import { defineModule, type Module } from '../../../platform/module.ts'
import { backUp } from './backup.ts'
import { BackupSchedule } from './backup-schedule.ts'
import { move } from './move/move.ts'
import { PauseSocket } from './pause-socket.ts'
import { restore } from './restore.ts'

/** Backups of the database and of what belongs to it, and their restoration. */
export const backupModule = defineModule({
  entities: [],
  schema: [],
  resolvers: [],
  standaloneCommands: [
    { name: 'backup', parameters: ['file'], run: (context, file = '') => backUp(context, file) },
    { name: 'restore', parameters: ['file'], run: (context, file = '') => restore(context, file) },
    { name: 'move', parameters: ['postgres URL'], run: (context, url = '') => move(context, url) },
  ],
  create({ settings, orm, log, background, clock }): Module {
    const socket = settings.database.kind === 'folder' ? new PauseSocket(orm, settings.dataFolder, log) : undefined
    const schedule = new BackupSchedule({ settings, log, clock })
    let stopSchedule: (() => Promise<void>) | undefined
    return {
      resolvers: [],
      start: async () => {
        await socket?.open()
        stopSchedule = schedule.start(background.recurringTasks)
      },
      stop: async () => {
        schedule.stop()
        await stopSchedule?.()
        await socket?.close()
      },
      metrics: () => schedule.metrics(),
    }
  },
})
