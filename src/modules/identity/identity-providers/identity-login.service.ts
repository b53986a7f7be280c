import type { OidcProvider } from '../../../config/oidc.ts'
import { isUniqueViolation } from '../../../platform/database/database.errors.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { Account, AccountIdentity, type AccountService, normalizeEmail } from '../accounts/index.ts'
import { describeIdentity } from './identities/identity.service.ts'
import type { ProviderPerson } from './provider-person.ts'

/** Why a person whom the provider knows cannot log in here. */
export type LoginObstacle = 'domain' | 'noEmail' | 'noAccount' | 'taken'

export type IdentityLogin =
  | { readonly kind: 'known'; readonly account: Account; readonly identity: AccountIdentity }
  /** An account has the address, and its password connects it with the person. */
  | { readonly kind: 'connectable'; readonly email: string }
  | { readonly kind: 'obstacle'; readonly obstacle: LoginObstacle }

const maxAttempts = 3

/**
 * Finds or creates the account of a person whom a provider has named. The issuer and the subject decide alone: addresses
 * change their owners, and some providers let people write any address. docs/decisions/identity-providers.md
 */
export class IdentityLoginService {
  constructor(private readonly accountService: Pick<AccountService, 'createForPerson'>) {}

  async logIn(context: RequestContext, provider: OidcProvider, person: ProviderPerson): Promise<IdentityLogin> {
    for (let attempts = 1; ; attempts++) {
      try {
        return await this.attemptLogin(context, provider, person)
      } catch (error) {
        // Two tabs that create the same account at once: the second attempt finds it.
        if (!isUniqueViolation(error) || attempts === maxAttempts) throw error
        context.em.clear()
      }
    }
  }

  /** Whether the person is one of the caller's, who may log in. */
  async isOwnPerson(
    { em, accountId }: RequestContext,
    provider: OidcProvider,
    person: ProviderPerson,
  ): Promise<boolean> {
    const { issuer, subject } = person
    if (!hasAllowedDomain(provider, person)) return false
    return (await em.count(AccountIdentity, { issuer, subject, account: accountId })) > 0
  }

  private async attemptLogin(
    context: RequestContext,
    provider: OidcProvider,
    person: ProviderPerson,
  ): Promise<IdentityLogin> {
    const { em } = context
    if (!hasAllowedDomain(provider, person)) return { kind: 'obstacle', obstacle: 'domain' }
    const { issuer, subject, email } = person
    // Before the identity: another tab that creates both meanwhile would leave an account without one.
    const owner = email === null ? null : await this.findOwner(context, email)
    const identity = await em.findOne(AccountIdentity, { issuer, subject }, { populate: ['account'], refresh: true })
    if (identity) {
      identity.email = email
      identity.providerName = provider.name
      identity.lastLoginAt = context.now()
      await em.flush()
      return { kind: 'known', account: identity.account.getEntity(), identity }
    }
    if (email === null) return { kind: 'obstacle', obstacle: 'noEmail' }
    if (owner) {
      const canConnect = isVerified(provider, person) && owner.emailVerifiedAt !== null && owner.passwordHash !== null
      return canConnect ? { kind: 'connectable', email: owner.email } : { kind: 'obstacle', obstacle: 'taken' }
    }
    if (!provider.createsAccounts) return { kind: 'obstacle', obstacle: 'noAccount' }
    return this.create(context, provider, { ...person, email })
  }

  private findOwner({ em }: RequestContext, email: string): Promise<Account | null> {
    return em.findOne(Account, { emailKey: normalizeEmail(email) }, { populate: ['passwordHash'], refresh: true })
  }

  private async create(
    context: RequestContext,
    provider: OidcProvider,
    person: ProviderPerson & { readonly email: string },
  ): Promise<IdentityLogin> {
    const { email, name } = person
    const created = await this.accountService.createForPerson(
      context,
      { email, name: name ?? email.slice(0, email.indexOf('@')), isEmailVerified: isVerified(provider, person) },
      async (em, account) => {
        const identity = em.create(AccountIdentity, describeIdentity(context, account, provider, person))
        await em.persist(identity).flush()
        return identity
      },
    )
    return { kind: 'known', account: created.account, identity: created.related }
  }
}

/** Whether the address belongs to the person, as far as the provider and the operator say. */
function isVerified({ trustsEmail }: OidcProvider, { isEmailVerified }: ProviderPerson): boolean {
  return isEmailVerified || trustsEmail
}

/** An address that is not verified could have any domain. */
function hasAllowedDomain(provider: OidcProvider, person: ProviderPerson): boolean {
  if (provider.allowedDomains === undefined) return true
  if (person.email === null || !isVerified(provider, person)) return false
  return provider.allowedDomains.includes(person.email.slice(person.email.lastIndexOf('@') + 1).toLowerCase())
}
