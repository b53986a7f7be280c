import * as openid from 'openid-client'
import { type Called, type OAuthLibrary, pairOf } from './library.ts'

export const openidClient: OAuthLibrary = {
  discover: async (issuer, { id, clientSecret }, redirectUri) => {
    const config = await openid.discovery(
      new URL(issuer),
      id,
      undefined,
      openid.ClientSecretBasic(clientSecret ?? undefined),
      { algorithm: 'oauth2', execute: [openid.allowInsecureRequests] },
    )
    let verifier = ''
    let state = ''
    return {
      begin: async (scope) => {
        verifier = openid.randomPKCECodeVerifier()
        state = openid.randomState()
        return openid.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope,
          state,
          code_challenge: await openid.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        })
      },
      finish: async (answer) =>
        pairOf(
          await openid.authorizationCodeGrant(config, answer, { pkceCodeVerifier: verifier, expectedState: state }),
        ),
      call: (token, path) =>
        openid.fetchProtectedResource(config, token, new URL(path, issuer), 'GET').then(
          ({ status }) => ({ status, challenge: {} }),
          (error) => challenged(error),
        ),
      refresh: async (token) => pairOf(await openid.refreshTokenGrant(config, token)),
      revoke: (token) => openid.tokenRevocation(config, token),
    }
  },
}

function challenged(error: unknown): Called {
  if (!(error instanceof openid.WWWAuthenticateChallengeError)) throw error
  return { status: error.status, challenge: error.cause[0]?.parameters ?? {} }
}
