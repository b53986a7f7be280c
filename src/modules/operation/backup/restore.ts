import { resolve } from 'node:path'
import { type AdminCommandResult, CommandError, type StandaloneContext } from '../../../platform/admin-command.ts'
import { restoreFolder } from './restore-folder.ts'
import { restoreServer } from './restore-server.ts'
import { describeSecretProblem } from './secret.ts'
import { formatStamp } from './work-folder.ts'

/** Replaces the database of the settings, its secret and its journal by a backup, or leaves all as it is. */
export async function restore(context: StandaloneContext, name: string): Promise<AdminCommandResult> {
  const { settings } = context
  const { database: place, dataFolder } = settings
  if (place.kind === 'memory') throw new CommandError('A database in memory ends with its process. Set DATABASE_URL.')
  const restorePoint = `before-restore-${formatStamp(new Date())}`
  const file = resolve(name)
  const { manifest, wayBack } =
    place.kind === 'server'
      ? await restoreServer(context, place.url, file, restorePoint)
      : await restoreFolder(context, dataFolder, file, restorePoint)
  const rowCount = Object.values(manifest.database.rows).reduce((sum, rows) => sum + rows, 0)
  const lines = [
    `The backup of ${manifest.createdAt} is restored: ${Object.keys(manifest.database.rows).length} tables with ${rowCount} rows.`,
    wayBack,
    await describeSecretProblem(settings, manifest.secretId),
    'Start the service. Clicks that wait for the former database are named in its log (docs/backup.md#clicks-that-wait).',
  ]
  return { text: lines.filter((line) => line !== null).join('\n'), isDone: true }
}
