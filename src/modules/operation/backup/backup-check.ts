import { access, constants, mkdir } from 'node:fs/promises'
import { InvalidSetting, type Settings } from '../../../config.ts'
import { type DoctorCheck, ok, problem, type QueryDatabase } from '../../../platform/doctor/doctor.ts'
import { postgresMajorSql } from './database-description.ts'
import { requireServerTool } from './server-tools.ts'

/** Whether the backups of the schedule can be made. Without one it has nothing to say. */
export const backupCheck: DoctorCheck = {
  name: 'backups',
  async run({ settings, query }) {
    if (!hasSchedule(settings)) return []
    const { folder } = settings.backups
    try {
      await useFolder(folder)
      if (query) await requireTools(settings, query)
      return [ok(`Backups can be written to ${folder}.`)]
    } catch (error) {
      return [problem(`No backup can be made: ${describe(error, folder)}`)]
    }
  },
}

/** What does not become better by waiting: rights, and a path that is no folder. */
const lastingCodes = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'])

/** Throws `InvalidSetting` for a schedule whose backups would all fail. A disk that is away at the moment is no reason. */
export async function assertBackupsWork(settings: Settings, query: QueryDatabase): Promise<void> {
  if (!hasSchedule(settings)) return
  const { folder } = settings.backups
  try {
    await requireTools(settings, query)
    await useFolder(folder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined || lastingCodes.has(code))
      throw new InvalidSetting(`BACKUP_EVERY cannot work: ${describe(error, folder)}`)
  }
}

const hasSchedule = ({ backups, database }: Settings) => backups.everyMs !== undefined && database.kind !== 'memory'

async function useFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await access(folder, constants.R_OK | constants.W_OK)
}

async function requireTools({ database }: Settings, query: QueryDatabase): Promise<void> {
  if (database.kind !== 'server') return
  const [row] = await query<{ major: number }>(postgresMajorSql)
  await requireServerTool('pg_dump', row?.major ?? 0)
}

function describe(error: unknown, folder: string): string {
  const { message, code } = error as NodeJS.ErrnoException
  if (code === undefined) return message
  return `the folder ${folder} cannot be used (${code}). Make it writable for this user, or correct BACKUP_DIR.`
}
