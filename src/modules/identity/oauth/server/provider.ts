import { generateKeyPairSync } from 'node:crypto'
import {
  type Configuration,
  errors,
  interactionPolicy,
  type JWK,
  type KoaContextWithOIDC,
  Provider,
} from 'oidc-provider'
import type { Settings } from '../../../../config.ts'
import { allScopes } from '../../../../platform/auth/scopes.ts'
import { audienceOf } from '../../../../platform/auth/token-audience.ts'
import type { Orm } from '../../../../platform/database/database.ts'
import type { Keyring } from '../../../../platform/shared/keyring.ts'
import type { Clock } from '../../../../platform/shared/time.ts'
import { Account } from '../../accounts/index.ts'
import { documentLifetime, type MetadataDocuments } from '../apps/metadata-documents.ts'
import { type ClientSecrets, verifyClientSecret } from '../apps/oauth-clients.ts'
import {
  deviceAuthorizationPath,
  deviceCodeSeconds,
  devicePath,
  openDevicePages,
  readDeviceInfo,
  slowDownPolls,
} from '../device/device-flow.ts'
import { renderError } from './error-responses.ts'
import type { GrantEnding } from './grant-ending.ts'
import type { OAuthAddresses } from './oauth-addresses.ts'
import { createAdapterFactory } from './oauth-record-adapter.ts'
import { accessTokenPrefix, refreshTokenPrefix } from './oauth-token-reader.ts'
import { assertRedirectUriNotBlocked, guardRedirects } from './redirect-guard.ts'
import type { WorkspaceChoice } from './workspace-choice.ts'

const disabled = { enabled: false }

/** Provider settings that are the same on every installation (docs/decisions/oauth.md). */
const fixedSettings: Configuration = {
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
    device_authorization: deviceAuthorizationPath,
    code_verification: devicePath,
  },
  features: {
    devInteractions: disabled,
    userinfo: disabled,
    rpInitiatedLogout: disabled,
    dPoP: disabled,
    pushedAuthorizationRequests: disabled,
    claimsParameter: disabled,
    requestObjects: disabled,
    clientCredentials: disabled,
    deviceFlow: {
      enabled: true,
      // The policy of prompts does not see a request for a code, so its scopes are checked where it is stored.
      deviceInfo: (ctx) => {
        validateScopes(ctx)
        return { ...readDeviceInfo(ctx) }
      },
    },
    registration: disabled,
    revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => client.clientId === token.clientId },
    introspection: {
      enabled: true,
      allowedPolicy: (_ctx, client, token) => client.clientAuthMethod !== 'none' && client.clientId === token.clientId,
    },
  },
  // In seconds.
  ttl: {
    AccessToken: 3600,
    AuthorizationCode: 60,
    DeviceCode: deviceCodeSeconds,
    // A refresh does not extend the grant. All tokens end with their grant.
    Grant: 30 * 24 * 3600,
    // From the login page to the end of the authorization.
    Interaction: 10 * 60,
    Session: 10 * 60,
    // The life of an unused refresh token. Each use issues a new refresh token.
    RefreshToken: 14 * 24 * 3600,
  },
  // Nothing is signed, because no application has the scope `openid`. The provider still requires a key, and its
  // default key is published. This key never leaves the process.
  jwks: { keys: [generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as JWK] },
  clientDefaults: { id_token_signed_response_alg: 'EdDSA' },
}

function originOf(uri: string): string | null {
  return URL.canParse(uri) ? new URL(uri).origin : null
}

const { Check, base } = interactionPolicy

/**
 * The provider's policy, which always prompts for login and consent because no sessions are stored. A check before the
 * login validates the scopes: at least one is required (RFC 6749, 3.3), and all must belong to the application. The
 * provider has removed unknown scopes by then, and would allow every scope to an application without scopes. The redirect
 * URI may have been blocked since it was registered, or since the login.
 */
function createPromptPolicy(orm: Orm) {
  const policy = base()
  policy.get('login')?.checks.add(
    new Check(
      'request',
      'the scope must belong to the application, and the redirect URI must not be blocked',
      async (ctx) => {
        await assertRedirectUriNotBlocked(orm, ctx)
        validateScopes(ctx)
        return Check.NO_NEED_TO_PROMPT
      },
    ),
  )
  return policy
}

function validateScopes({ oidc: { client, requestParamScopes } }: KoaContextWithOIDC): void {
  if (requestParamScopes.size === 0) throw new errors.InvalidScope('scope is required', '')
  const allowed = new Set(client?.scope?.split(' '))
  const disallowed = [...requestParamScopes].find((scope) => !allowed.has(scope))
  if (disallowed !== undefined) throw new errors.InvalidScope('requested scope is not allowed', disallowed)
}

export interface ProviderDependencies {
  readonly orm: Orm
  readonly keyring: Keyring
  readonly secrets: ClientSecrets
  readonly clock: Clock
  readonly addresses: OAuthAddresses
  readonly grantEnding: GrantEnding
  readonly documents: MetadataDocuments
  readonly oauthClients: Settings['oauthClients']
}

/** A request as the provider gets it. */
export interface ProviderRequest {
  /** The network address of the client. */
  readonly clientAddress: string
}

/** Creates the authorization server. Every setting is explicit, because the defaults of oidc-provider suit OpenID Connect. */
export function createProvider(dependencies: ProviderDependencies): Provider {
  const { orm, keyring, secrets, clock, addresses, grantEnding, documents, oauthClients } = dependencies
  const provider = new Provider(addresses.issuer, {
    ...fixedSettings,
    features: {
      ...fixedSettings.features,
      resourceIndicators: resourceIndicatorsOf(addresses),
      ...(oauthClients !== 'registered' && { clientIdMetadataDocument: metadataDocumentsOf(documents) }),
    },
    fetch: (url) => documents.fetch(String(url)),
    fetchResponseBodyLimits: {},
    adapter: createAdapterFactory(orm, clock, grantEnding),
    cookies: createCookieOptions(keyring, addresses),
    interactions: { policy: createPromptPolicy(orm), url: (_ctx, { uid }) => addresses.interactionUrl(uid) },
    findAccount: async (_ctx, id) => {
      const account = await orm.em.fork().findOne(Account, { id, suspendedAt: null }, { fields: ['id'] })
      return account ? { accountId: id, claims: () => ({ sub: id }) } : undefined
    },
    renderError,
  })
  // Makes the provider use the forwarded scheme and host, which `createProviderHandler` sets from PUBLIC_URL.
  provider.proxy = true
  provider.use(guardRedirects(orm, addresses))
  provider.use(slowDownPolls(clock))
  provider.use(openDevicePages(provider, addresses))
  provider.Client.prototype.compareClientSecret = function compareClientSecret(secret) {
    return verifyClientSecret({ orm, secrets }, { clientId: this.clientId, digest: this.clientSecret ?? '' }, secret)
  }
  const grantFields = [...provider.Grant.IN_PAYLOAD, 'membershipIds' satisfies keyof WorkspaceChoice]
  Object.defineProperty(provider.Grant, 'IN_PAYLOAD', { value: grantFields })
  prefixTokens(provider.AccessToken, accessTokenPrefix)
  prefixTokens(provider.RefreshToken, refreshTokenPrefix)
  return provider
}

/**
 * The resources for which a client may ask for tokens (RFC 8707): the API, as without a resource, and MCP. `invalid_target`
 * for any other, so that no token here can be meant for another service.
 */
function resourceIndicatorsOf({ issuer }: OAuthAddresses) {
  return {
    enabled: true,
    defaultResource: async () => undefined,
    useGrantedResource: async () => true,
    getResourceServerInfo: async ({ oidc }: KoaContextWithOIDC, resource: string) => {
      const { resource: requested } = oidc.params ?? {}
      const isSingle = !Array.isArray(requested) || requested.length === 1
      if (!isSingle || !audienceOf(issuer, resource)) throw new errors.InvalidTarget()
      return { scope: [...allScopes].join(' '), audience: resource, accessTokenFormat: 'opaque' as const }
    },
  }
}

/** Applications whose `client_id` is the address of their metadata document. `ack` accepts that the specification is a draft. */
function metadataDocumentsOf(documents: MetadataDocuments) {
  return {
    enabled: true,
    ack: 'draft-02' as const,
    cacheDuration: documentLifetime,
    allowFetch: async (ctx: KoaContextWithOIDC | undefined, clientId: string) => {
      const { clientAddress } = (ctx?.req ?? {}) as Partial<ProviderRequest>
      documents.assertAllowed(clientId, clientAddress)
      return true
    },
  }
}

function createCookieOptions(keyring: Keyring, { isSecure }: OAuthAddresses): Configuration['cookies'] {
  const common = { httpOnly: true, sameSite: 'lax', secure: isSecure, signed: true } as const
  return {
    keys: keyring.keys('oauth-cookie').map(({ key }) => key.toString('base64url')),
    names: { session: 'tack_oauth', interaction: 'tack_interaction', resume: 'tack_resume' },
    // The provider limits short cookies to the path of their interaction.
    long: { ...common, path: '/oauth/authorize' },
    short: common,
  }
}

/** Adds a prefix to the tokens, so that secret scanners recognise a leaked token. */
function prefixTokens({ prototype }: { prototype: object }, prefix: string): void {
  const model = prototype as { generateTokenId(): string }
  const generateRandomId = model.generateTokenId
  model.generateTokenId = function generatePrefixedTokenId() {
    return prefix + generateRandomId.call(this)
  }
}
