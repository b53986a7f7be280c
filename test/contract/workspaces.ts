import { createHash, randomBytes } from 'node:crypto'
import { newId } from '../../src/platform/shared/ids.ts'
import { dayMs } from '../../src/platform/shared/time.ts'
import type { SeededAccount } from '../support/seed.ts'
import type { Role } from '../workspaces/team.ts'
import { promote } from './abuse-acts.ts'
import type { Actor, Inputs } from './acts.ts'

/** Another account with a word of the actor. */
function anotherThan({ test, word }: Actor): Promise<SeededAccount> {
  return test.seed.account({ email: addressOf({ word }) })
}

export const addressOf = ({ word }: Pick<Actor, 'word'>) => `${word().toLowerCase()}@example.com`

/** Adds a member by SQL: some tests need many. */
async function addMember({ test }: Actor, id: string, account: SeededAccount, role: Role): Promise<SeededAccount> {
  const now = test.clock.now()
  await test.sql(
    'insert into workspace_member (id, workspace_id, account_id, role, joined_at) values (?, ?, ?, ?, ?)',
    [newId('mbr', now), id, account.id, role, now],
  )
  return account
}

/** A workspace on the plan `pro`, in which the actor has this role. If it is not the owner, another account is. */
export async function workspaceOf(actor: Actor, role: Role = 'owner'): Promise<string> {
  const { test, account, word } = actor
  const now = test.clock.now()
  const id = newId('wsp', now)
  await test.sql(`insert into workspace (id, name, slug, plan, created_at, updated_at) values (?, ?, ?, 'pro', ?, ?)`, [
    id,
    `Workspace ${word()}`,
    word().toLowerCase(),
    now,
    now,
  ])
  await addMember(actor, id, account, role)
  if (role !== 'owner') await addMember(actor, id, await anotherThan(actor), 'owner')
  for (const other of actor.others ?? []) await addMember(actor, id, other.account, other.role)
  return id
}

/** Another member of the workspace. */
export async function memberOf(actor: Actor, id: string, role: Role = 'member'): Promise<SeededAccount> {
  return addMember(actor, id, await anotherThan(actor), role)
}

/** An invitation, made now, of the actor by default. The account of the address has verified it, if there is one. */
export async function invitationOf(
  { test, account }: Actor,
  workspaceId: string,
  { email = account.email, ageDays = 0, role = 'member' as Role, isVerified = true } = {},
): Promise<{ id: string; token: string }> {
  const now = test.clock.now()
  const at = (days: number) => new Date(now.getTime() + (days - ageDays) * dayMs)
  const [id, token] = [newId('inv', now), `tki_${randomBytes(32).toString('base64url')}`]
  await test.sql('update account set email_verified_at = ? where email_key = ?', [
    isVerified ? now : null,
    email.toLowerCase(),
  ])
  const digest = createHash('sha256').update(token).digest('hex')
  await test.sql(
    `insert into workspace_invitation (id, workspace_id, email, email_key, role, token_digest, created_at, expires_at)
     values (?, ?, ?, ?, ?, ?, ?, ?)`,
    [id, workspaceId, email, email.toLowerCase(), role, digest, at(0), at(14)],
  )
  return { id, token }
}

/** A workspace of another account with an invitation of the actor. */
export async function invited(
  actor: Actor,
  options: { ageDays?: number; isVerified?: boolean } = {},
): Promise<{ id: string; token: string }> {
  const other = { ...actor, account: await anotherThan(actor) }
  const id = await workspaceOf(other)
  return { id, token: (await invitationOf(actor, id, options)).token }
}

const inOwn = async (actor: Actor) => ({ id: await workspaceOf(actor) })

async function withMember(actor: Actor): Promise<{ id: string; userId: string }> {
  const id = await workspaceOf(actor)
  return { id, userId: (await memberOf(actor, id)).id }
}

const tokenOf = async (actor: Actor) => ({ token: (await invited(actor)).token })

/** Deletes workspaces when needed: an account owns at most ten. */
async function makeRoom({ test, account }: Actor): Promise<void> {
  await test.sql(
    `delete from workspace where personal_account_id is null and id in (
       select workspace_id from workspace_member where account_id = ? order by joined_at desc offset 8)`,
    [account.id],
  )
}

export const workspaceActs: Readonly<Record<string, (actor: Actor) => Inputs | Promise<Inputs>>> = {
  workspaces: async (actor) => {
    await workspaceOf(actor)
    return { page: 1, limit: 5 }
  },
  workspace: inOwn,
  createWorkspace: async (actor) => {
    await makeRoom(actor)
    return { name: 'Marketing', slug: actor.word().toLowerCase(), logoUrl: 'https://example.com/logo.png' }
  },
  updateWorkspace: async (actor) => ({
    ...(await inOwn(actor)),
    name: 'Sales',
    slug: actor.word().toLowerCase(),
    logoUrl: null,
    clickRetentionDays: 365,
    weeklyExport: true,
    expiryNoticeDays: 14,
  }),
  deleteWorkspace: async (actor) => {
    const id = await workspaceOf(actor)
    const [row] = await actor.test.sql<{ slug: string }>('select slug from workspace where id = ?', [id])
    return { id, confirm: row?.slug }
  },
  restoreWorkspace: async (actor) => {
    const id = await workspaceOf(actor)
    await actor.test.sql('update workspace set deleted_at = ? where id = ?', [actor.test.clock.now(), id])
    return { id }
  },
  setWorkspacePlan: async (actor) => {
    await promote(actor)
    return { id: await workspaceOf(actor), plan: 'business' }
  },
  leaveWorkspace: async (actor) => ({ id: await workspaceOf(actor, 'member') }),
  transferWorkspace: withMember,
  workspaceMembers: inOwn,
  updateWorkspaceMember: async (actor) => ({ ...(await withMember(actor)), role: 'viewer' }),
  removeWorkspaceMember: withMember,
  workspaceInvitations: async (actor) => {
    const id = await workspaceOf(actor)
    await invitationOf(actor, id, { email: addressOf(actor) })
    return { id, page: 1, limit: 5 }
  },
  createInvitation: async (actor) => ({
    ...(await inOwn(actor)),
    email: addressOf(actor),
    role: 'viewer',
  }),
  resendInvitation: async (actor) => {
    const id = await workspaceOf(actor)
    const invitation = await invitationOf(actor, id, { email: addressOf(actor) })
    return { id, invitationId: invitation.id }
  },
  revokeInvitation: async (actor) => {
    const id = await workspaceOf(actor)
    const invitation = await invitationOf(actor, id, { email: addressOf(actor) })
    return { id, invitationId: invitation.id }
  },
  acceptInvitation: tokenOf,
  declineInvitation: tokenOf,
}
