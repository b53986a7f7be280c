import { LockMode } from '@mikro-orm/postgresql'
import type { OidcProvider } from '../../../../config/oidc.ts'
import { InvalidToken } from '../../../../platform/auth/auth.errors.ts'
import { requireAccount } from '../../../../platform/auth/authorization.ts'
import { mapUniqueViolation } from '../../../../platform/database/database.errors.ts'
import type { EntityManager } from '../../../../platform/database/database.ts'
import type { AccessEnd } from '../../../../platform/events/access-endings.ts'
import type { SignInChange, TransactionHook } from '../../../../platform/events/transaction-hook.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import { newId } from '../../../../platform/shared/ids.ts'
import {
  Account,
  AccountIdentity,
  announceSignInChange,
  ProviderSession,
  type SessionService,
  type SignInMails,
} from '../../accounts/index.ts'
import type { ProviderPerson } from '../provider-person.ts'
import { IdentityNotFound, IdentityTaken, LastIdentity } from './identity.errors.ts'

interface IdentityServiceDependencies {
  readonly mails: SignInMails
  readonly signInChanged: TransactionHook<SignInChange>
  readonly sessionService: SessionService
}

/** The people at identity providers with whom accounts are connected. */
export class IdentityService {
  constructor(private readonly dependencies: IdentityServiceDependencies) {}

  /** The identities of the caller, the first one first. */
  list({ em, accountId }: RequestContext): Promise<AccountIdentity[]> {
    return em.find(AccountIdentity, { account: accountId }, { orderBy: { createdAt: 'asc', id: 'asc' } })
  }

  /**
   * Connects an account, whose owner has proved who they are, with a person. A person whom the account has already stays.
   * Throws `IdentityTaken` when another account has the person, and `InvalidToken` when what the owner has proved has ended
   * meanwhile.
   */
  async connect(
    context: RequestContext,
    account: Pick<Account, 'id'> & Partial<Pick<Account, 'tokenVersion'>>,
    provider: OidcProvider,
    person: ProviderPerson,
    { provesAddress = false } = {},
  ): Promise<AccountIdentity> {
    const { issuer, subject } = person
    const known = await context.em.findOne(AccountIdentity, { issuer, subject }, { refresh: true })
    if (known && known.account.id !== account.id) throw new IdentityTaken()
    if (known) return known
    return mapUniqueViolation(
      'account_identity_issuer_subject_unique',
      () =>
        context.em.transactional(async (em) => {
          const { id, tokenVersion } = account
          const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const
          const where = { id, ...(tokenVersion !== undefined && { tokenVersion }) }
          const owner = await em.findOneOrFail(Account, where, { ...lock, failHandler: () => new InvalidToken() })
          if (context.caller.kind === 'account') await context.caller.hold?.(em)
          if (provesAddress) owner.emailVerifiedAt ??= context.now()
          const identity = em.create(AccountIdentity, describeIdentity(context, account, provider, person))
          await em.persist(identity).flush()
          await announceSignInChange(this.dependencies, em, context, owner, toChange('added', provider.name))
          return identity
        }),
      () => new IdentityTaken(),
    )
  }

  /** Removes the identities of an account but the kept one, in the transaction of the cause. Returns their number. */
  removeAll(em: EntityManager, { accountId: account, kept }: AccessEnd): Promise<number> {
    return em.nativeDelete(AccountIdentity, { account, id: { $ne: kept?.identityId ?? '' } })
  }

  /** An identity that the caller could remove now, and their account. Throws like `remove`. */
  async findRemovable(
    { accountId, settings }: RequestContext,
    em: EntityManager,
    id: string,
    lock: { readonly lockMode?: LockMode.PESSIMISTIC_WRITE } = {},
  ): Promise<{ readonly account: Account; readonly identity: AccountIdentity }> {
    const options = { ...lock, populate: ['passwordHash'], refresh: true } as const
    const account = await em.findOneOrFail(Account, { id: accountId }, options)
    const identities = await em.find(AccountIdentity, { account: accountId }, { refresh: true })
    const identity = identities.find((each) => each.id === id)
    if (!identity) throw new IdentityNotFound()
    const hasPassword = account.passwordHash !== null && settings.oidc.allowsPasswords
    if (!hasPassword && identities.length === 1) throw new LastIdentity()
    return { account, identity }
  }

  /**
   * Removes an identity of the caller, and ends the sessions that it began but the caller's own one. Returns its id. Throws
   * `IdentityNotFound`, and `LastIdentity` when the account would have no way to log in.
   */
  async remove(context: RequestContext, id: string): Promise<string> {
    await context.em.transactional(async (em) => {
      // Of two removals at once, the second one sees what the first one has left.
      const lock = { lockMode: LockMode.PESSIMISTIC_WRITE } as const
      const { account, identity } = await this.findRemovable(context, em, id, lock)
      const begun = await em.find(ProviderSession, { identity: id }, { fields: ['session'] })
      em.remove(identity)
      await em.flush()
      const { sessionId } = requireAccount(context.caller)
      const ended = begun.map(({ session }) => session.id).filter((each) => each !== sessionId)
      await this.dependencies.sessionService.endSome(em, context, account.id, ended)
      await announceSignInChange(this.dependencies, em, context, account, toChange('removed', identity.providerName))
    })
    return id
  }
}

/** The values of a new identity. */
export function describeIdentity(
  context: RequestContext,
  account: Pick<Account, 'id'>,
  provider: OidcProvider,
  { issuer, subject, email }: ProviderPerson,
) {
  const now = context.now()
  const times = { createdAt: now, lastLoginAt: now }
  return { id: newId('idn', now), account: account.id, issuer, subject, email, providerName: provider.name, ...times }
}

function toChange(act: 'added' | 'removed', providerName: string) {
  const summary = `A login with ${providerName} was ${act}.`
  return { news: `identity_${act}`, type: `account.identity_${act}`, summary } as const
}
