import { type FilterQuery, LockMode } from '@mikro-orm/postgresql'
import type { EntityManager, Orm } from '../../../../platform/database/database.ts'
import { withoutQueryLog } from '../../../../platform/database/statements.ts'
import type { Mail, MailKind } from '../../../../platform/mail/mail.ts'
import type { Mailer, SendMail } from '../../../../platform/mail/mailer.ts'
import { type Clock, dayMs, hourMs, secondMs } from '../../../../platform/shared/time.ts'
import type { Language } from '../../../../platform/web/language.ts'
import { translator } from '../../../../platform/web/texts.ts'
import { Account } from '../account.entity.ts'
import { computeAccountToken } from './account-token.entity.ts'
import { storeAccountToken } from './account-tokens.ts'
import { type LinkMailName, writeLinkMail } from './link-mail.ts'

/** The pages that the links of mails open. */
const accountPaths = {
  resetPassword: '/account/reset',
  verifyEmail: '/account/verify',
  confirmEmailChange: '/account/confirm',
  stopEmailChange: '/account/stop',
} as const

interface AccountMailDependencies {
  readonly orm: Orm
  readonly clock: Clock
  readonly publicUrl: string
  readonly mailer: Mailer
  /** The key of the tokens in links. */
  readonly tokenKey: Buffer
}

/** The mails about the password and the address of an account. Their tokens are issued when a mail is sent. */
export class AccountMails {
  /**
   * A mail to the owner of an address, if an account has it. The worker looks for the account, so the request takes
   * equally long for any address.
   */
  readonly sendPasswordReset: SendMail<{ readonly emailKey: string }>
  readonly sendEmailVerification: SendMail<{ readonly accountId: string }>
  /** A mail to the new address. */
  readonly sendEmailChange: SendMail<{ readonly accountId: string }>
  /** A mail to the present address, whose link stops the change. */
  readonly sendEmailChangeStop: SendMail<{ readonly accountId: string }>
  /** A mail to the former address of an account. */
  readonly sendEmailChanged: SendMail<{ readonly formerEmail: string }>

  constructor(private readonly dependencies: AccountMailDependencies) {
    this.sendPasswordReset = this.addKind('password_reset', hourMs, ({ emailKey }) => ({
      where: { emailKey },
      path: accountPaths.resetPassword,
    }))
    this.sendEmailVerification = this.addKind('email_verification', 3 * dayMs, ({ accountId }) => ({
      where: { id: accountId, emailVerifiedAt: null },
      path: accountPaths.verifyEmail,
    }))
    this.sendEmailChange = this.addKind('email_change', 3 * dayMs, ({ accountId }) => ({
      where: { id: accountId, pendingEmail: { $ne: null } },
      findAddress: ({ pendingEmail }) => pendingEmail,
      path: accountPaths.confirmEmailChange,
    }))
    // Three days until the mail to the new address is sent at the latest, and three in which its link can be used.
    this.sendEmailChangeStop = this.addKind('email_change_stop', 6 * dayMs, ({ accountId }) => ({
      where: { id: accountId, pendingEmail: { $ne: null } },
      path: accountPaths.stopEmailChange,
      // Each change is announced, also after those that nobody has stopped. Limits of requests bound them.
      maxValid: 10_000,
    }))
    this.sendEmailChanged = dependencies.mailer.addKind({
      name: 'email_changed',
      ttlSeconds: (3 * dayMs) / secondMs,
      write: async ({ data, language }) => {
        const t = translator(language)
        return {
          to: data.formerEmail,
          language,
          subject: t('mail.emailChanged.subject'),
          paragraphs: [t('mail.emailChanged.lead')],
          notes: [t('mail.emailChanged.note')],
        }
      },
    })
  }

  private addKind<T extends object>(
    name: AccountLinkName,
    ttlMs: number,
    describe: (data: T) => LinkMailDescription,
  ): SendMail<T> {
    const kind: MailKind<T> = {
      name,
      ttlSeconds: ttlMs / secondMs,
      write: ({ id, data, language }) => {
        const em = this.dependencies.orm.em.fork(withoutQueryLog())
        const link = { id, purpose: name, ttlMs, language, ...describe(data) }
        return em.transactional((inner) => this.write(inner, link), withoutQueryLog())
      },
    }
    return this.dependencies.mailer.addKind(kind)
  }

  private async write(em: EntityManager, link: LinkMail): Promise<Mail | null> {
    const { clock, publicUrl, tokenKey } = this.dependencies
    const { id, purpose, ttlMs, where, findAddress = ({ email }) => email, path, maxValid } = link
    // The lock makes the count of the account's tokens exact.
    const account = await em.findOne(Account, where, { lockMode: LockMode.PESSIMISTIC_WRITE })
    const to = account && findAddress(account)
    const token = computeAccountToken(tokenKey, id)
    const now = clock.now()
    const expiresAt = new Date(now.getTime() + ttlMs)
    const options = { purpose, token, now, expiresAt, maxValid }
    const isStored = await storeAccountToken(em, to ? account : null, options)
    if (!to || !isStored) return null
    const url = `${publicUrl}${path}?token=${token}`
    const language = account?.language ?? link.language
    return { to, language, ...writeLinkMail(language, purpose, to, url) }
  }
}

/** What the link of a mail may be used for. */
type AccountLinkName = Exclude<LinkMailName, 'provider_address'>

/** A link mail that depends on its kind and data. */
interface LinkMailDescription {
  readonly where: FilterQuery<Account>
  /** By default the address of the account. */
  readonly findAddress?: (account: Account) => string | null
  readonly path: string
  /** How many valid links of this kind the account may have; without it, the limit of `storeAccountToken`. */
  readonly maxValid?: number
}

interface LinkMail extends LinkMailDescription {
  readonly id: string
  readonly purpose: AccountLinkName
  readonly ttlMs: number
  /** Of the request, for an account that has chosen none. */
  readonly language: Language
}
