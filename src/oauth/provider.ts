import { type Configuration, Provider } from 'oidc-provider'
import type { Clock } from '../base/clock.ts'
import type { Keyring } from '../base/secrets.ts'
import type { Orm } from '../database/open.ts'
import { adapterFor } from './adapter.ts'
import type { OAuthAddresses } from './addresses.ts'
import type { ClientSecrets } from './client.secrets.ts'
import { holdsSecret } from './clients.ts'
import { renderError } from './errors.ts'
import { promptPolicy } from './policy.ts'
import { accessTokenPrefix, refreshTokenPrefix } from './reader.ts'
import { OAuthRecords } from './records.ts'
import { rules } from './rules.ts'

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
    ...rules,
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
    return holdsSecret({ orm, secrets }, { clientId: this.clientId, digest: this.clientSecret ?? '' }, secret)
  }
  mark(provider.AccessToken, accessTokenPrefix)
  mark(provider.RefreshToken, refreshTokenPrefix)
  return provider
}

function cookiesOf(keyring: Keyring, { prefix, isSecure }: OAuthAddresses): Configuration['cookies'] {
  const common = { httpOnly: true, sameSite: 'lax', secure: isSecure, signed: true } as const
  return {
    keys: keyring.ring('oauth-cookie').map(({ key }) => key.toString('base64url')),
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
