import { sql } from '@mikro-orm/postgresql'
import DataLoader from 'dataloader'
import type { EntityManager } from '../../platform/database/database.ts'
import { withoutQueryLog } from '../../platform/database/statements.ts'
import { perRequest, type RequestContext } from '../../platform/graphql/request-context.ts'
import { Link, LinkNotFound, toCodeKey } from '../links/index.ts'
import type { AbuseReviewsArgs } from './abuse.inputs.ts'
import {
  countPendingReviews,
  findLinkIdByCode,
  findNewestActs,
  findNewestReports,
  findPendingReviews,
} from './abuse.queries.ts'
import type { AbuseAct } from './abuse-act.entity.ts'
import { AbuseAppeal, AbuseReport } from './abuse-report.entity.ts'
import type { AbuseReview } from './abuse-review.types.ts'
import { LinkBlock } from './blocked-destination.entity.ts'

/** Links as reviewers see them. */
export class AbuseReviewService {
  readonly #reports = perRequest(
    ({ em }) => new DataLoader<string, AbuseReport[]>((linkIds) => loadReports(em, linkIds), { cache: false }),
  )
  readonly #acts = perRequest(
    ({ em }) => new DataLoader<string, AbuseAct[]>((linkIds) => loadActs(em, linkIds), { cache: false }),
  )
  readonly #blockPatterns = perRequest(
    ({ em }) => new DataLoader<string, string[]>((linkIds) => loadBlockPatterns(em, linkIds), { cache: false }),
  )

  /** A page of the links that wait for a decision, the longest first, or of the blocked links, the newest first. */
  async list(context: RequestContext, { state, page, limit }: AbuseReviewsArgs): Promise<AbuseReview[]> {
    const range = { limit, offset: (page - 1) * limit }
    const [links, total] =
      state === 'open' ? await findPendingLinks(context.em, range) : await findBlockedLinks(context.em, range)
    context.setPage({ page, limit, total })
    return toReviews(context.em, links)
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

  /** The newest 20 reports of a link, open and settled. */
  loadReports(context: RequestContext, linkId: string): Promise<AbuseReport[]> {
    return this.#reports(context).load(linkId)
  }

  /** The newest 20 acts on a link. */
  loadActs(context: RequestContext, linkId: string): Promise<AbuseAct[]> {
    return this.#acts(context).load(linkId)
  }

  /** The patterns of the block list that block a link. */
  loadBlockPatterns(context: RequestContext, linkId: string): Promise<string[]> {
    return this.#blockPatterns(context).load(linkId)
  }
}

interface RowRange {
  readonly limit: number
  readonly offset: number
}

async function findPendingLinks(em: EntityManager, range: RowRange): Promise<[Link[], number]> {
  const pending = await findPendingReviews(em, range)
  const links = await em.find(Link, { id: { $in: pending.map(({ linkId }) => linkId) } }, { refresh: true })
  const linkById = new Map(links.map((link) => [link.id, link]))
  return [pending.flatMap(({ linkId }) => linkById.get(linkId) ?? []), await countPendingReviews(em)]
}

function findBlockedLinks(em: EntityManager, range: RowRange): Promise<[Link[], number]> {
  return em.findAndCount(
    Link,
    { blockedAt: { $ne: null } },
    { ...range, orderBy: { blockedAt: 'desc', id: 'desc' }, refresh: true },
  )
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

async function loadReports(em: EntityManager, linkIds: readonly string[]): Promise<AbuseReport[][]> {
  const reportsByLink = Map.groupBy(await findNewestReports(em, linkIds), ({ link }) => link.id)
  return linkIds.map((linkId) => reportsByLink.get(linkId) ?? [])
}

async function loadActs(em: EntityManager, linkIds: readonly string[]): Promise<AbuseAct[][]> {
  const actsByLink = Map.groupBy(await findNewestActs(em, linkIds), (act) => act.linkId)
  return linkIds.map((linkId) => actsByLink.get(linkId) ?? [])
}

async function loadBlockPatterns(em: EntityManager, linkIds: readonly string[]): Promise<string[][]> {
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
