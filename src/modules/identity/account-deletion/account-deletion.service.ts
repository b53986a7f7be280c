import { LockMode } from '@mikro-orm/postgresql'
import { requireAccount } from '../../../platform/auth/authorization.ts'
import type { EntityManager } from '../../../platform/database/database.ts'
import type { AccessEndings } from '../../../platform/events/access-endings.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { callerLanguage } from '../../../platform/web/language.ts'
import { Account, type AccountService, deletionUndoMs } from '../accounts/index.ts'
import type { WorkspacesModule } from '../workspaces/index.ts'
import type { RequestAccountDeletionArgs } from './account-deletion.inputs.ts'
import type { AccountDeletion } from './account-deletion.types.ts'
import type { DeletionMails } from './deletion-mails.ts'

interface AccountDeletionDependencies {
  readonly accountService: AccountService
  readonly accessEndings: AccessEndings
  readonly workspaces: Pick<WorkspacesModule, 'workspacesOfDeletedAccount' | 'announceAvailability'>
  readonly mails: DeletionMails
}

/** The deletion of the caller's account, which can be undone for 7 days (docs/decisions/account-deletion.md). */
export class AccountDeletionService {
  constructor(private readonly dependencies: AccountDeletionDependencies) {}

  async get(context: RequestContext): Promise<AccountDeletion> {
    return this.describe(context, await this.dependencies.accountService.me(context))
  }

  /**
   * Requests the deletion: ends the other sessions, and deletes the workspaces that nobody else owns. A repeated request
   * changes nothing. Throws `InvalidCredentials`.
   */
  async request(context: RequestContext, { password }: RequestAccountDeletionArgs): Promise<AccountDeletion> {
    const { accountService, accessEndings, workspaces, mails } = this.dependencies
    const { id } = await accountService.confirmOwner(context, password)
    const now = context.now()
    const { sessionId } = requireAccount(context.caller)
    const account = await context.em.transactional(async (em) => {
      // Like everywhere, the workspaces are locked before the account.
      const deletedIds = await workspaces.workspacesOfDeletedAccount.delete(em, id, now)
      const found = await lockAccount(em, id)
      // Of two concurrent requests, the second one finds no workspace to delete.
      if (found.deletionRequestedAt) return found
      found.deletionRequestedAt = now
      await em.flush()
      await accessEndings.end(em, {
        accountId: id,
        moments: ['deletion_requested'],
        kept: { sessionId },
        actor: id,
        cause: 'the deletion of the account was requested',
        at: now,
      })
      await mails.sendDeletionRequested(em, { data: { accountId: id }, language: callerLanguage(context) })
      for (const deletedId of deletedIds) workspaces.announceAvailability(context, deletedId)
      return found
    })
    return this.describe(context, account)
  }

  /** Undoes the deletion, and restores the workspaces that it has deleted. Does nothing if none was requested. */
  async cancel(context: RequestContext): Promise<AccountDeletion> {
    const { workspaces } = this.dependencies
    const account = await context.em.transactional(async (em) => {
      const found = await lockAccount(em, context.accountId)
      if (!found.deletionRequestedAt) return found
      const restored = await workspaces.workspacesOfDeletedAccount.restore(em, found.id, found.deletionRequestedAt)
      found.deletionRequestedAt = null
      await em.flush()
      for (const id of restored) workspaces.announceAvailability(context, id)
      return found
    })
    return this.describe(context, account)
  }

  private async describe({ em }: RequestContext, account: Account): Promise<AccountDeletion> {
    const { id, deletionRequestedAt } = account
    const { workspacesOfDeletedAccount } = this.dependencies.workspaces
    const outcomes = await workspacesOfDeletedAccount.listOutcomes(em, id, deletionRequestedAt)
    return {
      requestedAt: deletionRequestedAt,
      deletesAt: deletionRequestedAt && new Date(deletionRequestedAt.getTime() + deletionUndoMs),
      workspaces: outcomes.map(({ workspace, isDeleted, memberCount }) => ({
        id: workspace.id,
        name: workspace.name,
        memberCount,
        outcome: isDeleted ? 'delete' : 'leave',
      })),
    }
  }
}

/** Accounts whose deletion was requested up to this time cannot be restored any more. */
export const undoableSince = (now: Date) => new Date(now.getTime() - deletionUndoMs)

function lockAccount(em: EntityManager, id: string): Promise<Account> {
  return em.findOneOrFail(Account, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
}
