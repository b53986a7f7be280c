import type { Orm } from '../../../../platform/database/database.ts'
import { withoutQueryLog } from '../../../../platform/database/statements.ts'
import { SliceRunner } from '../../../../platform/jobs/slice-runner.ts'
import { type Clock, dayMs } from '../../../../platform/shared/time.ts'
import { Workspace } from '../../../identity/workspaces/index.ts'
import type { ClickRemover } from '../store/click-store.ts'
import { readEngine } from '../store/moving/engine.queries.ts'
import { recordRetentionBound } from './click-deletion.queries.ts'

/**
 * Deletes clicks of deleted links, and single clicks that are older than they are kept, whose counts stay. It works in slices
 * of one transaction each, on all nodes at the same time, and continues where one that was killed has stopped.
 */
export class ClickDeletion {
  private readonly slices = new SliceRunner()

  constructor(
    private readonly orm: Orm,
    private readonly clock: Clock,
    private readonly store: ClickRemover,
  ) {}

  /** Deletes the clicks of deleted links, until nothing is left. */
  deleteOfLinks(): Promise<void> {
    return this.runSteps(this.store.deleteOfLinks())
  }

  /** Deletes what workspaces no longer want to keep, until nothing is left. */
  async deleteOldOfWorkspaces(): Promise<void> {
    const where = { clickRetentionDays: { $ne: null } }
    const workspaces = await this.em().find(Workspace, where, withoutQueryLog())
    for (const { id, clickRetentionDays } of workspaces)
      if (clickRetentionDays !== null) await this.deleteBefore(id, this.startOfRetention(clickRetentionDays))
  }

  /** Deletes the clicks of the months that ended at least so many months before this one began. */
  deleteOldMonths(monthsKept: number): Promise<void> {
    const now = this.clock.now()
    return this.deleteBefore(null, new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsKept, 1)))
  }

  /** Ends all of them after the current slice. */
  stop(): void {
    this.slices.stop()
  }

  private async deleteBefore(workspaceId: string | null, before: Date): Promise<void> {
    // Copying compares what both stores have, and needs what was there when it began.
    if ((await readEngine(this.em())).movingTo !== null) return
    await recordRetentionBound(this.em(), workspaceId ?? '', before)
    await this.runSteps(this.store.deleteBefore(workspaceId, before))
  }

  private runSteps(steps: AsyncGenerator<void>): Promise<void> {
    return this.slices.run(async () => !(await steps.next()).done)
  }

  /** The retention deletes whole UTC days, so that a day in the totals and the deleted day contain the same clicks. */
  private startOfRetention(days: number): Date {
    const at = this.clock.now().getTime() - days * dayMs
    return new Date(at - (at % dayMs))
  }

  private em() {
    return this.orm.em.fork(withoutQueryLog())
  }
}
