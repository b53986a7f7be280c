import { InvalidToken } from '../access/failures.ts'
import { newId } from '../base/ids.ts'
import type { Rule } from '../base/limits/rule.ts'
import { comparePassword, hashPassword } from '../base/passwords.ts'
import { onViolation } from '../database/unique.ts'
import type { Context } from '../graphql/context.ts'
import type { Throttle } from '../graphql/throttle.ts'
import { Account, emailKeyOf } from './account.ts'
import type { ChangePasswordArgs, LoginArgs, RegisterArgs } from './args.ts'
import type { AuthResponse } from './auth.response.ts'
import { EmailTaken, InvalidCredentials } from './failures.ts'
import type { Sessions } from './sessions.ts'
import type { LoginThrottle } from './throttle.ts'

/** Accounts one network may open. */
const registrations: Rule = { limit: 5, seconds: 3600 }

export class Accounts {
  readonly #throttle: Throttle
  readonly #loginThrottle: LoginThrottle
  readonly #sessions: Sessions

  constructor(throttle: Throttle, loginThrottle: LoginThrottle, sessions: Sessions) {
    this.#throttle = throttle
    this.#loginThrottle = loginThrottle
    this.#sessions = sessions
  }

  /** Opens an account and logs in. The unique index decides who was first; the second gets `EmailTaken`. */
  async register(context: Context, { name, email, password }: RegisterArgs): Promise<AuthResponse> {
    await this.#throttle.takeOfNetwork(context, 'register', registrations)
    const { em } = context
    const now = context.now()
    const account = em.create(Account, {
      id: newId('acc', now),
      name: name.trim(),
      email: email.trim(),
      emailKey: emailKeyOf(email),
      passwordHash: await hashPassword(password),
      tokenVersion: 0,
      role: 'user',
      createdAt: now,
    })
    await onViolation(
      'account_email_key_unique',
      () => em.transactional(async (inner) => void inner.persist(account)),
      (cause) => new EmailTaken(cause),
    )
    return this.#loggedIn(account)
  }

  /** Logs in. Throws what `authenticate` throws. */
  async login(context: Context, wish: LoginArgs): Promise<AuthResponse> {
    return this.#loggedIn(await this.authenticate(context, wish))
  }

  /**
   * The account of an address and its password, in whichever way it asks to come in. Throws `InvalidCredentials`: an
   * unknown address and a wrong password give the same answer after the same work. Throws `RateLimited` after too many
   * of them, without the work.
   */
  authenticate(context: Context, { email, password }: LoginArgs): Promise<Account> {
    return this.#loginThrottle.attempt(context, email, async () => {
      const { em } = context
      // An earlier mutation of the same request may have read it, and another may have changed it since.
      const options = { populate: ['passwordHash'], refresh: true } as const
      const account = await em.findOne(Account, { emailKey: emailKeyOf(email) }, options)
      const { matches, renewed } = await comparePassword(account?.passwordHash ?? null, password)
      if (!account || !matches) throw new InvalidCredentials()
      if (renewed) {
        // A password changed in the meantime stays changed.
        const renew = 'update account set password_hash = ? where id = ? and password_hash = ?'
        await em.execute(renew, [renewed, account.id, account.passwordHash])
      }
      return account
    })
  }

  /**
   * Changes the caller's password, ends every session of before and begins a new one. Throws `InvalidCredentials` when
   * the current password is another, and `InvalidToken` when a change or a logout came between: of two changes at once
   * one is made.
   */
  async changePassword(context: Context, { currentPassword, newPassword }: ChangePasswordArgs): Promise<AuthResponse> {
    const { email } = await this.me(context)
    // By the door of the login, so that guesses count as guesses here too.
    const account = await this.authenticate(context, { email, password: currentPassword })
    const change = `update account set password_hash = ?, token_version = token_version + 1
                     where id = ? and token_version = ? returning token_version`
    const values = [await hashPassword(newPassword), account.id, account.tokenVersion]
    const [changed] = await context.em.execute<{ token_version: number }[]>(change, values)
    if (!changed) throw new InvalidToken()
    return this.#loggedIn(account, changed.token_version)
  }

  /** Ends every session of the caller, the one it comes with included. */
  async logout(context: Context): Promise<void> {
    const { accountId } = context
    await context.em.execute('update account set token_version = token_version + 1 where id = ?', [accountId])
  }

  /** The caller's own profile. */
  async me(context: Context): Promise<Account> {
    const { accountId } = context
    // A credential that outlived its account proves nothing any more.
    return context.em.findOneOrFail(Account, { id: accountId }, { failHandler: () => new InvalidToken() })
  }

  #loggedIn(account: Account, tokenVersion = account.tokenVersion): AuthResponse {
    return { token: this.#sessions.issue(account.id, tokenVersion), user: account }
  }
}
