import type { Orm } from '../../../../platform/database/database.ts'
import { withoutQueryLog } from '../../../../platform/database/statements.ts'
import { SliceRunner } from '../../../../platform/jobs/slice-runner.ts'
import type { ClickStore } from '../store/click-store.ts'
import { forgetDeletedLinks, lockDeletedLinks } from './click-deletion.queries.ts'

/**
 * Deletes the clicks of deleted links that had many, in slices of one transaction each. All nodes may run it at the same
 * time, and it continues where one that was killed has stopped.
 */
export class ClickPurger {
  private readonly slices = new SliceRunner()

  constructor(
    private readonly orm: Orm,
    private readonly store: Pick<ClickStore, 'deleteLinks'>,
  ) {}

  run(): Promise<void> {
    return this.slices.run(() =>
      this.orm.em.fork(withoutQueryLog()).transactional(async (em) => {
        const linkIds = await lockDeletedLinks(em)
        if (linkIds.length === 0) return false
        await forgetDeletedLinks(em, await this.store.deleteLinks(em, linkIds))
        return true
      }, withoutQueryLog()),
    )
  }

  /** Ends `run` after the current slice. */
  stop(): void {
    this.slices.stop()
  }
}
