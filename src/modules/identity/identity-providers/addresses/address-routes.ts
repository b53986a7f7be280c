import type { OidcProvider } from '../../../../config/oidc.ts'
import { type PageAnswer, type PageRoute, type PageVisit, readField } from '../../accounts/index.ts'
import type { IdentityLoginService } from '../identity-login.service.ts'
import type { LoginCompletion } from '../login-completion.ts'
import type { PendingAddress, PendingLogins } from '../pending-logins.ts'
import { addressPage } from '../provider-pages.ts'
import type { AddressMails } from './address-mails.ts'

interface AddressPageDependencies {
  readonly identityLogin: IdentityLoginService
  readonly addressMails: AddressMails
}

/**
 * The page of the link that proves the address of a person, of whom the provider does not say it. It counts in the browser in which
 * the login began only: otherwise a stranger could write the address of somebody else at the provider, and their click would give the
 * stranger an account with it.
 */
export function createAddressPage(
  provider: OidcProvider,
  pendingLogins: PendingLogins,
  completion: LoginCompletion,
  { identityLogin, addressMails }: AddressPageDependencies,
): PageRoute {
  return {
    url: `/account/oidc/${provider.id}/address`,
    show: async (visit) => {
      const token = visit.query('token')
      const pending = find(visit, token)
      if (!pending) return completion.endPage(visit, 'elsewhere')
      return addressPage(visit.form(), { name: provider.name, email: pending.email, linkToken: token })
    },
    submit,
  }

  async function submit(visit: PageVisit): Promise<PageAnswer> {
    const pending = find(visit, readField(visit.request, 'link'))
    if (!pending) return completion.endPage(visit, 'elsewhere')
    pendingLogins.forgetAddress(visit)
    const person = { ...pending.person, isEmailVerified: true }
    const login = await identityLogin.logIn(visit.request.context, provider, person)
    return completion.goOn(visit, login, person, pending)
  }

  /** The login of this browser for which the link was sent. */
  function find(visit: PageVisit, token: string): PendingAddress | undefined {
    const pending = pendingLogins.findAddress(visit, provider.id)
    return pending && addressMails.isTokenOf(pending.proofId, token) ? pending : undefined
  }
}
