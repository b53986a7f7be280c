import type { EntityManager, Orm } from '../../../platform/database/database.ts'
import { withoutQueryLog } from '../../../platform/database/statements.ts'
import type { Mail, QueuedMail } from '../../../platform/mail/mail.ts'
import type { Mailer, SendMail } from '../../../platform/mail/mailer.ts'
import { dayMs, secondMs } from '../../../platform/shared/time.ts'
import { translator } from '../../../platform/web/texts.ts'
import { findReachableMembers, isAdminWhoWants, memberLanguage } from '../../identity/workspaces/index.ts'
import { Webhook } from './webhook.entity.ts'

const isRecipient = isAdminWhoWants('webhook_disabled')

interface MailData {
  readonly webhookId: string
  readonly accountId: string
}

/** The mails to the owners and admins of a workspace when the service has switched a webhook off. */
export class WebhookMails {
  private readonly send: SendMail<MailData>

  constructor(private readonly dependencies: { readonly orm: Orm; readonly mailer: Mailer }) {
    this.send = dependencies.mailer.addKind<MailData>({
      name: 'webhook_disabled',
      ttlSeconds: (3 * dayMs) / secondMs,
      write: (order) => this.write(order),
    })
  }

  async sendDisabled(em: EntityManager, { webhookId, workspaceId }: DisabledWebhook): Promise<void> {
    const members = await findReachableMembers(em, [workspaceId], isRecipient)
    const orders = members.map((member) => ({
      data: { webhookId, accountId: member.accountId },
      language: memberLanguage(member),
    }))
    await this.send(em, ...orders)
  }

  private async write({ data, language }: QueuedMail<MailData>): Promise<Mail | null> {
    const em = this.dependencies.orm.em.fork(withoutQueryLog())
    const where = { id: data.webhookId, isActive: false, disabledReason: { $ne: null } }
    const webhook = await em.findOne(Webhook, where)
    if (!webhook?.disabledReason) return null
    const ofRecipient = { $and: [isRecipient, { account: data.accountId }] }
    const [member] = await findReachableMembers(em, [webhook.workspace.id], ofRecipient)
    if (!member) return null
    const t = translator(language)
    const paragraphs = [
      t('mail.webhook.lead', { name: webhook.name, host: new URL(webhook.url).host }),
      t(`mail.webhook.reason.${webhook.disabledReason}`),
      t('mail.webhook.advice'),
    ]
    return { to: member.email, language, subject: t('mail.webhook.subject'), paragraphs }
  }
}

interface DisabledWebhook {
  readonly webhookId: string
  readonly workspaceId: string
}
