import type { Orm } from '../../../../../../platform/database/database.ts'
import { withoutQueryLog } from '../../../../../../platform/database/statements.ts'
import { SliceRunner } from '../../../../../../platform/jobs/slice-runner.ts'
import { transferRollups } from './workspace-rollups.queries.ts'

/**
 * Subtracts the rollups of links that were deleted or moved from their former workspaces, in slices of one transaction
 * each. Until then, summaries subtract these rollups. All nodes may run it at the same time.
 */
export class RollupTransfers {
  private readonly slices = new SliceRunner()

  constructor(private readonly orm: Orm) {}

  run(): Promise<void> {
    return this.slices.run(() => transferRollups(this.orm.em.fork(withoutQueryLog())))
  }

  /** Ends `run` after the current slice. */
  stop(): void {
    this.slices.stop()
  }
}
