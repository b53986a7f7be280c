import { newId } from '../../src/platform/shared/ids.ts'
import type { TestApp } from '../support/app.ts'
import { addAuthenticatorApp, codeOf } from '../support/authenticator-app.ts'
import type { SeededAccount } from '../support/seed.ts'
import type { Actor, Inputs } from './acts.ts'

/** The account without second factors. */
export async function removeApp(test: TestApp, { id }: SeededAccount): Promise<void> {
  await test.sql('delete from authenticator_app where account_id = ?', [id])
}

/** A code of a new authenticator app of the account, which was not used yet. */
export async function newCode(test: TestApp, account: SeededAccount): Promise<string> {
  await removeApp(test, account)
  const { secret } = await addAuthenticatorApp(test, account)
  await test.sql('update authenticator_app set last_step = null where account_id = ?', [account.id])
  return codeOf(secret, test.clock.now())
}

/** A passkey of the account, which works on pages only. */
async function newPasskey({ test, account, word }: Actor): Promise<string> {
  const id = newId('psk', test.clock.now())
  await test.sql(
    `insert into passkey (id, account_id, credential_id, public_key, counter, transports, name, is_backed_up, created_at)
     values (?, ?, ?, '\\x00', 0, '[]', 'Phone', true, ?)`,
    [id, account.id, word(), test.clock.now()],
  )
  return id
}

async function pendingCode({ test, account }: Actor): Promise<string> {
  await removeApp(test, account)
  const { json } = await test.rest.post('/v1/auth/authenticator-app', {}, { token: account.token })
  return codeOf(json.secret, test.clock.now())
}

/** An account whose login needs a code. */
export async function protectedAccount(test: TestApp): Promise<SeededAccount> {
  const account = await test.seed.account()
  await addAuthenticatorApp(test, account)
  return account
}

/** Valid inputs of the operations about second factors. */
export const secondFactorActs: Readonly<Record<string, (actor: Actor) => Inputs | Promise<Inputs>>> = {
  completeLogin: async ({ test, word }) => {
    const account = await test.seed.account({ email: `${word()}@example.com` })
    const code = await newCode(test, account)
    const { email, password } = account
    const { json } = await test.rest.post('/v1/auth/login', { email, password })
    return { challenge: json.error.challenge, code }
  },
  proveIdentity: async ({ test, account }) => ({ code: await newCode(test, account) }),
  signInMethods: () => ({}),
  addAuthenticatorApp: async ({ test, account }) => {
    await removeApp(test, account)
    return {}
  },
  confirmAuthenticatorApp: async (actor) => ({ code: await pendingCode(actor) }),
  removeAuthenticatorApp: async ({ test, account }) => {
    await newCode(test, account)
    return {}
  },
  renewRecoveryCodes: async ({ test, account }) => {
    await newCode(test, account)
    return {}
  },
  renamePasskey: async (actor) => ({ id: await newPasskey(actor), name: actor.word() }),
  removePasskey: async (actor) => ({ id: await newPasskey(actor) }),
}

/** These operations, as rows of the contract table. */
export const secondFactorLines = [
  ['completeLogin', 'POST /auth/login/second-factor', 'none', 200, 'AuthResponse', [400, 401]],
  ['proveIdentity', 'POST /auth/sessions/proofs', 'write:profile', 200, 'Session', [400, 401, 403]],
  ['signInMethods', 'GET /auth/sign-in-methods', 'read:profile', 200, 'SignInMethods', [401, 403]],
  ['addAuthenticatorApp', 'POST /auth/authenticator-app', 'write:profile', 200, 'NewAuthenticatorApp', [401, 403, 409]],
  [
    'confirmAuthenticatorApp',
    'POST /auth/authenticator-app/confirmation',
    'write:profile',
    200,
    'RecoveryCodes',
    [400, 401, 403, 404],
  ],
  [
    'removeAuthenticatorApp',
    'DELETE /auth/authenticator-app',
    'write:profile',
    200,
    'SuccessResponse',
    [401, 403, 404],
  ],
  ['renewRecoveryCodes', 'POST /auth/recovery-codes', 'write:profile', 200, 'RecoveryCodes', [401, 403, 404]],
  ['renamePasskey', 'PATCH /auth/passkeys/{id}', 'write:profile', 200, 'Passkey', [400, 401, 403, 404]],
  ['removePasskey', 'DELETE /auth/passkeys/{id}', 'write:profile', 200, 'SuccessResponse', [401, 403, 404]],
] as const

/** They accept only a login. */
export const secondFactorSessionOnly = secondFactorLines
  .map(([name]) => name)
  .filter((name) => name !== 'completeLogin')

/** They leave the account with a second factor, or end its sessions. */
export const secondFactorOwnAccount = [
  ...['proveIdentity', 'confirmAuthenticatorApp', 'removeAuthenticatorApp', 'renewRecoveryCodes'],
  ...['renamePasskey', 'removePasskey'],
]

/** Their errors when they are repeated with the same inputs. */
export const secondFactorRepetitionErrors = {
  completeLogin: 'SECOND_FACTOR_INVALID',
  proveIdentity: 'SECOND_FACTOR_INVALID',
  confirmAuthenticatorApp: 'AUTHENTICATOR_APP_NOT_FOUND',
  removeAuthenticatorApp: 'AUTHENTICATOR_APP_NOT_FOUND',
  removePasskey: 'PASSKEY_NOT_FOUND',
}

/** They change rows. */
export const secondFactorWrites = secondFactorLines.map(([name]) => name).filter((name) => name !== 'signInMethods')

/** Why they concern no workspace. */
export const secondFactorReasons = Object.fromEntries(
  secondFactorSessionOnly.map((name) => [name, 'Logins belong to the account.']),
)

const passkey = {
  id: 'string',
  name: 'string',
  isBackedUp: 'boolean',
  createdAt: 'date-time',
  lastUsedAt: 'date-time or null',
} as const

/** Their records. */
export const secondFactorRecords = {
  SignInMethods: {
    hasPassword: 'boolean',
    authenticatorAppSince: 'date-time or null',
    passkeys: [passkey],
    recoveryCodesLeft: 'integer',
  },
  Passkey: passkey,
  NewAuthenticatorApp: { secret: 'string', uri: 'string' },
  RecoveryCodes: { codes: 'strings' },
} as const
