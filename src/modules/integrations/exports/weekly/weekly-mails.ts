import type { EntityManager, Orm } from '../../../../platform/database/database.ts'
import { withoutQueryLog } from '../../../../platform/database/statements.ts'
import type { Mail, QueuedMail } from '../../../../platform/mail/mail.ts'
import type { Mailer, SendMail } from '../../../../platform/mail/mailer.ts'
import { dayMs, secondMs } from '../../../../platform/shared/time.ts'
import { formatDay } from '../../../../platform/web/language.ts'
import { translator } from '../../../../platform/web/texts.ts'
import {
  findReachableMembers,
  isWeeklyRecipient,
  memberLanguage,
  memberTimeZone,
} from '../../../identity/workspaces/index.ts'
import type { FileStore } from '../../files/index.ts'
import { FileExport } from '../export.entity.ts'
import type { WeeklyUnsubscription } from './weekly-unsubscription.ts'

interface WeeklyMailsDependencies {
  readonly orm: Orm
  readonly mailer: Mailer
  readonly fileStore: FileStore
  readonly publicUrl: string
  readonly unsubscription: WeeklyUnsubscription
}

interface MailData {
  readonly exportId: string
  readonly accountId: string
}

/** The mails to the owners and admins of a workspace with the link to its weekly export. */
export class WeeklyMails {
  private readonly send: SendMail<MailData>

  constructor(private readonly dependencies: WeeklyMailsDependencies) {
    this.send = dependencies.mailer.addKind<MailData>({
      name: 'weekly_export',
      ttlSeconds: (3 * dayMs) / secondMs,
      write: (order) => this.write(order),
    })
  }

  /** Sends the mails in the transaction that completes the export. */
  async sendCompleted(em: EntityManager, { id, workspace }: FileExport): Promise<void> {
    const members = await findReachableMembers(em, [workspace.id], isWeeklyRecipient)
    const orders = members.map((member) => ({
      data: { exportId: id, accountId: member.accountId },
      language: memberLanguage(member),
    }))
    await this.send(em, ...orders)
  }

  /** Null when the file or the role no longer exists, or the setting is off. */
  private async write({ data, language }: QueuedMail<MailData>): Promise<Mail | null> {
    const { orm, fileStore, publicUrl, unsubscription } = this.dependencies
    const em = orm.em.fork(withoutQueryLog())
    const where = { id: data.exportId, workspace: { weeklyExport: true } }
    const found = await em.findOne(FileExport, where, { populate: ['workspace'] })
    const [file] = found?.file ? await fileStore.findAvailable(em, [found.file.id]) : []
    if (!found || !file) return null
    const ofRecipient = { $and: [isWeeklyRecipient, { account: data.accountId }] }
    const [member] = await findReachableMembers(em, [found.workspace.id], ofRecipient)
    if (!member) return null
    const { id, name } = found.workspace.getEntity()
    const t = translator(language)
    const date = formatDay(language, file.expiresAt, memberTimeZone(member))
    const unsubscribeUrl = unsubscription.urlFor(member.id)
    return {
      to: member.email,
      language,
      subject: t('mail.weekly.subject', { workspace: name }),
      paragraphs: [t('mail.weekly.lead', { workspace: name, count: found.rowCount.toLocaleString(language) })],
      action: { label: t('mail.weekly.label'), url: fileStore.createDownloadUrl(file) },
      notes: [
        t('mail.weekly.expiry', { date }),
        t('mail.weekly.end', { url: unsubscribeUrl }),
        t('mail.weekly.advice', { request: `PATCH ${publicUrl}/v1/workspaces/${id} {"weeklyExport": false}` }),
      ],
      unsubscribeUrl,
    }
  }
}
