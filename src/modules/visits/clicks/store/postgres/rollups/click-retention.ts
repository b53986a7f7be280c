import type { Orm } from '../../../../../../platform/database/database.ts'
import { withoutQueryLog } from '../../../../../../platform/database/statements.ts'
import { SliceRunner } from '../../../../../../platform/jobs/slice-runner.ts'
import { type Clock, dayMs } from '../../../../../../platform/shared/time.ts'
import { Workspace } from '../../../../../identity/workspaces/index.ts'
import {
  deleteClicksBefore,
  findLinkPage,
  type LinkPlace,
  recordRetentionBound,
  retentionSliceSize,
} from './click-retention.queries.ts'

/**
 * Deletes the single clicks that a workspace no longer wants to keep, in slices of one transaction each. Their counts stay
 * in the rollups. All nodes may run it at the same time.
 */
export class ClickRetention {
  private readonly slices = new SliceRunner()

  constructor(
    private readonly orm: Orm,
    private readonly clock: Clock,
  ) {}

  /** Deletes until nothing is left. */
  async run(): Promise<void> {
    const where = { clickRetentionDays: { $ne: null } }
    const workspaces = await this.em().find(Workspace, where, withoutQueryLog())
    for (const { id, clickRetentionDays } of workspaces)
      if (clickRetentionDays !== null) await this.deleteClicksOf(id, this.startOfRetention(clickRetentionDays))
  }

  /** Ends `run` after the current slice. */
  stop(): void {
    this.slices.stop()
  }

  private async deleteClicksOf(workspaceId: string, before: Date): Promise<void> {
    await recordRetentionBound(this.em(), workspaceId, before)
    let after: LinkPlace | null = null
    while (!this.slices.isStopped) {
      const links: LinkPlace[] = await findLinkPage(this.em(), workspaceId, after)
      after = links.at(-1) ?? null
      if (!after) return
      const linkIds = links.map(({ id }) => id)
      await this.slices.run(async () => (await deleteClicksBefore(this.em(), linkIds, before)) === retentionSliceSize)
    }
  }

  /** The retention deletes whole UTC days, so that a day in the rollups and the deleted day contain the same clicks. */
  private startOfRetention(days: number): Date {
    const at = this.clock.now().getTime() - days * dayMs
    return new Date(at - (at % dayMs))
  }

  private em() {
    return this.orm.em.fork(withoutQueryLog())
  }
}
