import { but, invalid, type Recipe, unstorable } from './recipe.ts'

const wrongPassword: Recipe = { inputs: but({ password: 'not the password' }) }

/** How to cause each declared error of these operations. */
export const accountRecipes: Readonly<Record<string, Readonly<Record<string, Recipe>>>> = {
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
  updateProfile: { INVALID_PARAMS: invalid('name', '') },
  requestEmailChange: {
    INVALID_PARAMS: invalid('email', 'nobody'),
    INVALID_CREDENTIALS: wrongPassword,
    EMAIL_TAKEN: { inputs: but(async ({ test }) => ({ email: (await test.seed.account()).email })) },
  },
  requestAccountDeletion: { INVALID_PARAMS: invalid('password', ''), INVALID_CREDENTIALS: wrongPassword },
}
