import { accountOf } from '../access/admit.ts'
import { InvalidToken } from '../access/failures.ts'
import { newId } from '../base/ids.ts'
import { hashPassword, verifyPassword } from '../base/passwords.ts'
import { onViolation } from '../database/unique.ts'
import type { Context } from '../graphql/context.ts'
import { Account, emailKeyOf } from './account.ts'
import type { LoginArgs, RegisterArgs } from './args.ts'
import type { AuthResponse } from './auth.response.ts'
import { EmailTaken, InvalidCredentials } from './failures.ts'
import { Sessions } from './sessions.ts'

export class Accounts {
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
  }

  /** Opens an account and logs in. The unique index decides who was first; the second gets `EmailTaken`. */
  async register({ name, email, password }: RegisterArgs): Promise<AuthResponse> {
    const { em } = this.#context
    const now = this.#context.now()
    const account = em.create(Account, {
      id: newId('acc', now),
      name: name.trim(),
      email: email.trim(),
      emailKey: emailKeyOf(email),
      passwordHash: await hashPassword(password),
      role: 'user',
      createdAt: now,
    })
    await onViolation(
      'account_email_key_unique',
      () => em.transactional(async (inner) => void inner.persist(account)),
      (cause) => new EmailTaken(cause),
    )
    return this.#authenticated(account)
  }

  /** Logs in. Throws what `authenticate` throws. */
  async login(wish: LoginArgs): Promise<AuthResponse> {
    return this.#authenticated(await this.authenticate(wish))
  }

  /**
   * The account of an address and its password, in whichever way it asks to come in. Throws `InvalidCredentials`: an
   * unknown address and a wrong password give the same answer after the same work.
   */
  async authenticate({ email, password }: LoginArgs): Promise<Account> {
    const { em } = this.#context
    const account = await em.findOne(Account, { emailKey: emailKeyOf(email) }, { populate: ['passwordHash'] })
    const matches = await verifyPassword(account?.passwordHash ?? null, password)
    if (!account || !matches) throw new InvalidCredentials()
    return account
  }

  /** The caller's own profile. */
  async me(): Promise<Account> {
    const { accountId } = accountOf(this.#context.caller)
    // A token that outlived its account proves nothing any more.
    return this.#context.em.findOneOrFail(Account, { id: accountId }, { failHandler: () => new InvalidToken() })
  }

  #authenticated(account: Account): AuthResponse {
    return { token: this.#context.part(Sessions).issue(account.id), user: account }
  }
}
