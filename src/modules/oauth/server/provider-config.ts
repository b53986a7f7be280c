import { generateKeyPairSync } from 'node:crypto'
import type { Configuration, JWK } from 'oidc-provider'
import { allScopes } from '../../../platform/auth/scopes.ts'

/** Lifetimes in seconds (PROMISES part 2). */
export const lifetimesSeconds = {
  /** From the login page to the end of the authorization. */
  interaction: 10 * 60,
  code: 60,
  accessToken: 3600,
  /** Lifetime of an unused refresh token; each use issues a new one. */
  refreshIdle: 14 * 24 * 3600,
  /** Lifetime of a grant, which refreshing does not extend. */
  grant: 30 * 24 * 3600,
} as const

const disabled = { enabled: false }

/** Provider settings that are the same on every installation (PROMISES part 2). */
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
  // Revoking any token ends its grant.
  revokeGrantPolicy: () => true,
  // Every authorization creates its own grant, so ending one does not affect other devices of the user.
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
    // A refresh token also ends with its grant.
    RefreshToken: lifetimesSeconds.refreshIdle,
  },
  // Nothing is signed, because no application has the scope `openid`. The provider still requires a key, and its default
  // is a published one. This key never leaves the process.
  jwks: { keys: [generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as JWK] },
  clientDefaults: { id_token_signed_response_alg: 'EdDSA' },
}

function originOf(uri: string): string | null {
  return URL.canParse(uri) ? new URL(uri).origin : null
}
