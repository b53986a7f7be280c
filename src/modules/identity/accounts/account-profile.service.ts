import { mapUniqueViolation } from '../../../platform/database/database.errors.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import type { Throttle } from '../../../platform/graphql/request-limits.ts'
import type { RateLimitRule } from '../../../platform/rate-limiting/rate-limit.ts'
import { callerLanguage } from '../../../platform/web/language.ts'
import { Account, normalizeEmail } from './account.entity.ts'
import { EmailTaken, MailLinkInvalid } from './account.errors.ts'
import type { RequestEmailChangeArgs, UpdateProfileArgs } from './account.inputs.ts'
import type { AccountService } from './account.service.ts'
import type { AccountMails } from './mails/account-mails.ts'
import { AccountToken } from './mails/account-token.entity.ts'
import { consumeAccountToken } from './mails/account-tokens.ts'
import { chargeMail } from './mails/mail-limits.ts'
import type { SessionService } from './sessions/session.service.ts'

/** Changes of the e-mail address of one account. */
const emailChangeRule: RateLimitRule = { limit: 10, seconds: 3600 }

interface AccountProfileDependencies {
  readonly throttle: Throttle
  readonly accountService: AccountService
  readonly accountMails: AccountMails
  readonly sessionService: SessionService
}

/** The name and the e-mail address of an account. */
export class AccountProfileService {
  constructor(private readonly dependencies: AccountProfileDependencies) {}

  async updateProfile(context: RequestContext, { name }: UpdateProfileArgs): Promise<Account> {
    const account = await this.dependencies.accountService.me(context)
    account.name = name.trim()
    await context.em.flush()
    return account
  }

  /**
   * Sends a link to a new address of the caller, which replaces the present one when it is opened. An earlier address
   * that still waits is forgotten. Throws `InvalidCredentials`, `EmailTaken` and `RateLimited`.
   */
  async requestEmailChange(context: RequestContext, { email, password }: RequestEmailChangeArgs): Promise<Account> {
    const { throttle, accountService, accountMails } = this.dependencies
    const account = await accountService.confirmOwner(context, password)
    const emailKey = normalizeEmail(email)
    await chargeMail(throttle, context, emailKey, { name: 'email-change', key: account.id, rule: emailChangeRule })
    await assertFree(context, account, emailKey)
    await context.em.transactional(async (em) => {
      account.pendingEmail = email.trim()
      await em.flush()
      // A link that was sent to an earlier address must not verify this one.
      await em.nativeDelete(AccountToken, { account: account.id, purpose: 'email_change' })
      await accountMails.sendEmailChange(em, { data: { accountId: account.id }, language: callerLanguage(context) })
    })
    return account
  }

  /**
   * The new address of an account of the caller; null for the account of somebody else, such as the creator of a link.
   */
  findPendingEmail(context: RequestContext, { id, pendingEmail }: Account): string | null {
    return this.dependencies.sessionService.isOwnAccount(context, id) ? pendingEmail : null
  }

  /**
   * Verifies the address to which the token was sent. A new address replaces the present one, which gets a mail about
   * the change. Throws `MailLinkInvalid`, and `EmailTaken` if another account has got the new address meanwhile.
   */
  async verifyEmail(context: RequestContext, token: string): Promise<void> {
    const now = context.now()
    await mapUniqueViolation(
      'account_email_key_unique',
      () =>
        context.em.transactional(async (em) => {
          const { account, purpose } = await consumeAccountToken(em, ['email_verification', 'email_change'], token, now)
          if (purpose === 'email_verification') {
            account.emailVerifiedAt ??= now
            return
          }
          const { email: formerEmail, pendingEmail } = account
          if (pendingEmail === null) throw new MailLinkInvalid()
          account.email = pendingEmail
          account.emailKey = normalizeEmail(pendingEmail)
          account.emailVerifiedAt = now
          account.pendingEmail = null
          await em.flush()
          // The links of other mails were sent to the former address.
          await em.nativeDelete(AccountToken, { account: account.id })
          const language = account.language ?? callerLanguage(context)
          await this.dependencies.accountMails.sendEmailChanged(em, { data: { formerEmail }, language })
        }),
      (cause) => new EmailTaken(cause),
    )
  }
}

/**
 * Like a registration, it says that an address is taken. When two accounts want the address, a unique index decides.
 */
async function assertFree(context: RequestContext, account: Account, emailKey: string): Promise<void> {
  const owner = await context.em.findOne(Account, { emailKey }, { fields: ['id'] })
  if (owner && owner.id !== account.id) throw new EmailTaken(undefined)
}
