import { recordActivities } from '../../../../platform/audit-log/activity.queries.ts'
import type { EntityManager } from '../../../../platform/database/database.ts'
import type { SignInChange } from '../../../../platform/events/transaction-hook.ts'
import { Membership } from '../membership.entity.ts'
import { aboutMember } from '../workspace-audit.ts'

/** Records it in the personal workspace of the account, if it still has one. */
export async function recordSignInChange(em: EntityManager, { accountId, ...change }: SignInChange): Promise<void> {
  const owner = await em.findOne(Membership, { account: accountId, workspace: { personalAccount: accountId } })
  if (owner) await recordActivities(em, { ...aboutMember(owner), ...change, severity: 'warning', source: 'lifecycle' })
}
