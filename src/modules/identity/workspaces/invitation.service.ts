import { LockMode } from '@mikro-orm/postgresql'
import { recordActivities } from '../../../platform/audit-log/activity.queries.ts'
import { RoleTooLow } from '../../../platform/auth/auth.errors.ts'
import { requireAccount } from '../../../platform/auth/authorization.ts'
import type { EntityManager } from '../../../platform/database/database.ts'
import type { AccessEnd } from '../../../platform/events/access-endings.ts'
import type { PagedConnectionArgs } from '../../../platform/graphql/pagination/page.inputs.ts'
import { findConnection } from '../../../platform/graphql/pagination/pagination.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import type { Throttle } from '../../../platform/graphql/request-limits.ts'
import type { ParentIds } from '../../../platform/graphql/success-response.types.ts'
import { countUsedOf, maximumOf } from '../../../platform/rate-limiting/plan-limit.ts'
import type { RateLimitRule } from '../../../platform/rate-limiting/rate-limit.ts'
import { PlanLimitReached } from '../../../platform/shared/general.errors.ts'
import { newId } from '../../../platform/shared/ids.ts'
import { digestSecret } from '../../../platform/shared/secret-digest.ts'
import { dayMs, secondMs } from '../../../platform/shared/time.ts'
import { callerLanguage } from '../../../platform/web/language.ts'
import { Account, chargeMail, normalizeEmail } from '../accounts/index.ts'
import { Invitation, InvitationConnection, newestInvitationsFirst } from './invitation.entity.ts'
import { InvitationCreatedResponse } from './invitation.types.ts'
import type { InvitationMails } from './mails/invitation-mails.ts'
import type { InvitationTokens } from './mails/invitation-tokens.ts'
import type { MemberService } from './member.service.ts'
import { Membership } from './membership.entity.ts'
import { Workspace } from './workspace.entity.ts'
import {
  AlreadyMember,
  EmailNotVerified,
  InvitationExpired,
  InvitationNotFound,
  InvitationPending,
} from './workspace.errors.ts'
import type { CreateInvitationInput } from './workspace.inputs.ts'
import { assertShared, findWorkspaceAs, lockWorkspaceAs, toCallerWorkspace } from './workspace-access.ts'
import { aboutInvitation, auditWorkspace } from './workspace-audit.ts'
import { memberPlanLimit } from './workspaces.queries.ts'

const lifetimeMs = 14 * dayMs
/** Answered and expired invitations are kept this long. */
const retentionMs = 90 * dayMs

/** Invitations of one account into all its workspaces. */
const inviterRule: RateLimitRule = { limit: 100, seconds: 3600 }

/** Mails of one workspace to one address, for new invitations and for those that are sent again. */
const invitedRule: RateLimitRule = { limit: 5, seconds: dayMs / secondMs }

/** An invitation that was found by a token, with its workspace and inviter. */
export interface FoundInvitation {
  readonly invitation: Invitation
  /** The token was in the mail to the invited address. */
  readonly isMailed: boolean
}

/** Invitations into the caller's workspaces, and the answers of the invited. */
export class InvitationService {
  constructor(
    private readonly throttle: Throttle,
    private readonly tokens: InvitationTokens,
    private readonly mails: InvitationMails,
    private readonly memberService: MemberService,
  ) {}

  /** The invitations into a workspace, newest first. Throws `WorkspaceNotFound` and `RoleTooLow`. */
  async list(context: RequestContext, id: string, page: PagedConnectionArgs): Promise<InvitationConnection> {
    const { workspace } = await findWorkspaceAs(context, id)
    const query = { where: { workspace: workspace.id }, order: newestInvitationsFirst }
    return findConnection(context, InvitationConnection, Invitation, query, page)
  }

  /**
   * Invites an e-mail address, and sends a mail with a second token to the address. Only this answer contains the first
   * token. Throws `RoleTooLow`, `PersonalWorkspace`, `AlreadyMember`, `InvitationPending`, `RateLimited`, and
   * `PlanLimitReached` when members and pending invitations fill the plan.
   */
  async create(
    context: RequestContext,
    id: string,
    { email, role }: CreateInvitationInput,
  ): Promise<InvitationCreatedResponse> {
    const now = context.now()
    const token = this.tokens.draw()
    const lowestRole = role === 'owner' ? 'owner' : 'admin'
    const emailKey = normalizeEmail(email)
    // Checked before the mail is charged: a caller who may not invite sends no mail.
    await findWorkspaceAs(context, id, { lowestRole })
    await this.charge(context, id, emailKey)
    return context.em.transactional(async (em) => {
      const { workspace } = await lockWorkspaceAs(context, em, id, { lowestRole })
      // An invitation of a login that has ended would outlive what it ended with.
      await requireAccount(context.caller).hold?.(em)
      assertShared(workspace)
      await expireOverdue(em, workspace.id, now)
      await assertNotMember(em, workspace, emailKey)
      const pending = await em.find(Invitation, { workspace, status: 'pending' })
      const existing = pending.find((invitation) => invitation.emailKey === emailKey)
      if (existing) throw new InvitationPending(existing.id)
      assertRoomForMember(context, workspace, await countUsedOf(memberPlanLimit, em, workspace.id, now))
      const invitation = em.create(Invitation, {
        id: newId('inv', now),
        workspace,
        email: email.trim(),
        emailKey,
        role,
        status: 'pending',
        tokenDigest: digestSecret(token),
        inviter: context.accountId,
        createdAt: now,
        expiresAt: new Date(now.getTime() + lifetimeMs),
      })
      await em.persist(invitation).flush()
      await this.audit(em, context, invitation, 'sent', 'A person was invited')
      await this.mails.send(em, { data: { invitationId: invitation.id }, language: callerLanguage(context) })
      return new InvitationCreatedResponse(invitation, token)
    })
  }

  /**
   * Sends the mail of a pending invitation again, and lets it end 14 days from now. Its link and its tokens stay: they go to the same
   * person. Throws `InvitationNotFound`, also for an answered invitation, `InvitationExpired`, `RoleTooLow` and `RateLimited`.
   */
  async resend(context: RequestContext, id: string, invitationId: string): Promise<Invitation> {
    const { emailKey } = await findPending(context, context.em, id, invitationId)
    await this.charge(context, id, emailKey)
    return context.em.transactional(async (em) => {
      await lockWorkspaceAs(context, em, id)
      // It would outlive what the login ended with.
      await requireAccount(context.caller).hold?.(em)
      const invitation = await findPending(context, em, id, invitationId)
      const now = context.now()
      if (invitation.statusAt(now) === 'expired') throw new InvitationExpired()
      invitation.expiresAt = new Date(now.getTime() + lifetimeMs)
      await this.audit(em, context, invitation, 'resent', 'An invitation was sent again')
      await this.mails.send(em, { data: { invitationId }, language: callerLanguage(context) })
      return invitation
    })
  }

  /** Withdraws a pending invitation. Throws `InvitationNotFound`, also for an answered invitation. */
  async revoke(context: RequestContext, id: string, invitationId: string): Promise<ParentIds> {
    await context.em.transactional(async (em) => {
      await lockWorkspaceAs(context, em, id)
      const invitation = await findPending(context, em, id, invitationId)
      invitation.status = 'revoked'
      await this.audit(em, context, invitation, 'revoked', 'An invitation was withdrawn')
    })
    return { workspaceId: id }
  }

  /**
   * Joins the workspace. The account must have the invited e-mail address, and must have proved that the address is its
   * own. The token of the mail is a proof, because only the owner of the address can read the mail. Throws
   * `InvitationNotFound`, `InvitationExpired`, `EmailNotVerified`, `AlreadyMember` and `PlanLimitReached`.
   */
  accept(context: RequestContext, token: string): Promise<Workspace> {
    return context.em.transactional(async (em) => {
      const found = await this.lock(context, em, token)
      const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const
      const account = await em.findOneOrFail(Account, { id: context.accountId }, lock)
      // A login that has ended joins nothing.
      await requireAccount(context.caller).hold?.(em)
      const { invitation, workspace } = found
      if (invitation.emailKey !== account.emailKey) throw new InvitationNotFound()
      if (!isProvedToOwn(account, found)) throw new EmailNotVerified()
      await assertNotMember(em, workspace, account.emailKey)
      assertRoomForMember(context, workspace, await em.count(Membership, { workspace }))
      // One that was revoked since it was read stays revoked.
      const where = { id: invitation.id, status: 'pending' as const }
      if ((await em.nativeUpdate(Invitation, where, { status: 'accepted' })) === 0) throw new InvitationNotFound()
      account.emailVerifiedAt ??= context.now()
      await this.audit(em, context, invitation, 'accepted', 'An invitation was accepted')
      await this.memberService.add(context, em, { workspace, account, role: invitation.role })
      context.addWorkspace(toCallerWorkspace(workspace, invitation.role))
      return workspace
    })
  }

  /** Ends an invitation. The token is enough: a person without an account can decline. Throws like `accept`. */
  async decline(context: RequestContext, token: string): Promise<void> {
    await context.em.transactional(async (em) => {
      const { invitation } = await this.lock(context, em, token)
      invitation.status = 'declined'
      await this.audit(em, context, invitation, 'declined', 'An invitation was declined')
    })
  }

  /** The invitation of a token, even an answered one; null for an unknown token. */
  async findByToken({ em }: RequestContext, token: string): Promise<FoundInvitation | null> {
    const { where, isMailed } = this.tokens.read(token)
    const invitation = await em.findOne(Invitation, where, { populate: ['workspace', 'inviter'], refresh: true })
    return invitation && { invitation, isMailed }
  }

  /** Withdraws the pending invitations that an account has made, in the transaction of the cause. Returns their number. */
  async revokeOfInviter(em: EntityManager, { accountId, actor, cause, at }: AccessEnd): Promise<number> {
    const where = { inviter: accountId, status: 'pending' as const }
    const options = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' }, refresh: true } as const
    const invitations = await em.find(Invitation, where, options)
    for (const invitation of invitations) {
      invitation.status = 'revoked'
      const summary = `An invitation was withdrawn, with the role ${invitation.role}: ${cause}.`
      const act = { actor, at, type: 'workspace.invitation_revoked', severity: 'info', source: 'lifecycle' } as const
      await recordActivities(em, { ...aboutInvitation(invitation), ...act, summary })
    }
    await em.flush()
    return invitations.length
  }

  /** Charges a mail to an invited address. Throws `RateLimited`. */
  private async charge(context: RequestContext, workspaceId: string, emailKey: string): Promise<void> {
    const key = `${workspaceId} ${emailKey}`
    await this.throttle.charge(context, [{ name: 'mail-invited', key, group: key, rule: invitedRule }])
    const sender = { name: 'mail-inviter', key: context.accountId, rule: inviterRule }
    await chargeMail(this.throttle, context, emailKey, sender)
  }

  private audit(
    em: EntityManager,
    context: RequestContext,
    invitation: Invitation,
    action: 'sent' | 'resent' | 'revoked' | 'accepted' | 'declined',
    outcome: string,
  ): Promise<void> {
    const summary = `${outcome}, with the role ${invitation.role}.`
    return auditWorkspace(em, context, aboutInvitation(invitation), `workspace.invitation_${action}`, summary)
  }

  /** Locks the workspace before the invitation, in the order of all other changes. */
  private async lock(context: RequestContext, em: EntityManager, token: string) {
    const { where: ofToken, isMailed } = this.tokens.read(token)
    const where = { ...ofToken, status: 'pending' as const, workspace: { deletedAt: null } }
    const failHandler = () => new InvitationNotFound()
    const found = await em.findOneOrFail(Invitation, where, { failHandler })
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const
    const workspace = await em.findOneOrFail(Workspace, { id: found.workspace.id }, { ...lock, failHandler })
    const invitation = await em.findOneOrFail(Invitation, where, { refresh: true, failHandler })
    if (invitation.statusAt(context.now()) === 'expired') throw new InvitationExpired()
    return { invitation, workspace, isMailed }
  }
}

/** Only an owner finds the invitation of an owner. Throws `InvitationNotFound`, `WorkspaceNotFound` and `RoleTooLow`. */
async function findPending(
  context: RequestContext,
  em: EntityManager,
  workspaceId: string,
  id: string,
): Promise<Invitation> {
  const { workspace, role } = await findWorkspaceAs(context, workspaceId, {}, em)
  const where = { id, workspace: workspace.id, status: 'pending' as const }
  const invitation = await em.findOne(Invitation, where, { refresh: true })
  if (!invitation) throw new InvitationNotFound()
  if (invitation.role === 'owner' && role !== 'owner') throw new RoleTooLow('owner')
  return invitation
}

/**
 * Whether it is certain that an account has the invited address: the account has verified it, or the token was in the
 * mail to exactly this address. Two spellings with the same key can be different mailboxes.
 */
export function isProvedToOwn(
  { email, emailVerifiedAt }: Pick<Account, 'email' | 'emailVerifiedAt'>,
  { invitation, isMailed }: FoundInvitation,
): boolean {
  const toMailbox = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  return emailVerifiedAt !== null || (isMailed && toMailbox(email) === toMailbox(invitation.email))
}

/** Marks overdue invitations as expired and deletes old ones, on all workspaces. */
export async function maintainInvitations(em: EntityManager, now: Date): Promise<void> {
  await expireOverdue(em, null, now)
  const old = new Date(now.getTime() - retentionMs)
  await em.nativeDelete(Invitation, { status: { $ne: 'pending' }, createdAt: { $lt: old } })
}

async function expireOverdue(em: EntityManager, workspace: string | null, now: Date): Promise<void> {
  const where = { status: 'pending' as const, expiresAt: { $lte: now }, ...(workspace !== null && { workspace }) }
  await em.nativeUpdate(Invitation, where, { status: 'expired' })
}

async function assertNotMember(em: EntityManager, workspace: Workspace, emailKey: string): Promise<void> {
  const member = await em.findOne(Membership, { workspace, account: { emailKey } })
  if (member) throw new AlreadyMember(member.accountId)
}

/** Throws `PlanLimitReached` when members and invitations fill the plan. */
export function assertRoomForMember({ settings }: RequestContext, { plan }: Workspace, used: number): void {
  const { resourceName, holder } = memberPlanLimit
  const maximum = maximumOf(memberPlanLimit, settings.plans[plan])
  if (used >= maximum) throw new PlanLimitReached(resourceName, maximum, used, holder)
}
