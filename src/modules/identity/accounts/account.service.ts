import { InvalidToken } from '../../../platform/auth/auth.errors.ts'
import { requireAccount } from '../../../platform/auth/authorization.ts'
import { mapUniqueViolation } from '../../../platform/database/database.errors.ts'
import type { EntityManager } from '../../../platform/database/database.ts'
import { findReadOnlyByIds } from '../../../platform/database/read-only.ts'
import type { AccessEnd, AccessEndings } from '../../../platform/events/access-endings.ts'
import type { NewAccount, TransactionHook } from '../../../platform/events/transaction-hook.ts'
import { batchById, type RequestContext } from '../../../platform/graphql/request-context.ts'
import { hashingCallerOf, type Throttle } from '../../../platform/graphql/request-limits.ts'
import type { RateLimitRule } from '../../../platform/rate-limiting/rate-limit.ts'
import { InvalidParams } from '../../../platform/shared/general.errors.ts'
import { newId } from '../../../platform/shared/ids.ts'
import { hashPassword, verifyAndRehashPassword } from '../../../platform/shared/password-hashing.ts'
import { callerLanguage } from '../../../platform/web/language.ts'
import { Account, type AuthResponse, normalizeEmail } from './account.entity.ts'
import { AccountNotFound, EmailTaken, InvalidCredentials } from './account.errors.ts'
import type { ChangePasswordArgs, LoginArgs, NewPasswordArgs, RegisterInput } from './account.inputs.ts'
import { hasSecondFactor } from './accounts.queries.ts'
import type { LoginThrottle } from './login-throttle.ts'
import type { AccountMails } from './mails/account-mails.ts'
import type { SignInMails } from './mails/sign-in-mails.ts'
import { assertPasswordLogin, findOwnAccount } from './own-account.ts'
import type { ProofArgs } from './second-factors/second-factor.inputs.ts'
import type { SignInService } from './second-factors/sign-in.service.ts'
import type { Session } from './sessions/session.entity.ts'
import type { SessionService } from './sessions/session.service.ts'

/** Registrations per network. */
const registrationRule: RateLimitRule = { limit: 5, seconds: 3600 }

/** A person whom an identity provider has named. */
interface NewPerson {
  readonly name: string
  /** It is verified: by the provider, or by a mail. */
  readonly email: string
}

interface AccountOptions extends NewPerson {
  readonly passwordHash: string | null
  readonly isEmailVerified?: boolean
}

export class AccountService {
  constructor(
    private readonly throttle: Throttle,
    private readonly loginThrottle: LoginThrottle,
    private readonly sessionService: SessionService,
    private readonly signInService: SignInService,
    private readonly accountCreated: TransactionHook<NewAccount>,
    private readonly accessEndings: AccessEndings,
    private readonly accountMails: AccountMails,
    private readonly signInMails: SignInMails,
  ) {}

  /** Creates an account, sends the mail that verifies its address, and logs in. Throws `EmailTaken`, also if two requests register one address at the same time. */
  async register(context: RequestContext, { name, email, password }: RegisterInput): Promise<AuthResponse> {
    assertPasswordLogin(context)
    await this.throttle.chargeNetwork(context, 'register', registrationRule)
    const passwordHash = await hashPassword(hashingCallerOf(context), password)
    const account = await mapUniqueViolation(
      'account_email_key_unique',
      () => context.em.transactional((em) => this.create(context, em, { name, email, passwordHash })),
      (cause) => new EmailTaken(cause),
    )
    return this.signInService.open(context, { account, methods: ['password'] })
  }

  /**
   * Creates an account without a password for a person of an identity provider, and what belongs to it in the same
   * transaction. Throws a violation of a unique index if the address has an account.
   */
  createForPerson<T>(
    context: RequestContext,
    { name, email }: NewPerson,
    relate: (em: EntityManager, account: Account) => Promise<T>,
  ): Promise<{ readonly account: Account; readonly related: T }> {
    return context.em.transactional(async (em) => {
      const account = await this.create(context, em, { name, email, passwordHash: null, isEmailVerified: true })
      return { account, related: await relate(em, account) }
    })
  }

  private async create(
    context: RequestContext,
    em: EntityManager,
    { name, email, passwordHash, isEmailVerified = false }: AccountOptions,
  ): Promise<Account> {
    const language = callerLanguage(context)
    const now = context.now()
    const account = em.create(Account, {
      id: newId('acc', now),
      name: name.trim(),
      email: email.trim(),
      emailKey: normalizeEmail(email),
      passwordHash,
      tokenVersion: 0,
      role: 'user',
      emailVerifiedAt: isEmailVerified ? now : null,
      language,
      createdAt: now,
    })
    await em.persist(account).flush()
    await this.accountCreated.run(em, account)
    if (!isEmailVerified)
      await this.accountMails.sendEmailVerification(em, { data: { accountId: account.id }, language })
    return account
  }

  /** Logs in. Throws the errors of `authenticate`, and `SecondFactorRequired` when the account has one. */
  async login(context: RequestContext, input: LoginArgs): Promise<AuthResponse> {
    assertPasswordLogin(context)
    return this.signInService.open(context, { account: await this.authenticate(context, input), methods: ['password'] })
  }

  /**
   * The account of an e-mail address and its password. Throws `InvalidCredentials`: an unknown address and a wrong
   * password give the same answer in the same time. Throws `RateLimited` after too many attempts, without hashing.
   */
  authenticate(context: RequestContext, { email, password }: LoginArgs): Promise<Account> {
    return this.loginThrottle.attempt(context, email, async () => {
      const { em } = context
      // `refresh` replaces the values that an earlier mutation of the same request may have read.
      const options = { populate: ['passwordHash'], refresh: true } as const
      const account = await em.findOne(Account, { emailKey: normalizeEmail(email) }, options)
      const hash = account?.passwordHash ?? null
      const { matches, rehashed } = await verifyAndRehashPassword(hashingCallerOf(context), hash, password)
      if (!account || !matches) throw new InvalidCredentials()
      if (rehashed) {
        // The old hash in the filter keeps a password that was changed in the meantime.
        const { id, passwordHash } = account
        await em.nativeUpdate(Account, { id, passwordHash }, { passwordHash: rehashed })
      }
      return account
    })
  }

  /**
   * The account of the caller, whose password is checked once more before a change that cannot be taken back. Wrong
   * passwords count as login attempts. Throws the errors of `authenticate`.
   */
  async confirmPassword(context: RequestContext, password: string): Promise<Account> {
    const { email } = await this.me(context)
    return this.authenticate(context, { email, password })
  }

  /**
   * The account of the caller before a change that cannot be taken back. Its password is checked once more. Without a password,
   * the proof that the operation needs is enough (`stepUp`). Throws the errors of `authenticate`, and `InvalidParams` without the password.
   */
  async confirmOwner(context: RequestContext, password: string | null | undefined): Promise<Account> {
    if (!(await this.takesPassword(context))) return this.me(context)
    if (!password) throw InvalidParams.forField('password', 'is required')
    return this.confirmPassword(context, password)
  }

  /** Whether `confirmOwner` asks the caller for the password. */
  async takesPassword(context: RequestContext): Promise<boolean> {
    const { passwordHash } = await context.em.populate(await this.me(context), ['passwordHash'])
    return Boolean(passwordHash) && context.settings.oidc.allowsPasswords
  }

  /**
   * Proves once more who the caller is, by a code or the password, for what asks for it in the next 10 minutes. Throws `InvalidParams`
   * without exactly one of them, and for the password of an account with a second factor, which nothing weaker replaces. Throws
   * `PasswordLoginOff`, the errors of `confirmPassword` and of `SignInService.proveAgain`.
   */
  async proveIdentity(context: RequestContext, { code, password }: ProofArgs): Promise<Session> {
    if (code != null && password != null) throw InvalidParams.forField('password', 'must not be sent beside a code')
    if (code != null) return this.signInService.proveAgain(context, { code })
    if (password == null) throw InvalidParams.forField('code', 'is required, unless the password is sent')
    assertPasswordLogin(context)
    if (await hasSecondFactor(context.em, context.accountId))
      throw InvalidParams.forField('password', 'is no proof for an account with a second factor; send a code')
    await this.confirmPassword(context, password)
    return this.sessionService.recordProof(context, 'password')
  }

  /**
   * Changes the caller's password, ends all sessions and, by its arguments, grants and API keys. Returns a new session.
   * Throws `InvalidCredentials` if the current password is wrong, and `InvalidToken` after a concurrent change or logout: of two concurrent changes, one succeeds.
   */
  async changePassword(
    context: RequestContext,
    { currentPassword, newPassword, endGrants, revokeApiKeys }: ChangePasswordArgs,
  ): Promise<AuthResponse> {
    assertPasswordLogin(context)
    const account = await this.confirmPassword(context, currentPassword)
    const { id, tokenVersion } = account
    const passwordHash = await hashPassword(hashingCallerOf(context), newPassword)
    // The old version in the filter decides between concurrent changes.
    const nextVersion = tokenVersion + 1
    await context.em.transactional(async (em) => {
      const changes = { passwordHash, tokenVersion: nextVersion }
      const updatedCount = await em.nativeUpdate(Account, { id, tokenVersion }, changes)
      if (updatedCount === 0) throw new InvalidToken()
      await this.accessEndings.end(em, passwordEnd(id, { endGrants, revokeApiKeys }, context.now()))
      await this.signInMails.send(em, context, account, 'password_changed')
    })
    const { proof, lacksSecondFactor } = requireAccount(context.caller)
    const methods = proof?.methods ?? []
    // With a second factor, the password is less than what the session has proved, so it renews no proof.
    const provenAt = lacksSecondFactor ? context.now() : proof?.at
    return this.sessionService.open(context, account, methods, { tokenVersion: nextVersion, provenAt })
  }

  /** Ends all sessions of the caller, including the current one. */
  async logout(context: RequestContext): Promise<void> {
    await this.sessionService.logOut(context)
  }

  /** The caller's own profile. */
  async me(context: RequestContext): Promise<Account> {
    return findOwnAccount(context)
  }

  /** The caller's own profile by its id. Throws `AccountNotFound` for another id. */
  get(context: RequestContext, id: string): Promise<Account> {
    const where = { $and: [{ id }, { id: context.accountId }] }
    return context.em.findOneOrFail(Account, where, { failHandler: () => new AccountNotFound() })
  }
}

/** What ends with the former password, by the arguments of its change or reset. */
export function passwordEnd(
  accountId: string,
  { endGrants, revokeApiKeys }: Pick<NewPasswordArgs, 'endGrants' | 'revokeApiKeys'>,
  at: Date,
): AccessEnd {
  const moments = ['new_password', endGrants && 'grants_withdrawn', revokeApiKeys && 'keys_revoked'] as const
  const cause = 'the password was changed'
  return { accountId, moments: moments.filter((moment) => moment !== false), actor: accountId, cause, at }
}

/** The account with this id; null for a deleted account. */
export const loadAccount = batchById((context, ids) => findReadOnlyByIds(context, Account, ids))
