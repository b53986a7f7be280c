import { LockMode } from '@mikro-orm/postgresql'
import type { EntityManager } from '../../../platform/database/database.ts'
import type { SignInChange, TransactionHook } from '../../../platform/events/transaction-hook.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { Account, AccountNotFound } from '../../identity/accounts/index.ts'
import type { WorkspacesModule } from '../../identity/workspaces/index.ts'
import { recordAbuseAct } from '../abuse/index.ts'
import { SuspensionRefused } from './administration.errors.ts'
import type { SuspensionArgs } from './administration.inputs.ts'
import { AdminAccount } from './administration.types.ts'
import { forgetAllCredentials } from './credentials.queries.ts'

interface Dependencies {
  readonly workspaces: Pick<WorkspacesModule, 'workspacesOfSuspendedAccount' | 'announceAvailability'>
  /** Records a change of an account in the log that its owner reads. */
  readonly signInChanged: TransactionHook<SignInChange>
}

/**
 * Suspends accounts and restores them. What reads credentials refuses a suspended account, so nothing is deleted and all of it
 * works again afterwards (docs/security.md). A repeated request changes nothing.
 */
export class AccountSuspensionService {
  constructor(private readonly dependencies: Dependencies) {}

  /** Throws `AccountNotFound` and `SuspensionRefused`. */
  suspend(context: RequestContext, { id, note }: SuspensionArgs): Promise<AdminAccount> {
    if (id === context.accountId) throw new SuspensionRefused(true)
    const { workspacesOfSuspendedAccount } = this.dependencies.workspaces
    const now = context.now()
    return this.change(context, id, async (em) => {
      const changedIds = await workspacesOfSuspendedAccount.suspend(em, id, now)
      const account = await lockWithAdmins(em, id)
      if (account.suspendedAt) return { account, changedIds: [] }
      account.suspendedAt = now
      await forgetAllCredentials(em)
      recordAbuseAct(context, em, 'suspend_account', { accountId: id, note })
      await this.record(context, em, id, 'account.suspended', 'An admin of the installation suspended the account.')
      return { account, changedIds }
    })
  }

  /** Throws `AccountNotFound`. */
  restore(context: RequestContext, { id, note }: SuspensionArgs): Promise<AdminAccount> {
    const { workspacesOfSuspendedAccount } = this.dependencies.workspaces
    return this.change(context, id, async (em) => {
      const changedIds = await workspacesOfSuspendedAccount.restore(em, id)
      const account = await lockWithAdmins(em, id)
      if (!account.suspendedAt) return { account, changedIds }
      account.suspendedAt = null
      recordAbuseAct(context, em, 'restore_account', { accountId: id, note })
      await this.record(context, em, id, 'account.restored', 'An admin of the installation restored the account.')
      return { account, changedIds }
    })
  }

  private async change(
    context: RequestContext,
    id: string,
    act: (em: EntityManager) => Promise<{ readonly account: Account; readonly changedIds: readonly string[] }>,
  ): Promise<AdminAccount> {
    if ((await context.em.count(Account, { id })) === 0) throw new AccountNotFound()
    const { account, changedIds } = await context.em.transactional(act)
    for (const changedId of changedIds) this.dependencies.workspaces.announceAvailability(context, changedId)
    return AdminAccount.of(account)
  }

  /** The owner does not learn which admin it was. */
  private record(
    context: RequestContext,
    em: EntityManager,
    accountId: string,
    type: 'account.suspended' | 'account.restored',
    summary: string,
  ): Promise<unknown> {
    return this.dependencies.signInChanged.run(em, { accountId, actor: 'system', type, summary, at: context.now() })
  }
}

/**
 * An account, locked together with all admins: of two who suspend each other, the second one finds nobody else who can act. Throws
 * `AccountNotFound` and `SuspensionRefused`.
 */
async function lockWithAdmins(em: EntityManager, id: string): Promise<Account> {
  const where = { $or: [{ id }, { role: 'admin' as const }] }
  const options = { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const
  const accounts = await em.find(Account, where, options)
  const account = accounts.find((each) => each.id === id)
  if (!account) throw new AccountNotFound()
  const canAct = accounts.some((each) => each.id !== id && !each.suspendedAt && !each.deletionRequestedAt)
  if (!canAct) throw new SuspensionRefused(false)
  return account
}
