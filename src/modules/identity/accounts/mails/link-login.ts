import { AccountBeingDeleted, InvalidToken } from '../../../../platform/auth/auth.errors.ts'
import { requireAccount } from '../../../../platform/auth/authorization.ts'
import type { EntityManager } from '../../../../platform/database/database.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'

// The link of a mail that confirms something for an account needs a login of this account beside it.

/** Why the caller may not use a link of the account; null when they may. `needsLogin` creates the error for all but its logins. */
export function findLoginProblem({ caller }: RequestContext, accountId: string, needsLogin: () => Error): Error | null {
  const isOwner = caller.kind === 'account' && caller.accountId === accountId && caller.scheme === 'session'
  if (!isOwner) return needsLogin()
  return caller.isBeingDeleted ? new AccountBeingDeleted() : null
}

/** Keeps the login of the caller from ending before the transaction does. Throws the error of `needsLogin` when it has ended. */
export async function holdLogin({ caller }: RequestContext, em: EntityManager, needsLogin: () => Error): Promise<void> {
  try {
    await requireAccount(caller).hold?.(em)
  } catch (error) {
    throw error instanceof InvalidToken ? needsLogin() : error
  }
}
