import { sql } from '@mikro-orm/postgresql'
import type { EntityManager } from '../../platform/database/database.ts'
import { withoutQueryLog } from '../../platform/database/statements.ts'
import { findPage, type PageArgs } from '../../platform/graphql/pagination.ts'
import { batchPerRequest, type RequestContext } from '../../platform/graphql/request-context.ts'
import { Link, LinkNotFound, toCodeKey } from '../links/index.ts'
import type { AbuseReviewsArgs } from './abuse.inputs.ts'
import {
  countPendingReviews,
  findLinkIdByCode,
  findNewestActs,
  findNewestReports,
  findPendingReviews,
} from './abuse.queries.ts'
import { AbuseAct } from './abuse-act.entity.ts'
import { AbuseAppeal, AbuseReport } from './abuse-report.entity.ts'
import type { AbuseReview } from './abuse-review.types.ts'
import { LinkBlock } from './blocked-destination.entity.ts'

/** Links as reviewers see them. */
export class AbuseReviewService {
  /** The newest 20 reports of a link, open and settled. */
  readonly loadReports = batchPerRequest(findReports)
  /** The newest 20 acts on a link. */
  readonly loadActs = batchPerRequest(findActs)
  /** The patterns of the block list that block a link. */
  readonly loadBlockPatterns = batchPerRequest(findBlockPatterns)

  /** A page of the links that wait for a decision, the longest first, or of the blocked links, the newest first. */
  async list(context: RequestContext, { state, page, limit }: AbuseReviewsArgs): Promise<AbuseReview[]> {
    const find = state === 'open' ? findPendingLinks : findBlockedLinks
    return toReviews(context.em, await find(context, { page, limit }))
  }

  /** A page of the log of abuse, newest first. */
  listActs(context: RequestContext, page: PageArgs): Promise<AbuseAct[]> {
    return findPage(context, AbuseAct, {}, page, { orderBy: { createdAt: 'desc', id: 'desc' } })
  }

  /** Any link, by its id or by its code, reported or not. Throws `LinkNotFound`. */
  async get(context: RequestContext, idOrCode: string): Promise<AbuseReview> {
    const { em } = context
    // Ids contain an underscore, and codes do not.
    const codeKey = idOrCode.includes('_') ? null : toCodeKey(idOrCode)
    const id = codeKey === null ? idOrCode : await findLinkIdByCode(em, codeKey)
    const [review] = await toReviews(em, await em.find(Link, { id: id ?? '' }, { refresh: true }))
    if (!review) throw new LinkNotFound()
    return review
  }
}

async function findPendingLinks(context: RequestContext, { page, limit }: PageArgs): Promise<Link[]> {
  const { em } = context
  const pending = await findPendingReviews(em, { limit, offset: (page - 1) * limit })
  const links = await em.find(Link, { id: { $in: pending.map(({ linkId }) => linkId) } }, { refresh: true })
  context.setPage({ page, limit, total: await countPendingReviews(em) })
  const linkById = new Map(links.map((link) => [link.id, link]))
  return pending.flatMap(({ linkId }) => linkById.get(linkId) ?? [])
}

function findBlockedLinks(context: RequestContext, page: PageArgs): Promise<Link[]> {
  const orderBy = { blockedAt: 'desc', id: 'desc' } as const
  return findPage(context, Link, { blockedAt: { $ne: null } }, page, { orderBy, refresh: true })
}

/** The open reports of a link that give one reason. */
interface OpenReportsRow {
  readonly link: string
  readonly reason: string
  readonly count: number
  readonly first: string | Date
  readonly last: string | Date
}

/** The links in their order, with their open reports and appeals, by one statement each. */
async function toReviews(em: EntityManager, links: readonly Link[]): Promise<AbuseReview[]> {
  if (links.length === 0) return []
  const linkIds = links.map(({ id }) => id)
  const reportRows = await em
    .createQueryBuilder(AbuseReport)
    .select([
      'link',
      'reason',
      sql`count(*)::int`.as('count'),
      sql`min(created_at)`.as('first'),
      sql`max(created_at)`.as('last'),
    ])
    .where({ link: { $in: linkIds }, settledAt: null })
    .groupBy(['link', 'reason'])
    .execute<OpenReportsRow[]>()
  const appeals = await em.find(AbuseAppeal, { link: { $in: linkIds } }, { refresh: true })
  const reportsByLink = Map.groupBy(reportRows, ({ link }) => link)
  const appealByLink = new Map(appeals.map((appeal) => [appeal.link.id, appeal]))
  return links.map((link) => toReview(link, reportsByLink.get(link.id) ?? [], appealByLink.get(link.id) ?? null))
}

function toReview(link: Link, openReports: readonly OpenReportsRow[], appeal: AbuseAppeal | null): AbuseReview {
  const firstTimes = openReports.map(({ first }) => new Date(first).getTime())
  const lastTimes = openReports.map(({ last }) => new Date(last).getTime())
  return {
    id: link.id,
    shortUrl: link.code,
    title: link.title,
    destination: link.originalUrl,
    destinationHost: new URL(link.originalUrl).hostname,
    expiredDestination: link.expiredUrl,
    ownerId: link.owner?.id ?? null,
    clicks: link.currentClicks,
    createdAt: link.createdAt,
    isBlocked: link.isBlocked,
    blockedReason: link.blockedReason,
    blockedAt: link.blockedAt,
    openReports: openReports.reduce((sum, { count }) => sum + count, 0),
    reasons: openReports
      .map(({ reason, count }) => ({ reason, count }))
      .toSorted((a, b) => b.count - a.count || a.reason.localeCompare(b.reason)),
    firstReportedAt: openReports.length > 0 ? new Date(Math.min(...firstTimes)) : null,
    lastReportedAt: openReports.length > 0 ? new Date(Math.max(...lastTimes)) : null,
    appeal,
  }
}

async function findReports({ em }: RequestContext, linkIds: readonly string[]): Promise<AbuseReport[][]> {
  const reportsByLink = Map.groupBy(await findNewestReports(em, linkIds), ({ link }) => link.id)
  return linkIds.map((linkId) => reportsByLink.get(linkId) ?? [])
}

async function findActs({ em }: RequestContext, linkIds: readonly string[]): Promise<AbuseAct[][]> {
  const actsByLink = Map.groupBy(await findNewestActs(em, linkIds), (act) => act.linkId)
  return linkIds.map((linkId) => actsByLink.get(linkId) ?? [])
}

async function findBlockPatterns({ em }: RequestContext, linkIds: readonly string[]): Promise<string[][]> {
  const blocks = await em.find(
    LinkBlock,
    { link: { $in: [...linkIds] }, liftedAt: null, destination: { $ne: null } },
    { populate: ['destination'], orderBy: { destination: { pattern: 'asc' } }, strategy: 'joined', refresh: true },
  )
  const blocksByLink = Map.groupBy(blocks, ({ link }) => link.id)
  return linkIds.map((linkId) => (blocksByLink.get(linkId) ?? []).map(getPattern))
}

function getPattern({ destination }: LinkBlock): string {
  if (!destination) throw new Error('The query leaves out blocks without a destination.')
  return destination.getEntity().pattern
}

/** A link that waits for the decision of a reviewer. */
export interface LinkAwaitingReview {
  readonly id: string
  readonly code: string
  readonly reports: number
  readonly isAppealed: boolean
  /** When the first open report or the appeal was received. */
  readonly since: Date
}

/** Links that wait for a decision, the one that has waited longest first, and how many there are. */
export async function findLinksAwaitingReview(
  em: EntityManager,
  limit: number,
): Promise<[LinkAwaitingReview[], number]> {
  const pending = await findPendingReviews(em, { limit, offset: 0 })
  const linkIds = pending.map(({ linkId }) => linkId)
  const links = await em.find(
    Link,
    { id: { $in: linkIds } },
    { fields: ['code'], disableIdentityMap: true, ...withoutQueryLog() },
  )
  const codeById = new Map(links.map(({ id, code }) => [id, code]))
  const awaiting = pending.map(({ linkId, reportCount, isAppealed, since }) => ({
    id: linkId,
    code: codeById.get(linkId) ?? '',
    reports: reportCount,
    isAppealed,
    since,
  }))
  return [awaiting, pending.length < limit ? pending.length : await countPendingReviews(em)]
}
