import { randomBytes } from 'node:crypto'
import { LockMode } from '@mikro-orm/postgresql'
import type { EntityManager } from '../../platform/database/database.ts'
import type { PagedConnectionArgs } from '../../platform/graphql/pagination/page.inputs.ts'
import { findConnection } from '../../platform/graphql/pagination/pagination.ts'
import type { RequestContext } from '../../platform/graphql/request-context.ts'
import { PlanLimitReached } from '../../platform/shared/general.errors.ts'
import { newId } from '../../platform/shared/ids.ts'
import { digestSecret } from '../../platform/shared/secret-digest.ts'
import { dayMs } from '../../platform/shared/time.ts'
import { Account, normalizeEmail } from '../accounts/index.ts'
import { Invitation, InvitationConnection, newestInvitationsFirst } from './invitation.entity.ts'
import { InvitationCreatedResponse } from './invitation.types.ts'
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
import { assertShared, findWorkspaceAs, lockWorkspaceAs } from './workspace-access.ts'

const lifetimeMs = 14 * dayMs
/** Answered and expired invitations are kept this long. */
const retentionMs = 90 * dayMs

/** Invitations into the caller's workspaces, and the answers of the invited. */
export class InvitationService {
  /** The invitations into a workspace, newest first. Throws `WorkspaceNotFound` and `RoleTooLow`. */
  async list(context: RequestContext, id: string, page: PagedConnectionArgs): Promise<InvitationConnection> {
    const { workspace } = await findWorkspaceAs(context, id)
    const query = { where: { workspace: workspace.id }, order: newestInvitationsFirst }
    return findConnection(context, InvitationConnection, Invitation, query, page)
  }

  /**
   * Invites an e-mail address. Only this answer has the token. Throws `RoleTooLow`, `PersonalWorkspace`, `AlreadyMember`,
   * `InvitationPending`, and `PlanLimitReached` when members and pending invitations fill the plan.
   */
  create(
    context: RequestContext,
    id: string,
    { email, role }: CreateInvitationInput,
  ): Promise<InvitationCreatedResponse> {
    const now = context.now()
    const token = `tki_${randomBytes(32).toString('base64url')}`
    return context.em.transactional(async (em) => {
      const caller = await lockWorkspaceAs(context, em, id, role === 'owner' ? 'owner' : 'admin')
      const { workspace } = caller
      assertShared(workspace)
      await expireOverdue(em, workspace.id, now)
      const emailKey = normalizeEmail(email)
      await assertNotMember(em, workspace, emailKey)
      const pending = await em.find(Invitation, { workspace, status: 'pending' })
      const existing = pending.find((invitation) => invitation.emailKey === emailKey)
      if (existing) throw new InvitationPending(existing.id)
      await assertRoomForMember(context, em, workspace, pending.length)
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
      return new InvitationCreatedResponse(invitation, token)
    })
  }

  /** Withdraws a pending invitation. Throws `InvitationNotFound`, also for an answered one. */
  async revoke(context: RequestContext, id: string, invitationId: string): Promise<void> {
    await context.em.transactional(async (em) => {
      const { workspace } = await lockWorkspaceAs(context, em, id)
      const where = { id: invitationId, workspace: workspace.id, status: 'pending' as const }
      const invitation = await em.findOne(Invitation, where, { refresh: true })
      if (!invitation) throw new InvitationNotFound()
      if (invitation.role === 'owner') await lockWorkspaceAs(context, em, id, 'owner')
      invitation.status = 'revoked'
    })
  }

  /**
   * Joins the workspace. The account must have the invited e-mail address, and have proved that it is its own. Throws
   * `InvitationNotFound`, `InvitationExpired`, `EmailNotVerified`, `AlreadyMember`, and `PlanLimitReached`.
   */
  accept(context: RequestContext, token: string): Promise<Workspace> {
    return context.em.transactional(async (em) => {
      const account = await em.findOneOrFail(Account, { id: context.accountId })
      const { invitation, workspace } = await lockInvitation(context, em, token)
      if (invitation.emailKey !== account.emailKey) throw new InvitationNotFound()
      if (account.emailVerifiedAt === null) throw new EmailNotVerified()
      await assertNotMember(em, workspace, account.emailKey)
      await assertRoomForMember(context, em, workspace, 0)
      invitation.status = 'accepted'
      const now = context.now()
      const member = { workspace, account, role: invitation.role, joinedAt: now }
      em.persist(em.create(Membership, { ...member, id: newId('mbr', now) }))
      return workspace
    })
  }

  /** Ends an invitation. The token is enough: a person without an account can decline. Throws like `accept`. */
  async decline(context: RequestContext, token: string): Promise<void> {
    await context.em.transactional(async (em) => {
      const { invitation } = await lockInvitation(context, em, token)
      invitation.status = 'declined'
    })
  }
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

/** Locks the workspace before the invitation, in the order of all other changes. */
async function lockInvitation(context: RequestContext, em: EntityManager, token: string) {
  const where = { tokenDigest: digestSecret(token), status: 'pending' as const, workspace: { deletedAt: null } }
  const found = await em.findOne(Invitation, where)
  if (!found) throw new InvitationNotFound()
  const workspace = await em.findOneOrFail(
    Workspace,
    { id: found.workspace.id },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, failHandler: () => new InvitationNotFound() },
  )
  const invitation = await em.findOne(Invitation, where, { refresh: true })
  if (!invitation) throw new InvitationNotFound()
  if (invitation.statusAt(context.now()) === 'expired') throw new InvitationExpired()
  return { invitation, workspace }
}

async function assertNotMember(em: EntityManager, workspace: Workspace, emailKey: string): Promise<void> {
  const member = await em.findOne(Membership, { workspace, account: { emailKey } })
  if (member) throw new AlreadyMember(member.accountId)
}

async function assertRoomForMember(
  { settings }: RequestContext,
  em: EntityManager,
  workspace: Workspace,
  pendingCount: number,
): Promise<void> {
  const limit = settings.plans[workspace.plan].members
  const used = (await em.count(Membership, { workspace })) + pendingCount
  if (used >= limit) throw new PlanLimitReached('members', limit, used, 'workspace')
}
