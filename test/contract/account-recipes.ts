import { expect } from 'vitest'
import type { TokenPurpose } from '../../src/modules/identity/accounts/mails/account-token.entity.ts'
import type { TestApp } from '../support/app.ts'
import { verifyEmail } from '../workspaces/team.ts'
import { addIdentity } from './account-acts.ts'
import { but, invalid, type Recipe, unstorable } from './recipe.ts'
import { protectedAccount } from './second-factor-acts.ts'

const challengeMembers = { challenge: expect.stringMatching(/^eyJ/), methods: ['authenticator_app', 'recovery_code'] }

/** Only a verified address has a second factor that a reset asks for. */
async function protectedResetToken(test: TestApp): Promise<string> {
  const account = await protectedAccount(test)
  await verifyEmail(test, account)
  return test.seed.mailToken(account, 'password_reset')
}

const linkFor = (purpose: TokenPurpose): Recipe => ({
  inputs: but(async ({ test, account }) => ({ token: await test.seed.mailToken(account, purpose) })),
})

/** The link to a new address of an account that a statement has changed, with its session. */
function linkOfOwner(statement: string): Recipe {
  let session = ''
  return {
    inputs: but(async ({ test }) => {
      const owner = await test.seed.account()
      await test.sql(statement, [owner.id])
      session = owner.token
      return { token: await test.seed.mailToken(owner, 'email_change') }
    }),
    via: () => ({ token: session }),
  }
}

const wrongPassword: Recipe = { inputs: but({ password: 'not the password' }) }

/** How to cause each declared error of these operations. */
export const accountRecipes: Readonly<Record<string, Readonly<Record<string, Recipe>>>> = {
  register: {
    INVALID_PARAMS: invalid('email', 'not an address'),
    EMAIL_TAKEN: { inputs: but(({ account }) => ({ email: account.email.toUpperCase() })), fields: ['email'] },
  },
  login: {
    INVALID_PARAMS: invalid('password', ''),
    INVALID_CREDENTIALS: { inputs: but({ password: 'not the password' }) },
    SECOND_FACTOR_REQUIRED: {
      inputs: but(async ({ test }) => {
        const { email, password } = await protectedAccount(test)
        return { email, password }
      }),
      members: challengeMembers,
    },
  },
  account: {
    INVALID_PARAMS: invalid('id', unstorable),
    ACCOUNT_NOT_FOUND: { inputs: but(async ({ test }) => ({ id: (await test.seed.account()).id })) },
  },
  changePassword: {
    INVALID_PARAMS: invalid('newPassword', 'passw0rd'),
    INVALID_CREDENTIALS: { inputs: but({ currentPassword: 'not the password' }) },
  },
  sessions: { INVALID_PARAMS: invalid('limit', 101) },
  endSession: {
    INVALID_PARAMS: invalid('id', unstorable),
    SESSION_NOT_FOUND: {
      inputs: but(async ({ test }) => {
        const stranger = await test.seed.account()
        const { json } = await test.rest.get('/v1/auth/sessions', { token: stranger.token })
        return { id: json[0].id }
      }),
    },
  },
  verifyEmail: {
    EMAIL_TAKEN: {
      inputs: but(async ({ test, account, word }) => {
        const [email, other] = [`${word()}@example.net`, await test.seed.account()]
        await test.sql('update account set pending_email = ? where id = ?', [email, account.id])
        await test.sql('update account set email = ?, email_key = ? where id = ?', [email, email, other.id])
        return { token: await test.seed.mailToken(account, 'email_change') }
      }),
      fields: ['email'],
    },
    INVALID_PARAMS: invalid('token', ''),
    MAIL_LINK_INVALID: { inputs: but({ token: 'not-in-any-mail' }) },
    EMAIL_CHANGE_ENDED: linkFor('email_change_ended'),
    EMAIL_VERIFICATION_NEEDS_LOGIN: {
      inputs: but(async ({ test }) => ({
        token: await test.seed.mailToken(await test.seed.account(), 'email_verification'),
      })),
    },
    EMAIL_CHANGE_NEEDS_LOGIN: {
      inputs: but(async ({ test }) => ({
        token: await test.seed.mailToken(await test.seed.account(), 'email_change'),
      })),
    },
    STEP_UP_REQUIRED: linkOfOwner(`update session set proven_at = created_at - interval '1 hour' where account_id = ?`),
    ACCOUNT_BEING_DELETED: linkOfOwner('update account set deletion_requested_at = now() where id = ?'),
  },
  cancelEmailChange: {
    INVALID_PARAMS: invalid('token', ''),
    MAIL_LINK_INVALID: { inputs: but({ token: 'not-in-any-mail' }) },
    EMAIL_CHANGE_ENDED: linkFor('email_change_ended'),
    EMAIL_CHANGE_DONE: linkFor('email_change_done'),
  },
  requestPasswordReset: { INVALID_PARAMS: invalid('email', 'nobody') },
  resetPassword: {
    INVALID_PARAMS: invalid('newPassword', 'passw0rd'),
    MAIL_LINK_INVALID: { inputs: but({ token: 'not-in-any-mail' }) },
    CODE_REQUIRED: { inputs: but(async ({ test }) => ({ token: await protectedResetToken(test) })) },
    SECOND_FACTOR_INVALID: {
      inputs: but(async ({ test }) => ({ token: await protectedResetToken(test), code: '000000' })),
    },
  },
  updateProfile: { INVALID_PARAMS: invalid('name', '') },
  requestEmailChange: {
    INVALID_PARAMS: invalid('email', 'nobody'),
    INVALID_CREDENTIALS: wrongPassword,
    EMAIL_TAKEN: { inputs: but(async ({ test }) => ({ email: (await test.seed.account()).email })), fields: ['email'] },
  },
  removeIdentity: {
    INVALID_PARAMS: invalid('id', unstorable),
    IDENTITY_NOT_FOUND: {
      inputs: but(async ({ test }) => ({ id: await addIdentity({ test, account: await test.seed.account() }) })),
    },
    LAST_IDENTITY: {
      inputs: but(async (actor) => {
        await actor.test.sql('update account set password_hash = null where id = ?', [actor.account.id])
        await actor.test.sql('delete from account_identity where account_id = ?', [actor.account.id])
        return { id: await addIdentity(actor) }
      }),
    },
  },
  requestAccountDeletion: { INVALID_PARAMS: invalid('password', ''), INVALID_CREDENTIALS: wrongPassword },
}
