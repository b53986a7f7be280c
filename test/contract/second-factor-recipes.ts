import { but, invalid, type Recipe, unstorable } from './recipe.ts'
import { newCode, removeApp } from './second-factor-acts.ts'

const withoutApp: Recipe = {
  inputs: but(async ({ test, account }) => {
    await removeApp(test, account)
    return {}
  }),
}
const noPasskey: Recipe = { inputs: but({ id: 'psk_01k00000000000000000000000' }) }
const wrongCode: Recipe = { inputs: but({ code: '000000' }) }

/** How to cause each declared error of these operations. */
export const secondFactorRecipes: Readonly<Record<string, Readonly<Record<string, Recipe>>>> = {
  completeLogin: {
    INVALID_PARAMS: invalid('code', ''),
    LOGIN_CHALLENGE_INVALID: { inputs: but({ challenge: 'no.challenge' }) },
    SECOND_FACTOR_INVALID: wrongCode,
  },
  proveIdentity: {
    INVALID_PARAMS: invalid('code', ''),
    SECOND_FACTOR_INVALID: wrongCode,
    INVALID_CREDENTIALS: {
      inputs: but({ code: null, password: 'not the password' }),
      via: async ({ test }) => ({ token: (await test.seed.account()).token }),
    },
  },
  addAuthenticatorApp: {
    AUTHENTICATOR_APP_EXISTS: {
      inputs: but(async ({ test, account }) => {
        await newCode(test, account)
        return {}
      }),
    },
  },
  confirmAuthenticatorApp: {
    INVALID_PARAMS: invalid('code', ''),
    AUTHENTICATOR_APP_NOT_FOUND: withoutApp,
    SECOND_FACTOR_INVALID: wrongCode,
  },
  removeAuthenticatorApp: { AUTHENTICATOR_APP_NOT_FOUND: withoutApp },
  renamePasskey: { INVALID_PARAMS: invalid('name', ''), PASSKEY_NOT_FOUND: noPasskey },
  removePasskey: { INVALID_PARAMS: invalid('id', unstorable), PASSKEY_NOT_FOUND: noPasskey },
  renewRecoveryCodes: { AUTHENTICATOR_APP_NOT_FOUND: withoutApp },
}
