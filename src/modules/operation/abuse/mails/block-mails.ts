import type { Settings } from '../../../../config.ts'
import { isAtLeastRole } from '../../../../platform/auth/workspace-role.ts'
import type { EntityManager, Orm } from '../../../../platform/database/database.ts'
import { withoutQueryLog } from '../../../../platform/database/statements.ts'
import type { Mail, QueuedMail } from '../../../../platform/mail/mail.ts'
import type { Mailer, SendMail } from '../../../../platform/mail/mailer.ts'
import { dayMs, secondMs } from '../../../../platform/shared/time.ts'
import { translator } from '../../../../platform/web/texts.ts'
import {
  findReachableMembers,
  isWorkspaceAdmin,
  type Membership,
  memberLanguage,
} from '../../../identity/workspaces/index.ts'
import { buildShortUrl, Link, type OwnedLinkFacts } from '../../../publishing/links/index.ts'

/** Links that a mail names. Other links are counted. */
const maxNamedLinks = 10

interface BlockMailDependencies {
  readonly orm: Orm
  readonly mailer: Mailer
  readonly settings: Pick<Settings, 'shortUrl'>
}

interface MailData {
  readonly accountId: string
  readonly linkIds: readonly string[]
}

/** The mails about blocked links: to the creator of a link, or to the owners and admins if the creator gets no mail. */
export class BlockMails {
  private readonly send: SendMail<MailData>

  constructor(private readonly dependencies: BlockMailDependencies) {
    this.send = dependencies.mailer.addKind<MailData>({
      name: 'link_blocked',
      ttlSeconds: (3 * dayMs) / secondMs,
      write: (order) => this.write(order),
    })
  }

  /** One mail to each person, about all links that were blocked together. */
  async sendBlocked(em: EntityManager, links: readonly OwnedLinkFacts[]): Promise<void> {
    if (links.length === 0) return
    const workspaceIds = [...new Set(links.map(({ workspaceId }) => workspaceId))]
    const creatorIds = [...new Set(links.flatMap(({ creatorId }) => creatorId ?? []))]
    const where = { $or: [isWorkspaceAdmin, { account: { $in: creatorIds } }] }
    const members = Map.groupBy(await findReachableMembers(em, workspaceIds, where), ({ workspace }) => workspace.id)
    const notices = links.flatMap((link) =>
      chooseRecipients(link, members.get(link.workspaceId) ?? []).map((member) => ({ member, linkId: link.link.id })),
    )
    const orders = [...Map.groupBy(notices, ({ member }) => member.accountId)].flatMap(([accountId, ofAccount]) => {
      const [first] = ofAccount
      const data = { accountId, linkIds: ofAccount.map(({ linkId }) => linkId) }
      return first ? { data, language: memberLanguage(first.member) } : []
    })
    await this.send(em, ...orders)
  }

  private async write({ data: { accountId, linkIds }, language }: QueuedMail<MailData>): Promise<Mail | null> {
    const { orm, settings } = this.dependencies
    const em = orm.em.fork(withoutQueryLog())
    const where = { id: { $in: [...linkIds] }, blockedAt: { $ne: null } }
    const blocked = await em.find(Link, where, { orderBy: { id: 'asc' } })
    const workspaceIds = [...new Set(blocked.flatMap(({ workspace }) => workspace?.id ?? []))]
    const members = await findReachableMembers(em, workspaceIds, { account: accountId })
    const memberOf = new Map(members.map((member) => [member.workspace.id, member]))
    const links = blocked.filter(({ workspace, creator }) => {
      const member = workspace && memberOf.get(workspace.id)
      return member && (creator?.id === accountId || isAtLeastRole(member.role, 'admin'))
    })
    const [member] = members
    if (!member || links.length === 0) return null
    const t = translator(language)
    const named = links.slice(0, maxNamedLinks)
    const otherCount = links.length - named.length
    return {
      to: member.email,
      language,
      subject: t('mail.block.subject', { count: links.length }),
      paragraphs: [
        t('mail.block.lead'),
        ...named.map((link) => {
          const address = buildShortUrl({ settings }, link).replace(/^https?:\/\//, '')
          return link.blockedReason ? `${address} (${t(`mail.block.reason.${link.blockedReason}`)})` : address
        }),
        ...(otherCount > 0 ? [t('mail.block.others', { count: otherCount })] : []),
        t('mail.block.advice'),
      ],
    }
  }
}

/** The creator of a link, if the creator is still a member who gets mails; otherwise the owners and admins. */
function chooseRecipients({ creatorId }: OwnedLinkFacts, members: readonly Membership[]): readonly Membership[] {
  const creator = members.find(({ accountId }) => accountId === creatorId)
  return creator ? [creator] : members.filter(({ role }) => isAtLeastRole(role, 'admin'))
}
