import type { Orm } from '../../../platform/database/database.ts'
import { withoutQueryLog } from '../../../platform/database/statements.ts'
import { dayMs } from '../../../platform/shared/time.ts'
import { FileExport } from './export.entity.ts'

const retentionMs = 30 * dayMs

/** Deletes exports that ended 30 days ago. Their files have expired earlier. */
export async function deleteOldExports(orm: Orm, now: Date): Promise<void> {
  const where = { finishedAt: { $lt: new Date(now.getTime() - retentionMs) } }
  await orm.em.fork().nativeDelete(FileExport, where, withoutQueryLog())
}
