import { LockMode } from '@mikro-orm/postgresql'
import type { Orm } from '../../../platform/database/database.ts'
import { withoutQueryLog } from '../../../platform/database/statements.ts'
import type { AccountPurge } from '../../../platform/jobs/account-purge.ts'
import { SliceRunner } from '../../../platform/jobs/slice-runner.ts'
import type { Clock } from '../../../platform/shared/time.ts'
import { Account } from '../accounts/index.ts'
import type { WorkspacesOfDeletedAccount } from '../workspaces/index.ts'
import { undoableSince } from './account-deletion.service.ts'

export interface AccountPurgerDependencies {
  readonly orm: Orm
  readonly clock: Clock
  readonly accountPurge: AccountPurge
  readonly workspacesOfDeletedAccount: WorkspacesOfDeletedAccount
}

/**
 * Deletes the accounts whose deletion cannot be undone any more, in slices of one transaction each. The workspace
 * purger deletes their workspaces before. All nodes may run it at the same time, and a run continues where a killed run
 * has stopped.
 */
export class AccountPurger {
  private readonly slices = new SliceRunner()

  constructor(private readonly dependencies: AccountPurgerDependencies) {}

  /** Deletes until nothing is left. */
  async run(): Promise<void> {
    const { orm, clock } = this.dependencies
    const where = { deletionRequestedAt: { $lte: undoableSince(clock.now()) } }
    const order = { orderBy: { deletionRequestedAt: 'asc', id: 'asc' }, fields: ['id'] } as const
    const accounts = await orm.em.fork().find(Account, where, { ...order, ...withoutQueryLog() })
    for (const { id } of accounts) await this.slices.run(() => this.deleteSlice(id))
  }

  /** Ends `run` after the current slice. */
  stop(): void {
    this.slices.stop()
  }

  /** Returns false when the account is deleted, is being deleted by another node, or waits for its workspaces. */
  private deleteSlice(id: string): Promise<boolean> {
    const { orm, clock, accountPurge, workspacesOfDeletedAccount } = this.dependencies
    return orm.em.fork(withoutQueryLog()).transactional(async (em) => {
      const lock = { lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE } as const
      const where = { id, deletionRequestedAt: { $lte: undoableSince(clock.now()) } }
      const account = await em.findOne(Account, where, lock)
      if (!account || (await workspacesOfDeletedAccount.hasPersonal(em, id))) return false
      await workspacesOfDeletedAccount.leaveAll(em, id, clock.now())
      if (await accountPurge.deleteSlice(em, account)) return true
      // Rows that refer to the account by a foreign key, such as API keys and grants, are deleted with it.
      await em.nativeDelete(Account, { id }, withoutQueryLog())
      return false
    }, withoutQueryLog())
  }
}
