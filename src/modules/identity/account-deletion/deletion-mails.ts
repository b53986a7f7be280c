import type { Orm } from '../../../platform/database/database.ts'
import { withoutQueryLog } from '../../../platform/database/statements.ts'
import type { Mailer, SendMail } from '../../../platform/mail/mailer.ts'
import { dayMs, secondMs } from '../../../platform/shared/time.ts'
import { translator } from '../../../platform/web/texts.ts'
import { Account } from '../accounts/index.ts'

/** The mail to the owner of an account whose deletion was requested, in case somebody else requested it. */
export class DeletionMails {
  readonly sendDeletionRequested: SendMail<{ readonly accountId: string }>

  constructor({ orm, mailer, publicUrl }: { readonly orm: Orm; readonly mailer: Mailer; readonly publicUrl: string }) {
    this.sendDeletionRequested = mailer.addKind({
      name: 'account_deletion',
      ttlSeconds: (3 * dayMs) / secondMs,
      write: async ({ data, ...order }) => {
        const where = { id: data.accountId, deletionRequestedAt: { $ne: null } }
        const account = await orm.em.fork(withoutQueryLog()).findOne(Account, where)
        if (!account) return null
        const language = account.language ?? order.language
        const t = translator(language)
        const url = `${publicUrl}/account/login`
        return {
          to: account.email,
          language,
          subject: t('mail.deletion.subject'),
          paragraphs: [t('mail.deletion.lead')],
          action: { label: t('mail.deletion.action'), url },
          notes: [t('mail.deletion.note')],
        }
      },
    })
  }
}
