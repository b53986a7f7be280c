import { authorize, requireAccount, signInChangeRule } from '../../../../platform/auth/authorization.ts'
import { mapUniqueViolation } from '../../../../platform/database/database.errors.ts'
import type { EntityManager } from '../../../../platform/database/database.ts'
import type { SignInChange, TransactionHook } from '../../../../platform/events/transaction-hook.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import type { Throttle } from '../../../../platform/graphql/request-limits.ts'
import type { RateLimitRule } from '../../../../platform/rate-limiting/rate-limit.ts'
import { callerLanguage } from '../../../../platform/web/language.ts'
import { Account, normalizeEmail } from '../account.entity.ts'
import { EmailChangeEnded, EmailChangeNeedsLogin, EmailTaken, MailLinkInvalid } from '../account.errors.ts'
import type { RequestEmailChangeArgs } from '../account.inputs.ts'
import type { AccountService } from '../account.service.ts'
import type { AccountMails } from '../mails/account-mails.ts'
import { AccountToken } from '../mails/account-token.entity.ts'
import { consumeAccountToken, findAccountToken, lockAccountOfToken } from '../mails/account-tokens.ts'
import { findLoginProblem, holdLogin } from '../mails/link-login.ts'
import { chargeMail } from '../mails/mail-limits.ts'
import { lockOwnAccount } from '../own-account.ts'
import type { SessionService } from '../sessions/session.service.ts'
import { actOf, endEmailChange, recordEmailChange } from './email-change-ending.ts'

/** Changes of the e-mail address of one account. */
const emailChangeRule: RateLimitRule = { limit: 10, seconds: 3600 }

interface EmailChangeDependencies {
  readonly throttle: Throttle
  readonly accountService: AccountService
  readonly accountMails: AccountMails
  readonly sessionService: SessionService
  readonly signInChanged: TransactionHook<SignInChange>
}

/**
 * The change of the address of an account: asked for by a login, confirmed at the new address by its owner, and ended at the
 * present one by anybody who reads its mails, or by what ends the session that began it.
 */
export class EmailChangeService {
  constructor(private readonly dependencies: EmailChangeDependencies) {}

  /**
   * Sends a link to a new address of the caller, which replaces the present one when its owner confirms it, and one to the present
   * address, which ends the change. An earlier change that still waits ends. Throws `InvalidCredentials`, `EmailTaken`, `RateLimited`, and
   * `InvalidToken` when the session has ended meanwhile.
   */
  async request(context: RequestContext, { email, password }: RequestEmailChangeArgs): Promise<Account> {
    const { throttle, accountService, accountMails, signInChanged } = this.dependencies
    const { id } = await accountService.confirmOwner(context, password)
    const emailKey = normalizeEmail(email)
    await chargeMail(throttle, context, emailKey, { name: 'email-change', key: id, rule: emailChangeRule })
    await assertFree(context, id, emailKey)
    const { sessionId = null, hold } = requireAccount(context.caller)
    return context.em.transactional(async (em) => {
      const account = await lockOwnAccount(em, context)
      // What ends the session, such as a new password, ends the change too, and must not miss one that begins meanwhile.
      await hold?.(em)
      // Links to an earlier address must not confirm this one. Those to the present address stay: each of them ends any change.
      await em.nativeUpdate(AccountToken, { account: id, purpose: 'email_change' }, { purpose: 'email_change_ended' })
      account.pendingEmail = email.trim()
      account.pendingEmailSessionId = sessionId
      await em.flush()
      const order = { data: { accountId: id }, language: callerLanguage(context) }
      await accountMails.sendEmailChange(em, order)
      await accountMails.sendEmailChangeStop(em, order)
      await recordEmailChange(signInChanged, em, actOf(context), id, 'account.email_change_requested')
      return account
    })
  }

  /**
   * The new address of an account of the caller; null for the account of somebody else, such as the creator of a link.
   */
  findPending(context: RequestContext, { id, pendingEmail }: Account): string | null {
    return this.dependencies.sessionService.isOwnAccount(context, id) ? pendingEmail : null
  }

  /**
   * Replaces the address by the new one to which the token was sent, and tells the former one. Only a login of the account may do
   * it, with a proof that is at most 10 minutes old. Throws `EmailChangeNeedsLogin`, `StepUpRequired`, `AccountBeingDeleted`,
   * `EmailChangeEnded`, `MailLinkInvalid`, and `EmailTaken` if another account has got the new address meanwhile.
   */
  confirm(context: RequestContext, token: string): Promise<void> {
    const { accountMails, signInChanged } = this.dependencies
    const change = async (em: EntityManager) => {
      const now = context.now()
      const { account: owner } = await findAccountToken(em, ['email_change'], token, now)
      assertOwner(context, owner.id)
      const { account } = await consumeAccountToken(em, ['email_change'], token, now)
      await holdLogin(context, em, needsLogin)
      const { email: formerEmail, pendingEmail } = account
      if (pendingEmail === null) throw new EmailChangeEnded()
      account.email = pendingEmail
      account.emailKey = normalizeEmail(pendingEmail)
      account.emailVerifiedAt = now
      account.pendingEmail = null
      account.pendingEmailSessionId = null
      await em.flush()
      await closeLinks(em, account.id)
      const language = account.language ?? callerLanguage(context)
      await accountMails.sendEmailChanged(em, { data: { formerEmail }, language })
      await recordEmailChange(signInChanged, em, actOf(context), account.id, 'account.email_changed')
    }
    return mapUniqueViolation(
      'account_email_key_unique',
      () => context.em.transactional(change),
      (cause) => new EmailTaken(cause),
    )
  }

  /**
   * Ends the change that waits, with the token of the mail to the present address. Throws `EmailChangeEnded`, `EmailChangeDone` and
   * `MailLinkInvalid`.
   */
  async cancel(context: RequestContext, token: string): Promise<void> {
    await context.em.transactional(async (em) => {
      const { account } = await lockAccountOfToken(em, ['email_change_stop'], token, context.now())
      if (!(await endEmailChange(em, account.id))) throw new EmailChangeEnded()
      await recordEmailChange(
        this.dependencies.signInChanged,
        em,
        actOf(context),
        account.id,
        'account.email_change_ended',
      )
    })
  }

  /**
   * The new address to which the link was sent that confirms it, without using the link. Throws like `confirm`.
   */
  async findConfirmation(context: RequestContext, token: string): Promise<string> {
    const { id, pendingEmail } = await findAccountOfToken(context, 'email_change', token)
    if (pendingEmail === null) throw new EmailChangeEnded()
    assertOwner(context, id)
    return pendingEmail
  }

  /** The present address to which the link was sent that ends the change. Throws like `cancel`. */
  async findCancellation(context: RequestContext, token: string): Promise<string> {
    const { email, pendingEmail } = await findAccountOfToken(context, 'email_change_stop', token)
    if (pendingEmail === null) throw new EmailChangeEnded()
    return email
  }
}

async function findAccountOfToken(
  context: RequestContext,
  purpose: 'email_change' | 'email_change_stop',
  token: string,
): Promise<Account> {
  const { account } = await findAccountToken(context.em, [purpose], token, context.now())
  return account.loadOrFail({ failHandler: () => new MailLinkInvalid() })
}

/** Throws `EmailChangeNeedsLogin`, `AccountBeingDeleted` and `StepUpRequired` for who may not confirm the new address of an account. */
function assertOwner(context: RequestContext, accountId: string): void {
  const problem = findLoginProblem(context, accountId, needsLogin)
  if (problem) throw problem
  authorize(context.caller, signInChangeRule)
}

const needsLogin = () => new EmailChangeNeedsLogin()

/** The links of other mails were sent to the former address. Those that ended the change say that it is done. */
async function closeLinks(em: EntityManager, accountId: string): Promise<void> {
  const stops = { account: accountId, purpose: 'email_change_stop' } as const
  await em.nativeUpdate(AccountToken, stops, { purpose: 'email_change_done' })
  const closed = ['email_change_ended', 'email_change_done'] as const
  await em.nativeDelete(AccountToken, { account: accountId, purpose: { $nin: [...closed] } })
}

/**
 * Like a registration, it says that an address is taken. When two accounts want the address, a unique index decides.
 */
async function assertFree(context: RequestContext, accountId: string, emailKey: string): Promise<void> {
  const owner = await context.em.findOne(Account, { emailKey }, { fields: ['id'] })
  if (owner && owner.id !== accountId) throw new EmailTaken(undefined)
}
