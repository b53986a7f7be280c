import * as oauth from 'oauth4webapi'
import { type Called, type OAuthLibrary, pairOf } from './library.ts'

const insecure = { [oauth.allowInsecureRequests]: true }

export const oauth4webapi: OAuthLibrary = {
  discover: async (base, { id, clientSecret }, redirectUri) => {
    const issuer = new URL(base)
    const described = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
    const server = await oauth.processDiscoveryResponse(issuer, described)
    const client: oauth.Client = { client_id: id }
    const authentication = oauth.ClientSecretPost(clientSecret ?? '')
    let verifier = ''
    let state = ''
    return {
      begin: async (scope) => {
        verifier = oauth.generateRandomCodeVerifier()
        state = oauth.generateRandomState()
        const address = new URL(server.authorization_endpoint ?? '')
        address.search = new URLSearchParams({
          client_id: id,
          redirect_uri: redirectUri,
          response_type: 'code',
          scope,
          state,
          code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        }).toString()
        return address
      },
      finish: async (answer) => {
        const parameters = oauth.validateAuthResponse(server, client, answer, state)
        const given = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          authentication,
          parameters,
          redirectUri,
          verifier,
          insecure,
        )
        return pairOf(await oauth.processAuthorizationCodeResponse(server, client, given))
      },
      call: (token, path) =>
        oauth.protectedResourceRequest(token, 'GET', new URL(path, base), undefined, undefined, insecure).then(
          ({ status }) => ({ status, challenge: {} }),
          (error) => challenged(error),
        ),
      refresh: async (token) => {
        const given = await oauth.refreshTokenGrantRequest(server, client, authentication, token, insecure)
        return pairOf(await oauth.processRefreshTokenResponse(server, client, given))
      },
      revoke: async (token) => {
        const answer = await oauth.revocationRequest(server, client, authentication, token, insecure)
        await oauth.processRevocationResponse(answer)
      },
    }
  },
}

function challenged(error: unknown): Called {
  if (!(error instanceof oauth.WWWAuthenticateChallengeError)) throw error
  return { status: error.status, challenge: error.cause[0]?.parameters ?? {} }
}
