import { InvalidToken } from '../../platform/auth/auth.errors.ts'
import { mapUniqueViolation } from '../../platform/database/database.errors.ts'
import type { RequestContext } from '../../platform/graphql/request-context.ts'
import type { Throttle } from '../../platform/graphql/request-limits.ts'
import type { RateLimitRule } from '../../platform/rate-limiting/rate-limit.ts'
import { newId } from '../../platform/shared/ids.ts'
import { hashPassword, verifyAndRehashPassword } from '../../platform/shared/password-hashing.ts'
import { Account, type AuthResponse, normalizeEmail } from './account.entity.ts'
import { EmailTaken, InvalidCredentials } from './account.errors.ts'
import type { ChangePasswordArgs, LoginArgs, RegisterArgs } from './account.inputs.ts'
import type { LoginThrottle } from './login-throttle.ts'
import type { SessionTokens } from './session-tokens.ts'

/** Accounts one network may open. */
const registrationRule: RateLimitRule = { limit: 5, seconds: 3600 }

export class AccountService {
  readonly #throttle: Throttle
  readonly #loginThrottle: LoginThrottle
  readonly #sessionTokens: SessionTokens

  constructor(throttle: Throttle, loginThrottle: LoginThrottle, sessionTokens: SessionTokens) {
    this.#throttle = throttle
    this.#loginThrottle = loginThrottle
    this.#sessionTokens = sessionTokens
  }

  /** Opens an account and logs in. The unique index decides who was first; the second gets `EmailTaken`. */
  async register(context: RequestContext, { name, email, password }: RegisterArgs): Promise<AuthResponse> {
    await this.#throttle.chargeNetwork(context, 'register', registrationRule)
    const { em } = context
    const now = context.now()
    const account = em.create(Account, {
      id: newId('acc', now),
      name: name.trim(),
      email: email.trim(),
      emailKey: normalizeEmail(email),
      passwordHash: await hashPassword(password),
      tokenVersion: 0,
      role: 'user',
      createdAt: now,
    })
    await mapUniqueViolation(
      'account_email_key_unique',
      () => em.transactional(async (inner) => void inner.persist(account)),
      (cause) => new EmailTaken(cause),
    )
    return this.#toAuthResponse(account)
  }

  /** Logs in. Throws what `authenticate` throws. */
  async login(context: RequestContext, input: LoginArgs): Promise<AuthResponse> {
    return this.#toAuthResponse(await this.authenticate(context, input))
  }

  /**
   * The account of an address and its password, in whichever way it asks to come in. Throws `InvalidCredentials`: an
   * unknown address and a wrong password give the same answer after the same work. Throws `RateLimited` after too many
   * of them, without the work.
   */
  authenticate(context: RequestContext, { email, password }: LoginArgs): Promise<Account> {
    return this.#loginThrottle.attempt(context, email, async () => {
      const { em } = context
      // An earlier mutation of the same request may have read it, and another may have changed it since.
      const options = { populate: ['passwordHash'], refresh: true } as const
      const account = await em.findOne(Account, { emailKey: normalizeEmail(email) }, options)
      const { matches, rehashed: renewed } = await verifyAndRehashPassword(account?.passwordHash ?? null, password)
      if (!account || !matches) throw new InvalidCredentials()
      if (renewed) {
        // A password changed in the meantime stays changed.
        const renewSql = 'update account set password_hash = ? where id = ? and password_hash = ?'
        await em.execute(renewSql, [renewed, account.id, account.passwordHash])
      }
      return account
    })
  }

  /**
   * Changes the caller's password, ends every session of before and begins a new one. Throws `InvalidCredentials` when
   * the current password is another, and `InvalidToken` when a change or a logout came between: of two changes at once
   * one is made.
   */
  async changePassword(
    context: RequestContext,
    { currentPassword, newPassword }: ChangePasswordArgs,
  ): Promise<AuthResponse> {
    const { email } = await this.me(context)
    // By the door of the login, so that guesses count as guesses here too.
    const account = await this.authenticate(context, { email, password: currentPassword })
    const changeSql = `update account set password_hash = ?, token_version = token_version + 1
                     where id = ? and token_version = ? returning token_version`
    const values = [await hashPassword(newPassword), account.id, account.tokenVersion]
    const [changed] = await context.em.execute<{ token_version: number }[]>(changeSql, values)
    if (!changed) throw new InvalidToken()
    return this.#toAuthResponse(account, changed.token_version)
  }

  /** Ends every session of the caller, the one it comes with included. */
  async logout(context: RequestContext): Promise<void> {
    const { accountId } = context
    await context.em.execute('update account set token_version = token_version + 1 where id = ?', [accountId])
  }

  /** The caller's own profile. */
  async me(context: RequestContext): Promise<Account> {
    const { accountId } = context
    // A credential that outlived its account proves nothing any more.
    return context.em.findOneOrFail(Account, { id: accountId }, { failHandler: () => new InvalidToken() })
  }

  #toAuthResponse(account: Account, tokenVersion = account.tokenVersion): AuthResponse {
    return { token: this.#sessionTokens.issue(account.id, tokenVersion), user: account }
  }
}
