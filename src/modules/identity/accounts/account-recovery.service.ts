import type { ChangedPassword, TransactionHook } from '../../../platform/events/transaction-hook.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { hashingCallerOf, type Throttle } from '../../../platform/graphql/request-limits.ts'
import type { RateLimitRule } from '../../../platform/rate-limiting/rate-limit.ts'
import { toNetwork } from '../../../platform/shared/ip-address.ts'
import { hashPassword } from '../../../platform/shared/password-hashing.ts'
import { digestSecret } from '../../../platform/shared/secret-digest.ts'
import { callerLanguage } from '../../../platform/web/language.ts'
import { type AuthResponse, normalizeEmail } from './account.entity.ts'
import type { ResetPasswordArgs } from './account.inputs.ts'
import type { AccountService } from './account.service.ts'
import { hasSecondFactor } from './accounts.queries.ts'
import type { AccountMails } from './mails/account-mails.ts'
import { AccountToken, type TokenPurpose } from './mails/account-token.entity.ts'
import { consumeAccountToken, findAccountToken } from './mails/account-tokens.ts'
import { chargeMail } from './mails/mail-limits.ts'
import { assertPasswordLogin } from './own-account.ts'
import type { SignInService } from './second-factors/sign-in.service.ts'
import type { SessionService } from './sessions/session.service.ts'

/** How many mails one network may request, for all addresses. */
const networkRule: RateLimitRule = { limit: 20, seconds: 3600 }

interface AccountRecoveryDependencies {
  readonly throttle: Throttle
  readonly accountService: AccountService
  readonly accountMails: AccountMails
  readonly sessionService: SessionService
  readonly signInService: SignInService
  readonly passwordChanged: TransactionHook<ChangedPassword>
}

/** A link of a mail that can be used. */
export interface MailLink {
  /** The address to which it was sent. */
  readonly email: string
  /** Whether the account has a second factor, which a new password needs. */
  readonly needsCode: boolean
}

/** What the owner of an e-mail address can do with it: verify it, and choose a new password. */
export class AccountRecoveryService {
  constructor(private readonly dependencies: AccountRecoveryDependencies) {}

  /**
   * Sends a link to the address, if it has an account. Without an account, the answer, its time and its statements are
   * the same. Throws `RateLimited`.
   */
  async requestPasswordReset(context: RequestContext, email: string): Promise<void> {
    assertPasswordLogin(context)
    const emailKey = normalizeEmail(email)
    await this.chargeMail(context, emailKey)
    const { accountMails } = this.dependencies
    const order = { data: { emailKey }, language: callerLanguage(context) }
    await context.em.transactional((em) => accountMails.sendPasswordReset(em, order))
  }

  /**
   * Sets the password with the token of a mail, ends all sessions and, by its arguments, grants and API keys, and logs
   * in. A caller with the token can read mails to the address, so the address is then verified. If the address was not
   * verified before, existing grants and API keys may belong to a stranger, so they always end. Throws
   * `MailLinkInvalid`, and the errors of `SignInService.proveForReset`.
   */
  async resetPassword(
    context: RequestContext,
    { token, newPassword, endGrants, revokeApiKeys, code }: ResetPasswordArgs,
  ): Promise<AuthResponse> {
    assertPasswordLogin(context)
    const { sessionService, signInService, passwordChanged } = this.dependencies
    const now = context.now()
    // A guessed token is not worth a hash.
    const { account: owner } = await findAccountToken(context.em, ['password_reset'], token, now)
    // Who reads the mails of somebody else must not get at an account that has a second factor.
    const factors = await signInService.proveForReset(context, owner.id, code)
    const passwordHash = await hashPassword(hashingCallerOf(context), newPassword)
    const account = await context.em.transactional(async (em) => {
      const found = (await consumeAccountToken(em, ['password_reset'], token, now)).account
      const isFirstProof = found.emailVerifiedAt === null
      found.passwordHash = passwordHash
      found.tokenVersion++
      found.emailVerifiedAt ??= now
      await em.flush()
      await sessionService.endAll(em, context, found.id)
      const [ended, revoked] = [endGrants || isFirstProof, revokeApiKeys || isFirstProof]
      await passwordChanged.run(em, { accountId: found.id, endGrants: ended, revokeApiKeys: revoked, at: now })
      return found
    })
    return sessionService.open(context, account, ['email_link', ...factors])
  }

  /** Sends a link to the address of the caller, unless it is verified. Throws `RateLimited`. */
  async requestEmailVerification(context: RequestContext): Promise<void> {
    const { accountService, accountMails } = this.dependencies
    const { id, emailKey, emailVerifiedAt } = await accountService.me(context)
    if (emailVerifiedAt !== null) return
    await this.chargeMail(context, emailKey)
    const order = { data: { accountId: id }, language: callerLanguage(context) }
    await context.em.transactional((em) => accountMails.sendEmailVerification(em, order))
  }

  /** What the page of a link needs; null when the link cannot be used. */
  async findLink(context: RequestContext, purposes: readonly TokenPurpose[], token: string): Promise<MailLink | null> {
    const { em } = context
    const where = { digest: digestSecret(token), purpose: { $in: [...purposes] }, expiresAt: { $gt: context.now() } }
    const found = await em.findOne(AccountToken, where, { populate: ['account'] })
    if (!found) return null
    const { id, email } = found.account.getEntity()
    const needsCode = found.purpose === 'password_reset' && (await hasSecondFactor(em, id))
    return { email, needsCode }
  }

  private async chargeMail(context: RequestContext, emailKey: string): Promise<void> {
    const network = toNetwork(context.request.address)
    const ofNetwork = { name: 'mail-network', key: network, rule: networkRule }
    await chargeMail(this.dependencies.throttle, context, emailKey, ofNetwork)
  }
}
