import type { EntityManager, Orm } from '../../../platform/database/database.ts'
import { withoutQueryLog } from '../../../platform/database/statements.ts'
import type { Mail, QueuedMail } from '../../../platform/mail/mail.ts'
import type { Mailer, SendMail } from '../../../platform/mail/mailer.ts'
import { type Clock, dayMs, secondMs } from '../../../platform/shared/time.ts'
import { formatInstant, languages, type Translations } from '../../../platform/web/language.ts'
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
    const { label, ...text } = texts[language](formatInstant(language, archive.file.unwrap().expiresAt, timezone))
    const action = { label, url: `${publicUrl}/account/archive` }
    return { to: email, language, ...text, action }
  }
}

interface ArchiveMailTexts {
  readonly subject: string
  readonly paragraphs: readonly string[]
  readonly label: string
  readonly notes: readonly string[]
}

const texts: Translations<(until: string) => ArchiveMailTexts> = {
  en: (until) => ({
    subject: 'Your archive is ready',
    paragraphs: [`The archive with all your data can be downloaded until ${until}.`],
    label: 'Download the archive',
    notes: ['If you did not ask for it, somebody else is logged in to your account: change your password.'],
  }),
  de: (until) => ({
    subject: 'Ihr Archiv ist fertig',
    paragraphs: [`Das Archiv mit allen Ihren Daten kann bis ${until} heruntergeladen werden.`],
    label: 'Archiv herunterladen',
    notes: [
      'Wenn Sie es nicht angefordert haben, ist jemand anderes in Ihrem Konto angemeldet: Ändern Sie Ihr Passwort.',
    ],
  }),
  fr: (until) => ({
    subject: 'Votre archive est prête',
    paragraphs: [`L’archive de toutes vos données peut être téléchargée jusqu’au ${until}.`],
    label: 'Télécharger l’archive',
    notes: [
      'Si vous ne l’avez pas demandée, quelqu’un d’autre est connecté à votre compte\u00a0: changez votre mot de passe.',
    ],
  }),
  es: (until) => ({
    subject: 'Su archivo está listo',
    paragraphs: [`El archivo con todos sus datos se puede descargar hasta el ${until}.`],
    label: 'Descargar el archivo',
    notes: ['Si no lo ha pedido, otra persona ha iniciado sesión en su cuenta: cambie su contraseña.'],
  }),
}
