import type { EntityManager, Orm } from '../../../platform/database/database.ts'
import { withoutQueryLog } from '../../../platform/database/statements.ts'
import type { Mail, QueuedMail } from '../../../platform/mail/mail.ts'
import type { Mailer, SendMail } from '../../../platform/mail/mailer.ts'
import { type Clock, dayMs, secondMs } from '../../../platform/shared/time.ts'
import { formatDay } from '../../../platform/web/language.ts'
import { translator } from '../../../platform/web/texts.ts'
import { findReachableMembers, memberLanguage, memberTimeZone, wantsMail } from '../workspaces/index.ts'
import { ApiKey } from './api-key.entity.ts'
import { findKeysToRemind } from './api-key.queries.ts'

/** How long before its end a key is announced to expire. Keys with a shorter life are not announced. */
const noticeMs = 7 * dayMs

/** Keys in one transaction. */
const batchSize = 100

interface ExpiryMailDependencies {
  readonly orm: Orm
  readonly clock: Clock
  readonly mailer: Mailer
}

interface MailData {
  readonly keyId: string
}

/** The mail to the member who created a key, 7 days before it expires. */
export class ExpiryMails {
  private readonly send: SendMail<MailData>

  constructor(private readonly dependencies: ExpiryMailDependencies) {
    this.send = dependencies.mailer.addKind<MailData>({
      name: 'api_key_expires',
      ttlSeconds: noticeMs / secondMs,
      write: (order) => this.write(order),
    })
  }

  /** Sends a mail about each key that expires soon, once. Several nodes may do so at the same time. */
  async remind(): Promise<void> {
    const { orm } = this.dependencies
    const remindNext = () =>
      orm.em.fork(withoutQueryLog()).transactional((em) => this.remindNext(em), withoutQueryLog())
    while ((await remindNext()) === batchSize);
  }

  /** Returns how many keys were found. */
  private async remindNext(em: EntityManager): Promise<number> {
    const now = this.dependencies.clock.now()
    const keys = await findKeysToRemind(em, { now, noticeMs, limit: batchSize })
    for (const { id, account, workspace } of keys) {
      // Another node may have sent the mail meanwhile.
      if ((await em.nativeUpdate(ApiKey, { id, remindedAt: null }, { remindedAt: now })) === 0) continue
      const [member] = await findReachableMembers(em, [workspace.id], isRecipient(account))
      if (member) await this.send(em, { data: { keyId: id }, language: memberLanguage(member) })
    }
    return keys.length
  }

  private async write({ data: { keyId }, language }: QueuedMail<MailData>): Promise<Mail | null> {
    const { orm, clock } = this.dependencies
    const em = orm.em.fork(withoutQueryLog())
    const key = await em.findOne(ApiKey, { id: keyId, revokedAt: null, expiresAt: { $gt: clock.now() } })
    const [member] = key ? await findReachableMembers(em, [key.workspace.id], isRecipient(key.account)) : []
    if (!key || !member) return null
    const t = translator(language)
    const date = formatDay(language, key.expiresAt, memberTimeZone(member))
    return {
      to: member.email,
      language,
      subject: t('mail.keyExpiry.subject'),
      paragraphs: [
        t('mail.keyExpiry.lead', { name: key.name, preview: key.keyPreview, date }),
        t('mail.keyExpiry.advice'),
      ],
    }
  }
}

function isRecipient({ id }: { readonly id: string }) {
  return { $and: [{ account: id }, wantsMail('api_key_expires')] }
}
