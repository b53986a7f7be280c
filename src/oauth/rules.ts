import { generateKeyPairSync } from 'node:crypto'
import type { Configuration, JWK } from 'oidc-provider'
import { allScopes } from '../access/scopes.ts'
import { lifetimes } from './lifetimes.ts'

const off = { enabled: false }

/** What the authorization server does and does not do, on every installation alike (PROMISES part 2). */
export const rules: Configuration = {
  scopes: [...allScopes],
  responseTypes: ['code'],
  pkce: { required: () => true },
  clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
  allowOmittingSingleRegisteredRedirectUri: false,
  acceptQueryParamAccessTokens: false,
  enableHttpPostMethods: false,
  clockTolerance: 0,
  expiresWithSession: () => false,
  issueRefreshToken: () => true,
  rotateRefreshToken: true,
  // Whichever token is given back, the whole authorization is over.
  revokeGrantPolicy: () => true,
  // Every authorization is a grant of its own, so that ending one leaves the person's other devices alone.
  loadExistingGrant: async ({ oidc }) => {
    const { grantId } = oidc.result?.consent ?? {}
    return grantId === undefined ? undefined : oidc.provider.Grant.find(grantId)
  },
  clientBasedCORS: (_ctx, origin, client) =>
    client.clientAuthMethod === 'none' && (client.redirectUris ?? []).some((uri) => originOf(uri) === origin),
  routes: {
    authorization: '/oauth/authorize',
    token: '/oauth/token',
    revocation: '/oauth/revoke',
    introspection: '/oauth/introspect',
  },
  features: {
    devInteractions: off,
    userinfo: off,
    rpInitiatedLogout: off,
    dPoP: off,
    resourceIndicators: off,
    pushedAuthorizationRequests: off,
    claimsParameter: off,
    requestObjects: off,
    clientCredentials: off,
    deviceFlow: off,
    registration: off,
    revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => client.clientId === token.clientId },
    introspection: {
      enabled: true,
      allowedPolicy: (_ctx, client, token) => client.clientAuthMethod !== 'none' && client.clientId === token.clientId,
    },
  },
  ttl: {
    AccessToken: lifetimes.accessToken,
    AuthorizationCode: lifetimes.code,
    Grant: lifetimes.grant,
    Interaction: lifetimes.interaction,
    Session: lifetimes.interaction,
    // It ends with its grant as well, so that no number of uses makes it older than that.
    RefreshToken: lifetimes.refreshIdle,
  },
  // Nothing is signed, for `openid` is no scope of any application. The provider wants a key all the same, and would
  // take one that everybody knows; this one never leaves the process.
  jwks: { keys: [generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as JWK] },
  clientDefaults: { id_token_signed_response_alg: 'EdDSA' },
}

function originOf(uri: string): string | null {
  return URL.canParse(uri) ? new URL(uri).origin : null
}
