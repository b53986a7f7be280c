import { rejectNulls } from '../../../platform/graphql/inputs/argument-validation.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import type { Account } from './account.entity.ts'
import { EmailVerificationNeedsLogin } from './account.errors.ts'
import type { UpdateProfileArgs } from './account.inputs.ts'
import type { AccountService } from './account.service.ts'
import type { EmailChangeService } from './email-change/email-change.service.ts'
import { consumeAccountToken, findAccountToken } from './mails/account-tokens.ts'
import { findLoginProblem, holdLogin } from './mails/link-login.ts'
import type { SessionService } from './sessions/session.service.ts'

interface AccountProfileDependencies {
  readonly accountService: AccountService
  readonly emailChangeService: EmailChangeService
  readonly sessionService: SessionService
}

const needsLogin = () => new EmailVerificationNeedsLogin()

/** The name and the preferences of an account, and the proof of its e-mail address. */
export class AccountProfileService {
  constructor(private readonly dependencies: AccountProfileDependencies) {}

  /** Changes the given fields. */
  async updateProfile(context: RequestContext, { language, timezone, ...others }: UpdateProfileArgs): Promise<Account> {
    rejectNulls(others)
    const { name, unwantedMails } = others
    const account = await this.dependencies.accountService.me(context)
    if (name != null) account.name = name.trim()
    if (language !== undefined) account.language = language
    if (timezone !== undefined) account.timezone = timezone
    if (unwantedMails) account.unwantedMails = [...new Set(unwantedMails)]
    await context.em.flush()
    return account
  }

  /** What the owner of an account has chosen; null for the account of somebody else, such as the creator of a link. */
  findPreference<Name extends 'language' | 'timezone' | 'unwantedMails'>(
    context: RequestContext,
    account: Account,
    name: Name,
  ): Account[Name] | null {
    return this.dependencies.sessionService.isOwnAccount(context, account.id) ? account[name] : null
  }

  /**
   * Verifies the address to which the token was sent, for a login of its account. A new address replaces the present one. Throws
   * `MailLinkInvalid`, `EmailVerificationNeedsLogin`, `AccountBeingDeleted`, and the errors of `EmailChangeService.confirm`.
   */
  async verifyEmail(context: RequestContext, token: string): Promise<void> {
    const now = context.now()
    const { purpose, account: owner } = await findAccountToken(
      context.em,
      ['email_verification', 'email_change'],
      token,
      now,
    )
    if (purpose === 'email_change') return this.dependencies.emailChangeService.confirm(context, token)
    const problem = findLoginProblem(context, owner.id, needsLogin)
    if (problem) throw problem
    await context.em.transactional(async (em) => {
      const { account } = await consumeAccountToken(em, ['email_verification'], token, now)
      await holdLogin(context, em, needsLogin)
      account.emailVerifiedAt ??= now
    })
  }
}
