import type { FilterQuery } from '@mikro-orm/postgresql'
import type { EntityManager } from '../../../../platform/database/database.ts'
import { withoutQueryLog } from '../../../../platform/database/statements.ts'
import { type Language, languages } from '../../../../platform/web/language.ts'
import type { OptionalMail } from '../../accounts/index.ts'
import { Membership } from '../membership.entity.ts'

/**
 * The members of workspaces who get mails about them: members with a verified address, unless their account is suspended or
 * being deleted, or the workspace is deleted. Their accounts are loaded.
 */
export function findReachableMembers(
  em: EntityManager,
  workspaceIds: readonly string[],
  where: FilterQuery<Membership>,
): Promise<Membership[]> {
  const workspace = { id: { $in: [...workspaceIds] }, deletedAt: null }
  const account = { emailVerifiedAt: { $ne: null }, deletionRequestedAt: null, suspendedAt: null }
  const isReachable = { workspace, account }
  const options = { populate: ['account'], orderBy: { id: 'asc' }, disableIdentityMap: true } as const
  return em.find(Membership, { $and: [isReachable, where] }, { ...options, ...withoutQueryLog() })
}

/** A filter for the owners and admins. */
export const isWorkspaceAdmin: FilterQuery<Membership> = { role: { $in: ['owner', 'admin'] } }

/** A filter for the members who want a mail, by the preferences of their account. */
export function wantsMail(mail: OptionalMail): FilterQuery<Membership> {
  return { $not: { account: { unwantedMails: { $contains: [mail] } } } }
}

/** A filter for the owners and admins who want a mail. */
export function isAdminWhoWants(mail: OptionalMail): FilterQuery<Membership> {
  return { $and: [isWorkspaceAdmin, wantsMail(mail)] }
}

/** A filter for the members who get the mail with the weekly export. */
export const isWeeklyRecipient: FilterQuery<Membership> = {
  $and: [isAdminWhoWants('weekly_export'), { getsWeeklyMail: true }],
}

/** The language of the account of a member, which must be loaded. */
export function memberLanguage({ account }: Membership): Language {
  return account.getEntity().language ?? languages[0]
}

/** The time zone of the account of a member, which must be loaded. */
export function memberTimeZone({ account }: Membership): string | null {
  return account.getEntity().timezone
}
