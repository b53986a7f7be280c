import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import type { Account } from './account.entity.ts'
import type { UpdateProfileArgs } from './account.inputs.ts'
import type { AccountService } from './account.service.ts'
import type { EmailChangeService } from './email-change/email-change.service.ts'
import { consumeAccountToken, findAccountToken } from './mails/account-tokens.ts'

interface AccountProfileDependencies {
  readonly accountService: AccountService
  readonly emailChangeService: EmailChangeService
}

/** The name of an account, and the proof of its e-mail address. */
export class AccountProfileService {
  constructor(private readonly dependencies: AccountProfileDependencies) {}

  async updateProfile(context: RequestContext, { name }: UpdateProfileArgs): Promise<Account> {
    const account = await this.dependencies.accountService.me(context)
    account.name = name.trim()
    await context.em.flush()
    return account
  }

  /**
   * Verifies the address to which the token was sent. A new address replaces the present one. Throws `MailLinkInvalid`, and the errors
   * of `EmailChangeService.confirm`.
   */
  async verifyEmail(context: RequestContext, token: string): Promise<void> {
    const now = context.now()
    const { purpose } = await findAccountToken(context.em, ['email_verification', 'email_change'], token, now)
    if (purpose === 'email_change') return this.dependencies.emailChangeService.confirm(context, token)
    await context.em.transactional(async (em) => {
      const { account } = await consumeAccountToken(em, ['email_verification'], token, now)
      account.emailVerifiedAt ??= now
    })
  }
}
