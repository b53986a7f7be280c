import type { Orm } from '../../../platform/database/database.ts'
import { withoutQueryLog } from '../../../platform/database/statements.ts'
import { dayMs } from '../../../platform/shared/time.ts'
import { LinkImport } from './import.entity.ts'

const retentionMs = 90 * dayMs
const uploadDeadlineMs = 7 * dayMs

/** Deletes imports that ended 90 days ago, and imports whose content was not uploaded within a week. */
export async function deleteOldImports(orm: Orm, now: Date): Promise<void> {
  const before = (ms: number) => ({ $lt: new Date(now.getTime() - ms) })
  const where = {
    $or: [{ finishedAt: before(retentionMs) }, { state: 'waiting' as const, createdAt: before(uploadDeadlineMs) }],
  }
  await orm.em.fork().nativeDelete(LinkImport, where, withoutQueryLog())
}
