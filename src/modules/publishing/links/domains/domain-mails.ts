import type { EntityManager, Orm } from '../../../../platform/database/database.ts'
import { withoutQueryLog } from '../../../../platform/database/statements.ts'
import type { Mail, QueuedMail } from '../../../../platform/mail/mail.ts'
import type { Mailer, SendMail } from '../../../../platform/mail/mailer.ts'
import { dayMs, secondMs } from '../../../../platform/shared/time.ts'
import { translator } from '../../../../platform/web/texts.ts'
import { findReachableMembers, isAdminWhoWants, memberLanguage } from '../../../identity/workspaces/index.ts'
import { Domain, type DomainNotice, unprovenDays } from './domain.entity.ts'

const isRecipient = isAdminWhoWants('domain_unproven')

interface MailData {
  readonly domainId: string
  readonly accountId: string
  readonly notice: DomainNotice
}

/** The mails to the owners and admins of a workspace about a domain whose DNS record is missing. */
export class DomainMails {
  private readonly sendMail: SendMail<MailData>

  constructor(private readonly dependencies: { readonly orm: Orm; readonly mailer: Mailer }) {
    this.sendMail = dependencies.mailer.addKind<MailData>({
      name: 'domain_unproven',
      ttlSeconds: (3 * dayMs) / secondMs,
      write: (order) => this.write(order),
    })
  }

  async send(em: EntityManager, { id: domainId, workspace }: Domain, notice: DomainNotice): Promise<void> {
    const members = await findReachableMembers(em, [workspace.id], isRecipient)
    const orders = members.map((member) => ({
      data: { domainId, accountId: member.accountId, notice },
      language: memberLanguage(member),
    }))
    await this.sendMail(em, ...orders)
  }

  private async write({ data, language }: QueuedMail<MailData>): Promise<Mail | null> {
    const em = this.dependencies.orm.em.fork(withoutQueryLog())
    const isCurrent = data.notice === 'release' ? { status: 'pending' as const } : { warnedAt: { $ne: null } }
    const domain = await em.findOne(Domain, { id: data.domainId, ...isCurrent })
    if (!domain) return null
    const ofRecipient = { $and: [isRecipient, { account: data.accountId }] }
    const [member] = await findReachableMembers(em, [domain.workspace.id], ofRecipient)
    if (!member) return null
    const t = translator(language)
    const { name, value } = domain.verificationRecord
    const paragraphs = [
      t(`mail.domain.lead.${data.notice}`, { host: domain.host, days: unprovenDays }),
      t('mail.domain.record', { name, value }),
      t(`mail.domain.advice.${data.notice}`, { days: unprovenDays }),
    ]
    return {
      to: member.email,
      language,
      subject: t(`mail.domain.subject.${data.notice}`, { host: domain.host }),
      paragraphs,
    }
  }
}
