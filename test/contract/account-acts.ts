import { newId } from '../../src/platform/shared/ids.ts'
import { decoded } from '../accounts/forge.ts'
import type { Actor, Inputs } from './acts.ts'

/** A new identity of an account. */
export async function addIdentity({ test, account: { id } }: Pick<Actor, 'test' | 'account'>): Promise<string> {
  const now = test.clock.now()
  const identityId = newId('idn', now)
  await test.sql(
    `insert into account_identity (id, account_id, issuer, subject, provider_name, created_at, last_login_at)
     values (?, ?, 'https://id.example.com', ?, 'Acme', ?, ?)`,
    [identityId, id, identityId, now, now],
  )
  return identityId
}

/** Valid inputs of the operations about logins, sessions, the profile, and the deletion of the account. */
export const accountActs: Readonly<Record<string, (actor: Actor) => Inputs | Promise<Inputs>>> = {
  sessions: () => ({ page: 1, limit: 5 }),
  endSession: async ({ test, account }) => ({ id: decoded(await test.seed.session(account.id)).jti }),
  renewSession: () => ({}),
  logout: () => ({}),
  // To the same value, so that it can be repeated.
  changePassword: ({ account: { password } }) => ({ currentPassword: password, newPassword: password }),
  requestPasswordReset: ({ account: { email } }) => ({ email }),
  // Of another account, because it ends the sessions.
  resetPassword: async ({ test, word }) => {
    const owner = await test.seed.account({ email: `${word()}@example.com` })
    return { token: await test.seed.mailToken(owner, 'password_reset'), newPassword: owner.password }
  },
  requestEmailVerification: () => ({}),
  verifyEmail: async ({ test, account }) => ({ token: await test.seed.mailToken(account, 'email_verification') }),
  cancelEmailChange: async ({ test, account, word }) => {
    await test.sql('update account set pending_email = ? where id = ?', [`${word()}@example.net`, account.id])
    return { token: await test.seed.mailToken(account, 'email_change_stop') }
  },
  updateProfile: () => ({ name: 'Ada King' }),
  requestEmailChange: ({ account: { password }, word }) => ({ email: `${word()}@example.net`, password }),
  identities: async (actor) => {
    await addIdentity(actor)
    return {}
  },
  removeIdentity: async (actor) => ({ id: await addIdentity(actor) }),
  accountDeletion: () => ({}),
  requestAccountDeletion: ({ account: { password } }) => ({ password }),
  cancelAccountDeletion: () => ({}),
}

/** These operations, as rows of the contract table. */
export const accountLines = [
  ['sessions', 'GET /auth/sessions', 'read:profile', 200, '[Session]', [401, 403]],
  ['endSession', 'DELETE /auth/sessions/{id}', 'write:profile', 200, 'SuccessResponse', [401, 403, 404]],
  ['renewSession', 'POST /auth/sessions/renewals', 'write:profile', 200, 'AuthResponse', [401, 403]],
  ['updateProfile', 'PATCH /auth/me', 'write:profile', 200, 'UserProfile', [400, 401]],
  ['requestEmailChange', 'POST /auth/me/email', 'write:profile', 202, 'UserProfile', [400, 401, 403]],
  ['identities', 'GET /auth/identities', 'read:profile', 200, '[AccountIdentity]', [401, 403]],
  ['removeIdentity', 'DELETE /auth/identities/{id}', 'write:profile', 200, 'SuccessResponse', [401, 403, 404, 409]],
  ['accountDeletion', 'GET /auth/me/deletion', 'read:profile', 200, 'AccountDeletion', [401, 403]],
  ['requestAccountDeletion', 'POST /auth/me/deletion', 'write:profile', 202, 'AccountDeletion', [401, 403]],
  ['cancelAccountDeletion', 'DELETE /auth/me/deletion', 'write:profile', 200, 'AccountDeletion', [401, 403]],
] as const

/** They accept only a login. */
export const accountSessionOnly = [
  ...['sessions', 'endSession', 'renewSession', 'requestEmailChange', 'identities', 'removeIdentity'],
  ...['accountDeletion', 'requestAccountDeletion', 'cancelAccountDeletion'],
]

/** Why they concern no workspace. */
export const accountReasons = {
  sessions: 'Sessions belong to the account.',
  endSession: 'Sessions belong to the account.',
  renewSession: 'Sessions belong to the account.',
  updateProfile: 'The name belongs to the account.',
  requestEmailChange: 'The address belongs to the account.',
  identities: 'Identities belong to the account.',
  removeIdentity: 'Identities belong to the account.',
  accountDeletion: 'The account is deleted.',
  requestAccountDeletion: 'The account is deleted.',
  cancelAccountDeletion: 'The account is deleted.',
}

/** Their records. */
export const accountRecords = {
  Session: {
    id: 'string',
    device: 'string or null',
    signInMethods: 'strings',
    createdAt: 'date-time',
    expiresAt: 'date-time',
    isCurrent: 'boolean',
  },
  AccountIdentity: {
    id: 'string',
    issuer: 'string',
    providerName: 'string',
    email: 'string or null',
    createdAt: 'date-time',
    lastLoginAt: 'date-time',
  },
  AccountDeletion: {
    requestedAt: 'date-time or null',
    deletesAt: 'date-time or null',
    workspaces: [{ id: 'string', name: 'string', memberCount: 'integer', outcome: 'string' }],
  },
} as const
