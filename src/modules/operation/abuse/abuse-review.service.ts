import { sql } from '@mikro-orm/postgresql'
import type { EntityManager } from '../../../platform/database/database.ts'
import { withoutQueryLog } from '../../../platform/database/statements.ts'
import {
  buildKeysetQuery,
  defaultPageSize,
  readSlice,
  type Slice,
} from '../../../platform/graphql/pagination/keyset.ts'
import type { ConnectionArgs, PagedConnectionArgs } from '../../../platform/graphql/pagination/page.inputs.ts'
import { createConnection, findConnection } from '../../../platform/graphql/pagination/pagination.ts'
import { batchById, batchPerRequest, type RequestContext } from '../../../platform/graphql/request-context.ts'
import {
  type AbuseReason,
  type DomainDirectory,
  formatShortName,
  Link,
  LinkNotFound,
} from '../../publishing/links/index.ts'
import { AbuseActNotFound, AbuseReportNotFound } from './abuse.errors.ts'
import type { AbuseReviewFilterArgs, ReviewState } from './abuse.inputs.ts'
import {
  countPendingReviews,
  findLinkIdByCode,
  findNewestActs,
  findNewestReports,
  findPendingReviews,
} from './abuse.queries.ts'
import { AbuseAct, AbuseActConnection, newestActsFirst } from './abuse-act.entity.ts'
import { AbuseReport } from './abuse-report.entity.ts'
import { AbuseReview, AbuseReviewConnection, newestBlocksFirst, reviewOrders } from './abuse-review.types.ts'
import { AbuseAppeal } from './appeals/appeal.entity.ts'
import { LinkBlock } from './blocked-destination.entity.ts'

/**
 * A link in the form that reviewers see; null when it was deleted. The caller of this method checks that a reviewer
 * requests it.
 */
export const loadReview = batchById(findReviews)

/** Links as reviewers see them. */
export class AbuseReviewService {
  constructor(private readonly domainDirectory: DomainDirectory) {}

  readonly load = loadReview
  /** The newest 20 reports of a link, open and settled. */
  readonly loadReports = batchPerRequest(findReports)
  /** The newest 20 acts on a link. */
  readonly loadActs = batchPerRequest(findActs)
  /** The patterns of the block list that block a link. */
  readonly loadBlockPatterns = batchPerRequest(findBlockPatterns)

  /** Links that wait for a decision, the longest first, or blocked links, the newest first. */
  async list(
    context: RequestContext,
    args: PagedConnectionArgs,
    { state }: AbuseReviewFilterArgs,
  ): Promise<AbuseReviewConnection> {
    const { em } = context
    const { find, count } = reviewLists[state]
    const order = reviewOrders[state]
    const { slice, offset } = context.isRest ? toPageSlice(args) : { slice: readSlice(order, args), offset: 0 }
    const reviews = await find(em, slice, offset)
    const countAll = () => count(em)
    if (context.isRest) context.setPage({ page: args.page ?? 1, limit: slice.size, total: await countAll() })
    return createConnection(AbuseReviewConnection, reviews, { order, slice, countAll })
  }

  /** The log of abuse, newest first. */
  listActs(context: RequestContext, page: ConnectionArgs): Promise<AbuseActConnection> {
    return findConnection(context, AbuseActConnection, AbuseAct, { where: {}, order: newestActsFirst }, page)
  }

  /** Throws `AbuseActNotFound`. */
  getAct({ em }: RequestContext, id: string): Promise<AbuseAct> {
    return em.findOneOrFail(AbuseAct, { id }, { failHandler: () => new AbuseActNotFound() })
  }

  /** Throws `AbuseReportNotFound`. */
  getReport({ em }: RequestContext, id: string): Promise<AbuseReport> {
    return em.findOneOrFail(AbuseReport, { id }, { refresh: true, failHandler: () => new AbuseReportNotFound() })
  }

  /** Any link, by its id, its code or its short address, reported or not. Throws `LinkNotFound`. */
  async get(context: RequestContext, idOrCode: string): Promise<AbuseReview> {
    const { em } = context
    // Ids contain an underscore, and of the addresses only some with a host do.
    const isId = idOrCode.includes('_') && !idOrCode.includes('/')
    const address = isId ? null : this.domainDirectory.readAddress(idOrCode)
    const id = address === null ? idOrCode : await findLinkIdByCode(em, address.routeKeys)
    const [review] = await findReviews(context, [id ?? ''])
    if (!review) throw new LinkNotFound()
    return review
  }
}

interface ReviewList {
  /** One more row than the slice shows whether there are further rows. */
  find(em: EntityManager, slice: Slice, offset: number): Promise<AbuseReview[]>
  count(em: EntityManager): Promise<number>
}

const blockedLinks = { blockedAt: { $ne: null } }

const reviewLists: Readonly<Record<ReviewState, ReviewList>> = {
  open: { find: findPendingPage, count: countPendingReviews },
  blocked: { find: findBlockedPage, count: (em) => em.count(Link, blockedLinks) },
}

/** The slice of a page number of REST. */
function toPageSlice({ page, limit }: PagedConnectionArgs): { readonly slice: Slice; readonly offset: number } {
  const size = limit ?? defaultPageSize
  return { slice: { size, isBackward: false, after: null, before: null }, offset: ((page ?? 1) - 1) * size }
}

async function findPendingPage(em: EntityManager, slice: Slice, offset: number): Promise<AbuseReview[]> {
  const pending = await findPendingReviews(em, { ...slice, limit: slice.size + 1, offset })
  const links = await em.find(Link, { id: { $in: pending.map(({ linkId }) => linkId) } }, { refresh: true })
  const reviewById = new Map((await toReviews(em, links)).map((review) => [review.id, review]))
  // The position in the list, even if a decision was made meanwhile.
  return pending.flatMap(({ linkId, since }) => {
    const review = reviewById.get(linkId)
    return review ? Object.assign(review, { waitingSince: since }) : []
  })
}

async function findBlockedPage(em: EntityManager, slice: Slice, offset: number): Promise<AbuseReview[]> {
  const { where, ...page } = buildKeysetQuery<Link>(newestBlocksFirst, slice)
  const links = await em.find(Link, { $and: [blockedLinks, ...where] }, { ...page, offset, refresh: true })
  return toReviews(em, links)
}

async function findReviews({ em }: RequestContext, linkIds: string[]): Promise<AbuseReview[]> {
  return toReviews(em, await em.find(Link, { id: { $in: linkIds } }, { refresh: true }))
}

/** The open reports of a link that give one reason. */
interface OpenReportsRow {
  readonly link: string
  readonly reason: AbuseReason
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
  const appeals = await em.find(AbuseAppeal, { link: { $in: linkIds }, state: 'open' }, { refresh: true })
  const reportsByLink = Map.groupBy(reportRows, ({ link }) => link)
  const appealByLink = new Map(appeals.map((appeal) => [appeal.link.id, appeal]))
  return links.map((link) => toReview(link, reportsByLink.get(link.id) ?? [], appealByLink.get(link.id) ?? null))
}

/** The fields of a review that its link has under the same name. */
const copiedFields = [
  ...(['id', 'code', 'domainHost', 'title', 'creator', 'currentClicks', 'createdAt'] as const),
  ...(['isBlocked', 'blockedReason', 'blockedAt', 'notYetUrl', 'expiredUrl'] as const),
]

function toReview(link: Link, openReports: readonly OpenReportsRow[], appeal: AbuseAppeal | null): AbuseReview {
  const firstReportedAt = earliest(openReports.map(({ first }) => new Date(first)))
  return Object.assign(new AbuseReview(), {
    ...Object.fromEntries(copiedFields.map((name) => [name, link[name]])),
    destination: link.originalUrl,
    destinationHost: new URL(link.originalUrl).hostname,
    openReports: openReports.reduce((sum, { count }) => sum + count, 0),
    reasons: openReports
      .map(({ reason, count }) => ({ reason, count }))
      .toSorted((a, b) => b.count - a.count || a.reason.localeCompare(b.reason)),
    firstReportedAt,
    lastReportedAt: latest(openReports.map(({ last }) => new Date(last))),
    waitingSince: earliest([firstReportedAt, appeal?.createdAt].filter((time) => time != null)),
    appeal,
  })
}

function earliest(times: readonly Date[]): Date | null {
  return times.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null
}

function latest(times: readonly Date[]): Date | null {
  return times.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null
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
  /** As `formatShortName`. */
  readonly name: string
  readonly reports: number
  readonly isAppealed: boolean
  /** When the first open report or the appeal was received. */
  readonly since: Date
}

/** Links that wait for a decision, the longest waiting link first, and their number. */
export async function findLinksAwaitingReview(
  em: EntityManager,
  limit: number,
): Promise<[LinkAwaitingReview[], number]> {
  const pending = await findPendingReviews(em, { limit, offset: 0, isBackward: false, after: null, before: null })
  const linkIds = pending.map(({ linkId }) => linkId)
  const links = await em.find(
    Link,
    { id: { $in: linkIds } },
    { fields: ['code', 'domainHost'], disableIdentityMap: true, ...withoutQueryLog() },
  )
  const nameById = new Map(links.map((link) => [link.id, formatShortName(link)]))
  const awaiting = pending.map(({ linkId, reportCount, isAppealed, since }) => ({
    id: linkId,
    name: nameById.get(linkId) ?? '',
    reports: reportCount,
    isAppealed,
    since,
  }))
  return [awaiting, pending.length < limit ? pending.length : await countPendingReviews(em)]
}
