import { type Configuration, errors, interactionPolicy, type KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { Orm } from '../../../platform/database/database.ts'
import type { Keyring } from '../../../platform/shared/keyring.ts'
import { Account } from '../../accounts/index.ts'
import { type ClientSecrets, verifyClientSecret } from '../apps/oauth-clients.ts'
import { renderError } from './error-responses.ts'
import type { OAuthAddresses } from './oauth-addresses.ts'
import type { OAuthRecordStore } from './oauth-record-store.ts'
import { accessTokenPrefix, refreshTokenPrefix } from './oauth-token-reader.ts'
import { createAdapterFactory } from './provider-adapter.ts'
import { providerConfig } from './provider-config.ts'

const { Check, base } = interactionPolicy

/**
 * The provider's policy, which always prompts for login and consent because no sessions are stored. A check before the
 * login validates the scopes: at least one is required (RFC 6749, 3.3), and all must belong to the application. The
 * provider has removed unknown scopes by then, and would allow every scope to an application without scopes.
 */
export function createPromptPolicy() {
  const policy = base()
  policy.get('login')?.checks.add(
    new Check('scope', 'the scope must belong to the application', (ctx) => {
      validateScopes(ctx)
      return Check.NO_NEED_TO_PROMPT
    }),
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
  readonly recordStore: OAuthRecordStore
  readonly addresses: OAuthAddresses
}

/** Creates the authorization server. Every setting is explicit, because the defaults of oidc-provider suit OpenID Connect. */
export function createProvider({ orm, keyring, secrets, recordStore, addresses }: ProviderDependencies): Provider {
  const provider = new Provider(addresses.issuer, {
    ...providerConfig,
    adapter: createAdapterFactory(orm, recordStore),
    cookies: createCookieOptions(keyring, addresses),
    interactions: { policy: createPromptPolicy(), url: (_ctx, { uid }) => addresses.interactionUrl(uid) },
    findAccount: async (_ctx, id) => {
      const account = await orm.em.fork().findOne(Account, { id }, { fields: ['id'] })
      return account ? { accountId: id, claims: () => ({ sub: id }) } : undefined
    },
    renderError,
  })
  // Makes the provider use the forwarded scheme and host, which `createProviderHandler` sets from PUBLIC_URL.
  provider.proxy = true
  provider.Client.prototype.compareClientSecret = function compareClientSecret(secret) {
    return verifyClientSecret({ orm, secrets }, { clientId: this.clientId, digest: this.clientSecret ?? '' }, secret)
  }
  prefixTokens(provider.AccessToken, accessTokenPrefix)
  prefixTokens(provider.RefreshToken, refreshTokenPrefix)
  return provider
}

function createCookieOptions(keyring: Keyring, { prefix, isSecure }: OAuthAddresses): Configuration['cookies'] {
  const common = { httpOnly: true, sameSite: 'lax', secure: isSecure, signed: true } as const
  return {
    keys: keyring.keys('oauth-cookie').map(({ key }) => key.toString('base64url')),
    names: { session: 'tack_oauth', interaction: 'tack_interaction', resume: 'tack_resume' },
    // The provider limits short cookies to the path of their interaction.
    long: { ...common, path: `${prefix}/oauth/authorize` },
    short: common,
  }
}

/** Adds a prefix to the tokens, so that secret scanners recognise a leaked one. */
function prefixTokens({ prototype }: { prototype: object }, prefix: string): void {
  const model = prototype as { generateTokenId(): string }
  const generateRandomId = model.generateTokenId
  model.generateTokenId = function generatePrefixedTokenId() {
    return prefix + generateRandomId.call(this)
  }
}
