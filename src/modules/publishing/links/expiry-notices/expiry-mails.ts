import type { Settings } from '../../../../config.ts'
import { isAtLeastRole } from '../../../../platform/auth/workspace-role.ts'
import type { EntityManager, Orm } from '../../../../platform/database/database.ts'
import { withoutQueryLog } from '../../../../platform/database/statements.ts'
import type { Mail, QueuedMail } from '../../../../platform/mail/mail.ts'
import type { Mailer, SendMail } from '../../../../platform/mail/mailer.ts'
import { dayMs, secondMs } from '../../../../platform/shared/time.ts'
import { formatInstant } from '../../../../platform/web/language.ts'
import { translator } from '../../../../platform/web/texts.ts'
import { findReachableMembers, memberLanguage, memberTimeZone, wantsMail } from '../../../identity/workspaces/index.ts'
import { Link } from '../link.entity.ts'
import { buildShortUrl } from '../link.types.ts'
import type { OwnedLinkFacts } from '../link-events.ts'

/** Links that a mail names. It says how many others there are. */
const maxListed = 20

interface MailData {
  readonly workspaceId: string
  readonly accountId: string
  /** The first to expire, at most 20. */
  readonly linkIds: readonly string[]
  readonly count: number
}

interface ExpiryMailsDependencies {
  readonly orm: Orm
  readonly mailer: Mailer
  readonly settings: Pick<Settings, 'shortUrl' | 'publicUrl'>
}

/** The mails about links that expire soon: all to owners and admins, and to members those that they have created. */
export class ExpiryMails {
  private readonly sendMail: SendMail<MailData>

  constructor(private readonly dependencies: ExpiryMailsDependencies) {
    this.sendMail = dependencies.mailer.addKind<MailData>({
      name: 'link_expiring',
      ttlSeconds: dayMs / secondMs,
      write: (order) => this.write(order),
    })
  }

  /** `links` are in the order of their dates. */
  async send(em: EntityManager, workspaceId: string, links: readonly OwnedLinkFacts[]): Promise<void> {
    const members = await findReachableMembers(em, [workspaceId], wantsMail('link_expiring'))
    const orders = members.flatMap((member) => {
      const { accountId, role } = member
      const isAdmin = isAtLeastRole(role, 'admin')
      const named = links.filter(({ creatorId }) => isAdmin || (role === 'member' && creatorId === accountId))
      const linkIds = named.slice(0, maxListed).map(({ link }) => link.id)
      const data = { workspaceId, accountId, linkIds, count: named.length }
      return named.length === 0 ? [] : [{ data, language: memberLanguage(member) }]
    })
    await this.sendMail(em, ...orders)
  }

  /** Null when the person has left, or when all links have another date or are gone. */
  private async write({ data, language }: QueuedMail<MailData>): Promise<Mail | null> {
    const { orm, settings } = this.dependencies
    const { workspaceId, accountId, linkIds, count } = data
    const em = orm.em.fork(withoutQueryLog())
    const where = { id: { $in: [...linkIds] }, workspace: workspaceId, expiresAt: { $ne: null } }
    const links = await em.find(Link, where, { orderBy: { expiresAt: 'asc', id: 'asc' }, populate: ['workspace'] })
    const ofRecipient = { $and: [wantsMail('link_expiring'), { account: accountId }] }
    const [member] = await findReachableMembers(em, [workspaceId], ofRecipient)
    const workspace = links[0]?.workspace?.getEntity()
    if (!workspace || !member) return null
    const t = translator(language)
    const others = count - linkIds.length
    const lines = links.flatMap(({ title, code, domainHost, expiresAt }) => {
      if (expiresAt === null) return []
      const date = formatInstant(language, expiresAt, memberTimeZone(member))
      return [t('mail.expiring.link', { address: buildShortUrl({ settings }, { code, domainHost }), title, date })]
    })
    return {
      to: member.email,
      language,
      subject: t('mail.expiring.subject', { workspace: workspace.name }),
      paragraphs: [
        t('mail.expiring.lead', { workspace: workspace.name }),
        ...lines,
        ...(others > 0 ? [t('mail.expiring.others', { count: others.toLocaleString(language) })] : []),
      ],
      action: { label: t('mail.expiring.label'), url: `${settings.publicUrl}/app?sort=EXPIRES_ASC` },
      notes: [t('mail.expiring.end', { url: `${settings.publicUrl}/app/settings/account` })],
    }
  }
}
