import type { Orm } from '../../../../platform/database/database.ts'
import { withoutQueryLog } from '../../../../platform/database/statements.ts'
import { SliceRunner } from '../../../../platform/jobs/slice-runner.ts'
import type { WorkspacePurge } from '../../../../platform/jobs/workspace-purge.ts'
import type { Clock } from '../../../../platform/shared/time.ts'
import { Membership } from '../membership.entity.ts'
import { Workspace } from '../workspace.entity.ts'
import { restorableSince } from '../workspace.service.ts'
import { lockPurgeableWorkspace } from '../workspaces.queries.ts'

export interface WorkspacePurgerDependencies {
  readonly orm: Orm
  readonly clock: Clock
  readonly workspacePurge: WorkspacePurge
}

/**
 * Deletes the workspaces that nobody can restore any more, with all their data, in slices of one transaction each. All
 * nodes may run it at the same time, and a run continues where a killed run has stopped.
 */
export class WorkspacePurger {
  private readonly slices = new SliceRunner()

  constructor(private readonly dependencies: WorkspacePurgerDependencies) {}

  /** Deletes until nothing is left. */
  run(): Promise<void> {
    return this.slices.run(() => this.deleteSlice())
  }

  /** Ends `run` after the current slice. */
  stop(): void {
    this.slices.stop()
  }

  /**
   * The members are deleted first, so nobody can restore a partly deleted workspace. Returns false when no workspace is
   * left.
   */
  private deleteSlice(): Promise<boolean> {
    const { orm, clock, workspacePurge } = this.dependencies
    return orm.em.fork(withoutQueryLog()).transactional(async (em) => {
      const id = await lockPurgeableWorkspace(em, restorableSince(clock.now()))
      if (id === null) return false
      await em.nativeDelete(Membership, { workspace: id }, withoutQueryLog())
      if (!(await workspacePurge.deleteSlice(em, id))) await em.nativeDelete(Workspace, { id }, withoutQueryLog())
      return true
    }, withoutQueryLog())
  }
}
