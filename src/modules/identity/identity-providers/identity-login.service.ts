import { LockMode } from '@mikro-orm/postgresql'
import type { OidcProvider } from '../../../config/oidc.ts'
import { isUniqueViolation } from '../../../platform/database/database.errors.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { Account, AccountIdentity, type AccountService, type FirstProof, normalizeEmail } from '../accounts/index.ts'
import { describeIdentity } from './identities/identity.service.ts'
import type { ProviderPerson } from './provider-person.ts'

/** Why a person whom the provider knows cannot log in here. */
export type LoginObstacle = 'domain' | 'noEmail' | 'noAccount' | 'taken' | 'unverified'

export type IdentityLogin =
  | {
      readonly kind: 'known'
      readonly account: Account
      readonly identity: AccountIdentity
      /** Whether this login is the first proof of the address of the account. */
      readonly isFirstProof?: true
    }
  /**
   * An account has the address, and its password connects it with the person. If nobody has proved the address yet (`isUnproven`),
   * the person can also begin anew (`claim`).
   */
  | { readonly kind: 'connectable'; readonly email: string; readonly isUnproven: boolean }
  /** Nobody has the address, and nobody says that it belongs to the person. */
  | { readonly kind: 'unverified'; readonly email: string }
  | { readonly kind: 'obstacle'; readonly obstacle: LoginObstacle }

const maxAttempts = 3

/**
 * Finds or creates the account of a person whom a provider has named. The issuer and the subject decide alone: addresses
 * change their owners, and some providers let people write any address. docs/decisions/identity-providers.md
 */
export class IdentityLoginService {
  constructor(
    private readonly accountService: Pick<AccountService, 'createForPerson'>,
    private readonly firstProof: FirstProof,
  ) {}

  logIn(context: RequestContext, provider: OidcProvider, person: ProviderPerson): Promise<IdentityLogin> {
    return repeatOnConflict(context, () => this.attemptLogin(context, provider, person))
  }

  /**
   * Gives the person, whose address is verified, the account that has this address and that nobody has proved to own. Whoever
   * registered it may be somebody else, so all that gave access to it ends, the password too.
   */
  claim(context: RequestContext, provider: OidcProvider, person: ProviderPerson): Promise<IdentityLogin> {
    return repeatOnConflict(context, () =>
      context.em.transactional(async (em): Promise<IdentityLogin> => {
        const where = { emailKey: normalizeEmail(person.email ?? ''), emailVerifiedAt: null }
        const { id } = (await em.findOne(Account, where, { fields: ['id'], disableIdentityMap: true })) ?? {}
        if (id === undefined) return { kind: 'obstacle', obstacle: 'taken' }
        await this.firstProof.lock(em, id)
        const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const
        const account = await em.findOne(Account, { id, ...where }, lock)
        if (!account) return { kind: 'obstacle', obstacle: 'taken' }
        account.passwordHash = null
        const identity = em.create(AccountIdentity, describeIdentity(context, account, provider, person))
        await em.persist(identity).flush()
        await this.firstProof.record(em, account, { at: context.now(), identityId: identity.id })
        return { kind: 'known', account, identity, isFirstProof: true }
      }),
    )
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
      const account = identity.account.getEntity()
      // Who logs in with what the account has had before shows more than the address, so nothing ends.
      const provesAddress = email !== null && normalizeEmail(email) === account.emailKey && isVerified(provider, person)
      if (provesAddress) account.emailVerifiedAt ??= context.now()
      identity.email = email
      identity.providerName = provider.name
      identity.lastLoginAt = context.now()
      await em.flush()
      return { kind: 'known', account, identity }
    }
    if (email === null) return { kind: 'obstacle', obstacle: 'noEmail' }
    if (owner) return this.enterOwned(context, provider, person, owner)
    if (!provider.createsAccounts) return { kind: 'obstacle', obstacle: 'noAccount' }
    if (isVerified(provider, person)) return this.create(context, provider, { ...person, email })
    // Without a mail server nobody but the provider can verify the address.
    if (context.settings.smtp === undefined) return { kind: 'obstacle', obstacle: 'unverified' }
    return { kind: 'unverified', email }
  }

  /** A person without an identity here, whose address has an account. */
  private async enterOwned(
    context: RequestContext,
    provider: OidcProvider,
    person: ProviderPerson,
    owner: Account,
  ): Promise<IdentityLogin> {
    const { email } = owner
    const isUnproven = owner.emailVerifiedAt === null
    const mayConnect = isVerified(provider, person) && (!isUnproven || provider.createsAccounts)
    if (mayConnect && owner.passwordHash !== null) return { kind: 'connectable', email, isUnproven }
    if (mayConnect && isUnproven) return this.claim(context, provider, person)
    return { kind: 'obstacle', obstacle: 'taken' }
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
      { email, name: name ?? email.slice(0, email.indexOf('@')) },
      async (em, account) => {
        const identity = em.create(AccountIdentity, describeIdentity(context, account, provider, person))
        await em.persist(identity).flush()
        return identity
      },
    )
    return { kind: 'known', account: created.account, identity: created.related }
  }
}

/** Two tabs that create the same account at once: the second attempt finds it. */
async function repeatOnConflict<T>({ em }: RequestContext, attempt: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt()
    } catch (error) {
      if (!isUniqueViolation(error) || attempts === maxAttempts) throw error
      em.clear()
    }
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
