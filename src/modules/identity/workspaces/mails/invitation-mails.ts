import type { Orm } from '../../../../platform/database/database.ts'
import type { Mail, QueuedMail } from '../../../../platform/mail/mail.ts'
import type { Mailer, SendMail } from '../../../../platform/mail/mailer.ts'
import { type Clock, dayMs, secondMs } from '../../../../platform/shared/time.ts'
import { translator } from '../../../../platform/web/texts.ts'
import { Account } from '../../accounts/index.ts'
import { Invitation } from '../invitation.entity.ts'
import type { InvitationTokens } from './invitation-tokens.ts'

interface InvitationMailDependencies {
  readonly orm: Orm
  readonly clock: Clock
  readonly publicUrl: string
  readonly mailer: Mailer
  readonly tokens: InvitationTokens
}

interface MailData {
  readonly invitationId: string
}

/** The mail to an invited address, with the link to the page of the invitation. */
export class InvitationMails {
  readonly send: SendMail<MailData>

  constructor(private readonly dependencies: InvitationMailDependencies) {
    this.send = dependencies.mailer.addKind<MailData>({
      name: 'workspace_invitation',
      ttlSeconds: (3 * dayMs) / secondMs,
      write: (order) => this.write(order),
    })
  }

  private async write({ data: { invitationId }, ...order }: QueuedMail<MailData>): Promise<Mail | null> {
    const { orm, clock, publicUrl, tokens } = this.dependencies
    const em = orm.em.fork()
    const where = { id: invitationId, expiresAt: { $gt: clock.now() }, workspace: { deletedAt: null } }
    const invitation = await em.findOne(Invitation, { ...where, status: 'pending' }, { populate: ['inviter'] })
    if (!invitation) return null
    const invited = await em.findOne(Account, { emailKey: invitation.emailKey, emailVerifiedAt: { $ne: null } })
    const language = invited?.language ?? order.language
    const t = translator(language)
    const inviter = findVerifiedInviter(invitation)
    return {
      to: invitation.email,
      language,
      subject: t('mail.invitation.subject'),
      paragraphs: [
        t('mail.invitation.lead', { inviter: inviter ?? '', known: inviter ? 'yes' : 'no' }),
        t('mail.invitation.role', { role: t(`page.role.${invitation.role}`) }),
      ],
      action: {
        label: t('mail.invitation.action'),
        url: `${publicUrl}/account/invitation?token=${tokens.computeMailToken(invitationId)}`,
      },
      notes: [t('mail.invitation.notes.1'), t('mail.invitation.notes.2')],
    }
  }
}

/**
 * The address of the inviter, if it is verified. Anybody can register the address of somebody else, and would otherwise
 * invite in their name. `inviter` must be loaded.
 */
function findVerifiedInviter({ inviter }: Invitation): string | null {
  const account = inviter?.getEntity()
  return account?.emailVerifiedAt ? account.email : null
}
