import type { EntityManager, Orm } from '../../../platform/database/database.ts'
import { withoutQueryLog } from '../../../platform/database/statements.ts'
import type { Mail, QueuedMail } from '../../../platform/mail/mail.ts'
import type { Mailer, SendMail } from '../../../platform/mail/mailer.ts'
import { type Clock, dayMs, secondMs } from '../../../platform/shared/time.ts'
import { formatInstant, languages } from '../../../platform/web/language.ts'
import { translator } from '../../../platform/web/texts.ts'
import { Account } from '../../identity/accounts/index.ts'
import { AccountArchive } from './account-archive.entity.ts'

interface MailData {
  readonly archiveId: string
}

interface AccountArchiveMailDependencies {
  readonly orm: Orm
  readonly clock: Clock
  readonly mailer: Mailer
  readonly publicUrl: string
}

/**
 * The mail about an archive that is ready. Its link leads to a page that asks for a login, and not to the file, because anyone with
 * that link could download all data of the account.
 */
export class AccountArchiveMails {
  private readonly send: SendMail<MailData>

  constructor(private readonly dependencies: AccountArchiveMailDependencies) {
    this.send = dependencies.mailer.addKind<MailData>({
      name: 'account_archive_ready',
      ttlSeconds: dayMs / secondMs,
      write: (order) => this.write(order),
    })
  }

  /** The mail goes only to an address that the account has verified. */
  async sendReady(em: EntityManager, { id, account }: AccountArchive): Promise<void> {
    const recipient = await em.findOne(Account, { id: account.id, emailVerifiedAt: { $ne: null } })
    if (recipient) await this.send(em, { data: { archiveId: id }, language: recipient.language ?? languages[0] })
  }

  private async write({ data: { archiveId }, language }: QueuedMail<MailData>): Promise<Mail | null> {
    const { orm, clock, publicUrl } = this.dependencies
    const em = orm.em.fork(withoutQueryLog())
    const where = { id: archiveId, file: { expiresAt: { $gt: clock.now() } } }
    const archive = await em.findOne(AccountArchive, where, { populate: ['account', 'file'] })
    if (!archive?.file) return null
    const { email, timezone } = archive.account.unwrap()
    const t = translator(language)
    const until = formatInstant(language, archive.file.unwrap().expiresAt, timezone)
    return {
      to: email,
      language,
      subject: t('mail.archive.subject'),
      paragraphs: [t('mail.archive.lead', { until })],
      action: { label: t('mail.archive.label'), url: `${publicUrl}/account/archive` },
      notes: [t('mail.archive.note')],
    }
  }
}
