import { generateKeyPairSync } from 'node:crypto'
import { type Configuration, type JWK, Provider } from 'oidc-provider'
import { allScopes } from '../access/scopes.ts'
import type { Clock } from '../base/clock.ts'
import type { Keyring } from '../base/secrets.ts'
import type { Orm } from '../database/open.ts'
import { adapterFor } from './adapter.ts'
import type { OAuthAddresses } from './addresses.ts'
import type { ClientSecrets } from './client.secrets.ts'
import { renderError } from './errors.ts'
import { lifetimes } from './lifetimes.ts'
import { promptPolicy } from './policy.ts'
import { accessTokenPrefix, refreshTokenPrefix } from './reader.ts'
import { OAuthRecords } from './records.ts'

export interface ProviderParts {
  readonly orm: Orm
  readonly clock: Clock
  readonly keyring: Keyring
  readonly secrets: ClientSecrets
  readonly addresses: OAuthAddresses
}

/** The authorization server: oidc-provider with every choice said aloud, since its defaults are for OpenID Connect. */
export function createProvider({ orm, clock, keyring, secrets, addresses }: ProviderParts): Provider {
  const provider = new Provider(addresses.issuer, {
    ...rules(clock),
    adapter: adapterFor(orm, new OAuthRecords(orm, clock)),
    cookies: cookiesOf(keyring, addresses),
    interactions: { policy: promptPolicy(), url: (_ctx, { uid }) => addresses.interaction(uid) },
    findAccount: async (_ctx, id) => {
      const [row] = await orm.em.fork().execute('select 1 from account where id = ?', [id])
      return row && { accountId: id, claims: () => ({ sub: id }) }
    },
    renderError,
  })
  // It then believes the forwarded scheme and host, which the mount sets to those of PUBLIC_URL on every request.
  provider.proxy = true
  provider.Client.prototype.compareClientSecret = function compare(secret) {
    return secrets.matches(secret, this.clientSecret ?? '')
  }
  mark(provider.AccessToken, accessTokenPrefix)
  mark(provider.RefreshToken, refreshTokenPrefix)
  return provider
}

/** What holds on every installation. */
function rules(clock: Clock): Configuration {
  const off = { enabled: false }
  return {
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
        allowedPolicy: (_ctx, client, token) =>
          client.clientAuthMethod !== 'none' && client.clientId === token.clientId,
      },
    },
    ttl: {
      AccessToken: lifetimes.accessToken,
      AuthorizationCode: lifetimes.code,
      Grant: lifetimes.grant,
      Interaction: lifetimes.interaction,
      Session: lifetimes.interaction,
      RefreshToken: ({ oidc }) => {
        const left = (oidc.entities.Grant?.exp ?? 0) - Math.floor(clock.now().getTime() / 1000)
        return Math.max(1, Math.min(lifetimes.refreshIdle, left))
      },
    },
    // Nothing is signed, for `openid` is no scope of any application. The provider wants a key all the same, and would
    // take one that everybody knows; this one never leaves the process.
    jwks: { keys: [generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as JWK] },
    clientDefaults: { id_token_signed_response_alg: 'EdDSA' },
  }
}

function cookiesOf(keyring: Keyring, { prefix, isSecure }: OAuthAddresses): Configuration['cookies'] {
  const common = { httpOnly: true, sameSite: 'lax', secure: isSecure, signed: true } as const
  return {
    keys: [keyring.key('oauth-cookie').toString('base64url')],
    names: { session: 'tack_oauth', interaction: 'tack_interaction', resume: 'tack_resume' },
    // The provider gives the short ones the path of the one interaction they belong to.
    long: { ...common, path: `${prefix}/oauth/authorize` },
    short: common,
  }
}

/** Tokens begin with letters of their own, so that a leaked one is recognised by whoever scans for such. */
function mark({ prototype }: { prototype: object }, prefix: string): void {
  const model = prototype as { generateTokenId(): string }
  const random = model.generateTokenId
  model.generateTokenId = function marked() {
    return prefix + random.call(this)
  }
}

function originOf(uri: string): string | null {
  return URL.canParse(uri) ? new URL(uri).origin : null
}
