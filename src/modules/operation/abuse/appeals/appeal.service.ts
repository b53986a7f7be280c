import { recordActivities } from '../../../../platform/audit-log/activity.queries.ts'
import type { EntityManager } from '../../../../platform/database/database.ts'
import { formatLinkName } from '../../../../platform/events/event-activities.ts'
import { findOwned, lockOwned } from '../../../../platform/graphql/owned/owned-rows.ts'
import { batchPerRequest, type RequestContext } from '../../../../platform/graphql/request-context.ts'
import type { Throttle } from '../../../../platform/graphql/request-limits.ts'
import type { RateLimitRule } from '../../../../platform/rate-limiting/rate-limit.ts'
import { Link, LinkNotFound } from '../../../publishing/links/index.ts'
import { AppealNotFound, LinkNotBlocked } from '../abuse.errors.ts'
import type { AppealUrlArgs } from '../abuse.inputs.ts'
import { recordAbuseAct } from '../abuse-act.entity.ts'
import { AbuseAppeal } from './appeal.entity.ts'
import { describeNextStep, type LinkAppeal, toLinkAppeal } from './appeal.types.ts'

/** How often the owner may appeal for one link. */
const appealRateLimit: RateLimitRule = { limit: 5, seconds: 24 * 3600 }

/** The last appeal for a link of the caller; null without one. */
export const loadAppeal = batchPerRequest(findAppeals)

/** Appeals of owners against the block of a link, as their owners see them. */
export class AppealService {
  /** The last appeal for a link of the caller; null without one. The appeals of a list of links are loaded together. */
  readonly load = loadAppeal

  constructor(private readonly throttle: Throttle) {}

  /**
   * Adds the message to the review queue. A link has one appeal: a later one replaces the message, and opens a dismissed
   * appeal again. Throws `LinkNotFound`, and `LinkNotBlocked` for a link that is not blocked.
   */
  async appeal(context: RequestContext, { id, message }: AppealUrlArgs): Promise<void> {
    const { accountId } = context
    const key = `${accountId} ${id}`
    await this.throttle.charge(context, [{ name: 'appeal', key, group: key, rule: appealRateLimit }])
    await context.em.transactional(async (em) => {
      // Decisions of reviewers lock the link too, so that no decision comes between the check and the appeal.
      const link = await lockOwned(context, em, Link, { id }, LinkNotFound)
      if (!link.isBlocked) throw new LinkNotBlocked()
      const [text, now] = [message.trim(), context.now()]
      const appeal = await em.findOne(AbuseAppeal, { link }, { refresh: true })
      if (appeal) appeal.renew(text, now)
      else em.persist(em.create(AbuseAppeal, { link, message: text, createdAt: now }))
      recordAbuseAct(context, em, 'appeal', { linkId: id, note: message })
    })
  }

  /** The last appeal for a link of the caller. Throws `LinkNotFound` and `AppealNotFound`. */
  async get(context: RequestContext, id: string): Promise<LinkAppeal> {
    await findOwned(context, Link, { id }, LinkNotFound, { refresh: true })
    const appeal = await this.load(context, id)
    if (!appeal) throw new AppealNotFound()
    return appeal
  }
}

async function findAppeals(context: RequestContext, linkIds: readonly string[]): Promise<(LinkAppeal | null)[]> {
  const appeals = await context.em.find(
    AbuseAppeal,
    { link: { id: { $in: [...linkIds] }, workspace: { $in: context.workspaceIds } } },
    { populate: ['link'], strategy: 'joined', refresh: true },
  )
  const appealById = new Map(appeals.map((appeal) => [appeal.link.id, toLinkAppeal(appeal.link.getEntity(), appeal)]))
  return linkIds.map((id) => appealById.get(id) ?? null)
}

/** Dismisses the open appeal of a link, which stays blocked. Returns whether there was one. */
export async function dismissAppeal(em: EntityManager, linkId: string, now: Date): Promise<boolean> {
  const dismissed = { state: 'dismissed', decidedAt: now } as const
  const dismissedCount = await em.nativeUpdate(AbuseAppeal, { link: linkId, state: 'open' }, dismissed)
  return dismissedCount > 0
}

/** Informs the owner of a link, whose causes are settled, that the appeal was dismissed. */
export async function recordDismissedAppeal(em: EntityManager, linkId: string, now: Date): Promise<void> {
  const link = await em.findOneOrFail(Link, { id: linkId }, { disableIdentityMap: true })
  if (!link.workspace) return
  await recordActivities(em, {
    workspaceId: link.workspace.id,
    // Owners do not learn which reviewer decided.
    actor: 'system',
    type: 'link.appeal_dismissed',
    subjectType: 'link',
    subjectId: linkId,
    source: 'lifecycle',
    severity: 'warning',
    summary: `${formatLinkName(link)} stays blocked: your appeal was dismissed. ${describeNextStep(link, 'dismissed')}`,
    at: now,
  })
}

/** Ends the open appeals of links that are no longer blocked. */
export async function endAppeals(em: EntityManager, linkIds: readonly string[], now: Date): Promise<void> {
  const unblocked = { state: 'unblocked', decidedAt: now } as const
  await em.nativeUpdate(AbuseAppeal, { link: { $in: [...linkIds] }, state: 'open' }, unblocked)
}

/** Deletes the appeals against former blocks of links that are blocked again. */
export async function forgetAppeals(em: EntityManager, linkIds: readonly string[]): Promise<void> {
  await em.nativeDelete(AbuseAppeal, { link: { $in: [...linkIds] } })
}
