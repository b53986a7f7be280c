import { type Actor, inputsFor } from './acts.ts'
import { but, invalid, type Recipe, unstorable } from './recipe.ts'
import { addressOf, invitationOf, invited, memberOf, workspaceOf } from './workspaces.ts'

const personal: Recipe = {
  inputs: but(async ({ test, account }) => {
    const [row] = await test.sql<{ id: string }>('select id from workspace where personal_account_id = ?', [account.id])
    return { id: row?.id }
  }),
}

const noMember: Recipe = { inputs: but(async ({ test }) => ({ userId: (await test.seed.account()).id })) }

const lastOwner: Recipe = {
  inputs: but(async (actor) => ({ id: await workspaceOf(actor), userId: actor.account.id })),
}

const lastOwnerLeaves: Recipe = { inputs: but(async (actor) => ({ id: await workspaceOf(actor) })) }

const takenSlug: Recipe = {
  inputs: but(async (actor) => {
    const [row] = await actor.test.sql<{ slug: string }>('select slug from workspace where id = ?', [
      await workspaceOf(actor),
    ])
    return { slug: row?.slug }
  }),
  fields: ['slug'],
}

const notFound: Recipe = { inputs: but({ token: `tki_${'x'.repeat(43)}` }) }
const expired: Recipe = { inputs: async (actor) => ({ token: (await invited(actor, { ageDays: 15 })).token }) }
const notVerified: Recipe = {
  inputs: async (actor) => ({ token: (await invited(actor, { isVerified: false })).token }),
}

const expiredInvitation: Recipe = {
  inputs: but(async (actor) => {
    const id = await workspaceOf(actor)
    const invitation = await invitationOf(actor, id, { email: addressOf(actor) })
    await actor.test.sql('update workspace_invitation set expires_at = created_at where id = ?', [invitation.id])
    return { id, invitationId: invitation.id }
  }),
}

/** A workspace on the plan `free` that has the 3 members of that plan. */
async function fullWorkspace(actor: Actor): Promise<string> {
  const id = await workspaceOf(actor)
  await actor.test.sql(`update workspace set plan = 'free' where id = ?`, [id])
  await memberOf(actor, id)
  await memberOf(actor, id)
  return id
}

const badId = invalid('id', unstorable)
const badToken = invalid('token', unstorable)
const common = { INVALID_PARAMS: badId }
const members = { ...common, MEMBER_NOT_FOUND: noMember }

export const workspaceRecipes: Readonly<Record<string, Readonly<Record<string, Recipe>>>> = {
  workspaces: { INVALID_PARAMS: invalid('limit', 101) },
  workspace: common,
  createWorkspace: {
    INVALID_PARAMS: invalid('name', ' '),
    WORKSPACE_SLUG_TAKEN: takenSlug,
    PLAN_LIMIT_REACHED: {
      inputs: async (actor, operation) => {
        const inputs = await inputsFor(operation, actor)
        for (let n = 0; n < 10; n++) await workspaceOf(actor)
        return inputs
      },
      fields: ['workspaces'],
    },
  },
  updateWorkspace: {
    ...common,
    INVALID_PARAMS: invalid('name', ' '),
    WORKSPACE_SLUG_TAKEN: takenSlug,
  },
  deleteWorkspace: {
    ...common,
    PERSONAL_WORKSPACE: personal,
    CONFIRMATION_REQUIRED: {
      inputs: but(async (actor) => {
        const id = await workspaceOf(actor)
        await memberOf(actor, id)
        return { id }
      }),
      fields: ['confirm'],
    },
  },
  restoreWorkspace: common,
  setWorkspacePlan: {
    INVALID_PARAMS: badId,
    WORKSPACE_NOT_FOUND: { inputs: but({ id: 'wsp_00000000000000000000000000' }) },
  },
  leaveWorkspace: { ...common, PERSONAL_WORKSPACE: personal, LAST_OWNER: lastOwnerLeaves },
  transferWorkspace: { ...members, PERSONAL_WORKSPACE: personal },
  workspaceMembers: { ...common, INVALID_PARAMS: invalid('limit', 101) },
  updateWorkspaceMember: { ...members, LAST_OWNER: lastOwner },
  removeWorkspaceMember: { ...members, LAST_OWNER: lastOwner },
  workspaceInvitations: { ...common, INVALID_PARAMS: invalid('limit', 101) },
  createInvitation: {
    ...common,
    INVALID_PARAMS: invalid('email', 'nobody'),
    PERSONAL_WORKSPACE: personal,
    ALREADY_MEMBER: { inputs: but(({ account }) => ({ email: account.email })), fields: ['email'] },
    INVITATION_PENDING: {
      inputs: but(async (actor) => {
        const [id, email] = [await workspaceOf(actor), addressOf(actor)]
        await invitationOf(actor, id, { email })
        return { id, email }
      }),
      fields: ['email'],
    },
    PLAN_LIMIT_REACHED: { inputs: but(async (actor) => ({ id: await fullWorkspace(actor) })), fields: ['members'] },
  },
  resendInvitation: {
    ...common,
    INVITATION_NOT_FOUND: { inputs: but({ invitationId: 'inv_00000000000000000000000000' }) },
    INVITATION_EXPIRED: expiredInvitation,
  },
  revokeInvitation: {
    ...common,
    INVITATION_NOT_FOUND: { inputs: but({ invitationId: 'inv_00000000000000000000000000' }) },
  },
  acceptInvitation: {
    INVALID_PARAMS: badToken,
    INVITATION_NOT_FOUND: notFound,
    INVITATION_EXPIRED: expired,
    EMAIL_NOT_VERIFIED: notVerified,
    ALREADY_MEMBER: {
      inputs: async (actor) => {
        const id = await workspaceOf(actor, 'viewer')
        return { token: (await invitationOf(actor, id)).token }
      },
      fields: ['email'],
    },
    PLAN_LIMIT_REACHED: {
      inputs: async (actor) => {
        const id = await fullWorkspace({ ...actor, account: await actor.test.seed.account() })
        return { token: (await invitationOf(actor, id)).token }
      },
      fields: ['members'],
    },
  },
  declineInvitation: { INVALID_PARAMS: badToken, INVITATION_NOT_FOUND: notFound, INVITATION_EXPIRED: expired },
}
