import { generateKeyPairSync } from 'node:crypto'
import type { Configuration, JWK } from 'oidc-provider'
import { allScopes } from '../../../platform/auth/scopes.ts'

/** How long each thing lives that the provider gives out, in seconds (PROMISES part 2). */
export const lifetimesSeconds = {
  /** Between the first page and the last. */
  interaction: 10 * 60,
  code: 60,
  accessToken: 3600,
  /** A refresh token not used for this long is over; each use gives a new one. */
  refreshIdle: 14 * 24 * 3600,
  /** What a person granted ends here, however often it was refreshed. */
  grant: 30 * 24 * 3600,
} as const

const disabled = { enabled: false }

/** What the authorization server does and does not do, on every installation alike (PROMISES part 2). */
export const providerConfig: Configuration = {
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
    devInteractions: disabled,
    userinfo: disabled,
    rpInitiatedLogout: disabled,
    dPoP: disabled,
    resourceIndicators: disabled,
    pushedAuthorizationRequests: disabled,
    claimsParameter: disabled,
    requestObjects: disabled,
    clientCredentials: disabled,
    deviceFlow: disabled,
    registration: disabled,
    revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => client.clientId === token.clientId },
    introspection: {
      enabled: true,
      allowedPolicy: (_ctx, client, token) => client.clientAuthMethod !== 'none' && client.clientId === token.clientId,
    },
  },
  ttl: {
    AccessToken: lifetimesSeconds.accessToken,
    AuthorizationCode: lifetimesSeconds.code,
    Grant: lifetimesSeconds.grant,
    Interaction: lifetimesSeconds.interaction,
    Session: lifetimesSeconds.interaction,
    // It ends with its grant as well, so that no number of uses makes it older than that.
    RefreshToken: lifetimesSeconds.refreshIdle,
  },
  // Nothing is signed, for `openid` is no scope of any application. The provider wants a key all the same, and would
  // take one that everybody knows; this one never leaves the process.
  jwks: { keys: [generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as JWK] },
  clientDefaults: { id_token_signed_response_alg: 'EdDSA' },
}

function originOf(uri: string): string | null {
  return URL.canParse(uri) ? new URL(uri).origin : null
}
