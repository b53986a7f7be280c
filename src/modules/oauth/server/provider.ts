import { type Configuration, errors, interactionPolicy, type KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { Orm } from '../../../platform/database/database.ts'
import type { Clock } from '../../../platform/shared/clock.ts'
import type { Keyring } from '../../../platform/shared/keyring.ts'
import { type ClientSecrets, verifyClientSecret } from '../apps/oauth-clients.ts'
import { renderError } from './error-responses.ts'
import type { OAuthAddresses } from './oauth-addresses.ts'
import { OAuthRecordStore } from './oauth-record-store.ts'
import { accessTokenPrefix, refreshTokenPrefix } from './oauth-token-reader.ts'
import { createAdapterFactory } from './provider-adapter.ts'
import { providerConfig } from './provider-config.ts'

const { Check, base } = interactionPolicy

/**
 * When a person is asked: always, for login and for consent, as the provider's own rules have it where it keeps no
 * sessions. Before that the scopes are judged: some must be asked for (RFC 6749, 3.3), and only those of the application,
 * also of one that has none, which the provider would let ask for all. It has dropped those that do not exist by then.
 */
export function createPromptPolicy() {
  const policy = base()
  policy.get('login')?.checks.add(
    new Check('scope', 'the scope must be one of the application', (ctx) => {
      validateScopes(ctx)
      return Check.NO_NEED_TO_PROMPT
    }),
  )
  return policy
}

function validateScopes({ oidc: { client, requestParamScopes } }: KoaContextWithOIDC): void {
  if (requestParamScopes.size === 0) throw new errors.InvalidScope('scope must be given', '')
  const allowed = new Set(client?.scope?.split(' '))
  const unknown = [...requestParamScopes].find((scope) => !allowed.has(scope))
  if (unknown !== undefined) throw new errors.InvalidScope('requested scope is not allowed', unknown)
}

export interface ProviderDependencies {
  readonly orm: Orm
  readonly clock: Clock
  readonly keyring: Keyring
  readonly secrets: ClientSecrets
  readonly addresses: OAuthAddresses
}

/** The authorization server: oidc-provider with every choice said aloud, since its defaults are for OpenID Connect. */
export function createProvider({ orm, clock, keyring, secrets, addresses }: ProviderDependencies): Provider {
  const provider = new Provider(addresses.issuer, {
    ...providerConfig,
    adapter: createAdapterFactory(orm, new OAuthRecordStore(orm, clock)),
    cookies: createCookieOptions(keyring, addresses),
    interactions: { policy: createPromptPolicy(), url: (_ctx, { uid }) => addresses.interactionUrl(uid) },
    findAccount: async (_ctx, id) => {
      const [row] = await orm.em.fork().execute('select 1 from account where id = ?', [id])
      return row && { accountId: id, claims: () => ({ sub: id }) }
    },
    renderError,
  })
  // It then believes the forwarded scheme and host, which the mount sets to those of PUBLIC_URL on every request.
  provider.proxy = true
  provider.Client.prototype.compareClientSecret = function compare(secret) {
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
    // The provider gives the short ones the path of the one interaction they belong to.
    long: { ...common, path: `${prefix}/oauth/authorize` },
    short: common,
  }
}

/** Tokens begin with letters of their own, so that a leaked one is recognised by whoever scans for such. */
function prefixTokens({ prototype }: { prototype: object }, prefix: string): void {
  const model = prototype as { generateTokenId(): string }
  const generateRandomId = model.generateTokenId
  model.generateTokenId = function marked() {
    return prefix + generateRandomId.call(this)
  }
}
