import type { EntityManager, Orm } from '../../../../platform/database/database.ts'
import { withoutQueryLog } from '../../../../platform/database/statements.ts'
import type { JobQueue } from '../../../../platform/jobs/job-queue.ts'
import { newId } from '../../../../platform/shared/ids.ts'
import type { Clock } from '../../../../platform/shared/time.ts'
import { claimWeeklyExports, findReachableMembers, isWeeklyRecipient } from '../../../identity/workspaces/index.ts'
import { FileExport } from '../export.entity.ts'
import { createExportJob, exportQueue } from '../running/export-runner.ts'

/** Workspaces in one transaction. */
const batchSize = 50

interface WeeklyExportsDependencies {
  readonly orm: Orm
  readonly clock: Clock
  readonly jobs: JobQueue
}

/** Begins the weekly exports of workspaces, each Monday. Several nodes may do so at the same time. */
export class WeeklyExports {
  constructor(private readonly dependencies: WeeklyExportsDependencies) {}

  async beginDue(): Promise<void> {
    const { orm } = this.dependencies
    const beginNext = () => orm.em.fork(withoutQueryLog()).transactional((em) => this.beginNext(em), withoutQueryLog())
    while ((await beginNext()) === batchSize);
  }

  /** Returns how many workspaces were due. When nobody gets the mail, no file is written. */
  private async beginNext(em: EntityManager): Promise<number> {
    const { clock, jobs } = this.dependencies
    const now = clock.now()
    const workspaceIds = await claimWeeklyExports(em, { dueAt: startOfWeek(now), now, limit: batchSize })
    if (workspaceIds.length === 0) return 0
    const members = await findReachableMembers(em, workspaceIds, isWeeklyRecipient)
    const byWorkspace = Map.groupBy(members, ({ workspace }) => workspace.id)
    const begun = [...byWorkspace].map(([workspace, [first, ...others]]) => {
      const creator = [first, ...others].find((member) => member?.role === 'owner') ?? first
      return em.create(FileExport, {
        id: newId('exp', now),
        workspace,
        creator: creator?.accountId ?? null,
        content: 'links',
        format: 'csv',
        bom: false,
        filter: {},
        isWeekly: true,
        state: 'queued',
        createdAt: now,
      })
    })
    await em.persist(begun).flush()
    await jobs.send(em, exportQueue, begun.map(createExportJob))
    return workspaceIds.length
  }
}

/** Midnight of the last Monday, in UTC. */
function startOfWeek(now: Date): Date {
  const daysSinceMonday = (now.getUTCDay() + 6) % 7
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - daysSinceMonday))
}
