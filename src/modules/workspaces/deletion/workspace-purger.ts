import { setTimeout as pause } from 'node:timers/promises'
import type { Orm } from '../../../platform/database/database.ts'
import { withoutQueryLog } from '../../../platform/database/statements.ts'
import type { WorkspacePurge } from '../../../platform/jobs/workspace-purge.ts'
import type { Clock } from '../../../platform/shared/time.ts'
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
 * Deletes the workspaces that nobody can restore any more, with all they have, in slices of one transaction each. All
 * nodes may run it at the same time, and it continues where one that was killed has stopped.
 */
export class WorkspacePurger {
  private isStopped = false

  constructor(private readonly dependencies: WorkspacePurgerDependencies) {}

  /** Deletes until nothing is left. Between two slices, the database has as long for other work as a slice has taken. */
  async run(): Promise<void> {
    while (!this.isStopped) {
      const startedMs = performance.now()
      if (!(await this.deleteSlice())) return
      await pause(performance.now() - startedMs)
    }
  }

  /** Ends `run` after the current slice. */
  stop(): void {
    this.isStopped = true
  }

  /** The members go first, so nobody can restore what is deleted in part. Returns false when no workspace is left. */
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
