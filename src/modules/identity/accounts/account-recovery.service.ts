import type { AccessEndings } from '../../../platform/events/access-endings.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { hashingCallerOf, type Throttle } from '../../../platform/graphql/request-limits.ts'
import { hashPassword } from '../../../platform/shared/password-hashing.ts'
import { digestSecret } from '../../../platform/shared/secret-digest.ts'
import { callerLanguage } from '../../../platform/web/language.ts'
import { type AuthResponse, normalizeEmail } from './account.entity.ts'
import { MailLinkInvalid } from './account.errors.ts'
import type { ResetPasswordArgs } from './account.inputs.ts'
import { type AccountService, passwordEnd } from './account.service.ts'
import { hasSecondFactor, listSecondFactors } from './accounts.queries.ts'
import type { FirstProof } from './first-proof.ts'
import type { AccountMails } from './mails/account-mails.ts'
import { AccountToken, type TokenPurpose } from './mails/account-token.entity.ts'
import { consumeAccountToken, findAccountToken } from './mails/account-tokens.ts'
import { chargeMailOfNetwork } from './mails/mail-limits.ts'
import type { SignInMails } from './mails/sign-in-mails.ts'
import { assertPasswordLogin } from './own-account.ts'
import { CodeRequired } from './second-factors/second-factor.errors.ts'
import type { SignInService } from './second-factors/sign-in.service.ts'
import type { SessionService } from './sessions/session.service.ts'

interface AccountRecoveryDependencies {
  readonly throttle: Throttle
  readonly accountService: AccountService
  readonly accountMails: AccountMails
  readonly sessionService: SessionService
  readonly signInService: SignInService
  readonly accessEndings: AccessEndings
  readonly firstProof: FirstProof
  readonly signInMails: SignInMails
}

/** A link of a mail that can be used. */
export interface MailLink {
  /** The address to which it was sent. */
  readonly email: string
  readonly accountId: string
  /** Whether the account has a second factor, which a new password needs. */
  readonly needsCode: boolean
  /** Whether the account has an authenticator app. Without one, its codes are recovery codes. */
  readonly hasApp: boolean
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
    const { throttle, accountMails } = this.dependencies
    await chargeMailOfNetwork(throttle, context, emailKey)
    const order = { data: { emailKey }, language: callerLanguage(context) }
    await context.em.transactional((em) => accountMails.sendPasswordReset(em, order))
  }

  /**
   * Sets the password with the token of a mail, ends all sessions and, by its arguments, grants and API keys, and logs
   * in. A caller with the token can read mails to the address, so the address is then verified. If it was not verified before, this is its
   * `FirstProof`: everything from before ends, and no second factor is asked for. Throws `MailLinkInvalid`, and the errors of
   * `SignInService.proveForReset`.
   */
  async resetPassword(
    context: RequestContext,
    { token, newPassword, endGrants, revokeApiKeys, code }: ResetPasswordArgs,
  ): Promise<AuthResponse> {
    assertPasswordLogin(context)
    const { sessionService, signInService, accessEndings, firstProof, signInMails } = this.dependencies
    const now = context.now()
    // A guessed token is not worth a hash.
    const found = await findAccountToken(context.em, ['password_reset'], token, now)
    const owner = await found.account.loadOrFail({ refresh: true, failHandler: () => new MailLinkInvalid() })
    const isFirstProof = owner.emailVerifiedAt === null
    // Who reads the mails of somebody else must not get at an account that has a second factor.
    const factors = isFirstProof ? [] : await signInService.proveForReset(context, owner.id, code)
    const passwordHash = await hashPassword(hashingCallerOf(context), newPassword)
    const account = await context.em.transactional(async (em) => {
      if (isFirstProof) await firstProof.lock(em, owner.id)
      const found = (await consumeAccountToken(em, ['password_reset'], token, now)).account
      found.passwordHash = passwordHash
      await signInMails.send(em, context, found, 'password_changed')
      if (found.emailVerifiedAt === null) {
        await firstProof.record(em, found, { at: now })
        return found
      }
      // Somebody with a login has verified the address meanwhile, so the second factor counts.
      if (isFirstProof && (await hasSecondFactor(em, found.id))) throw new CodeRequired()
      found.tokenVersion++
      await em.flush()
      await accessEndings.end(em, passwordEnd(found.id, { endGrants, revokeApiKeys }, now))
      return found
    })
    return sessionService.open(context, account, ['email_link', ...factors])
  }

  /** Sends a link to the address of the caller, unless it is verified. Throws `RateLimited`. */
  async requestEmailVerification(context: RequestContext): Promise<void> {
    const { throttle, accountService, accountMails } = this.dependencies
    const { id, emailKey, emailVerifiedAt } = await accountService.me(context)
    if (emailVerifiedAt !== null) return
    await chargeMailOfNetwork(throttle, context, emailKey)
    const order = { data: { accountId: id }, language: callerLanguage(context) }
    await context.em.transactional((em) => accountMails.sendEmailVerification(em, order))
  }

  /** What the page of a link needs; null when the link cannot be used. */
  async findLink(context: RequestContext, purposes: readonly TokenPurpose[], token: string): Promise<MailLink | null> {
    const { em } = context
    const where = { digest: digestSecret(token), purpose: { $in: [...purposes] }, expiresAt: { $gt: context.now() } }
    const found = await em.findOne(AccountToken, where, { populate: ['account'] })
    if (!found) return null
    const { id, email, emailVerifiedAt } = found.account.getEntity()
    const mayNeedCode = found.purpose === 'password_reset' && emailVerifiedAt !== null
    const factors = mayNeedCode ? await listSecondFactors(em, id) : []
    return { email, accountId: id, needsCode: factors.length > 0, hasApp: factors.includes('authenticator_app') }
  }
}
