import { LockMode } from '@mikro-orm/postgresql'
import { findActor } from '../../../../platform/auth/caller.ts'
import type { EntityManager } from '../../../../platform/database/database.ts'
import type { SignInChange, TransactionHook } from '../../../../platform/events/transaction-hook.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import { Account } from '../account.entity.ts'
import { AccountToken } from '../mails/account-token.entity.ts'

/**
 * Ends the change of the address of an account that waits for its confirmation, in the transaction of the cause. Its links stay
 * until they expire, and say so. `isEnded` is asked with the id of the session that began the change; null for a change from before
 * this was recorded. Returns whether a change has ended.
 */
export async function endEmailChange(
  em: EntityManager,
  accountId: string,
  isEnded: (sessionId: string | null) => boolean = () => true,
): Promise<boolean> {
  const where = { id: accountId, pendingEmail: { $ne: null } }
  const account = await em.findOne(Account, where, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
  if (!account || !isEnded(account.pendingEmailSessionId)) return false
  account.pendingEmail = null
  account.pendingEmailSessionId = null
  await em.flush()
  const links = { account: accountId, purpose: { $in: ['email_change' as const, 'email_change_stop' as const] } }
  await em.nativeUpdate(AccountToken, links, { purpose: 'email_change_ended' })
  return true
}

const summaries = {
  'account.email_change_requested': 'A change of the e-mail address was requested.',
  'account.email_change_ended': 'A requested change of the e-mail address was ended.',
  'account.email_changed': 'The e-mail address was changed.',
} as const

/** Records what has happened to the address of an account. Members of a workspace may read it, so it names no address. */
export function recordEmailChange(
  signInChanged: TransactionHook<SignInChange>,
  em: EntityManager,
  { actor, at }: Act,
  accountId: string,
  type: keyof typeof summaries,
): Promise<void> {
  return signInChanged.run(em, { accountId, actor, type, summary: summaries[type], at })
}

/** Who does something, and when, for the activity log. */
export type Act = Pick<SignInChange, 'actor' | 'at'>

export function actOf(context: RequestContext): Act {
  return { actor: findActor(context.caller), at: context.now() }
}
