import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import type { LogoutTarget } from '../accounts/index.ts'
import { goToProviderPage } from './identities/identity-pages.ts'
import type { IdentitySessions } from './identity-sessions.ts'
import type { ProviderClient } from './provider-client.ts'
import { ProviderMistaken, ProviderUnreachable } from './provider-fetch.ts'

/**
 * Where a person whose session a provider has begun logs out there too (OpenID Connect RP-Initiated Logout 1.0); null for other
 * people, and while the provider cannot say where.
 */
export async function findProviderLogout(
  context: RequestContext,
  { clients, sessions }: { readonly clients: readonly ProviderClient[]; readonly sessions: IdentitySessions },
): Promise<LogoutTarget | null> {
  const issuer = await sessions.findIssuer(context)
  const client = issuer && clients.find(({ provider }) => new URL(provider.issuer).href === new URL(issuer).href)
  if (!client) return null
  try {
    const address = await client.createLogoutUrl()
    if (address === null) return null
    return { address, showPage: (lang) => goToProviderPage(lang, client.provider.name, address, 'loggedOut') }
  } catch (error) {
    if (error instanceof ProviderUnreachable || error instanceof ProviderMistaken) return null
    throw error
  }
}
