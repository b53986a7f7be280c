import type { EntityManager } from '../../platform/database/database.ts'
import { executeUnlogged } from '../../platform/database/statements.ts'
import type { RequestContext } from '../../platform/graphql/request-context.ts'
import { LinkNotFound, toCodeKey } from '../links/index.ts'
import type { AbuseReviewsArgs, ReviewState } from './abuse.inputs.ts'
import type { AbuseReview } from './abuse-review.types.ts'

type RawTimestamp = string | Date | null

/** A link with what is open about it, as the statement below names it. */
interface ReviewRow {
  readonly id: string
  readonly code: string
  readonly title: string
  readonly original_url: string
  readonly expired_url: string | null
  readonly owner_id: string | null
  readonly current_clicks: number
  readonly created_at: string | Date
  readonly blocked_at: RawTimestamp
  readonly blocked_reason: string | null
  readonly reports: number | null
  readonly reasons: Readonly<Record<string, number>> | null
  readonly first_at: RawTimestamp
  readonly last_at: RawTimestamp
  readonly appeal: string | null
  readonly appealed_at: RawTimestamp
}

/** Links as reviewers see them: one, those that wait for a decision, and those that are blocked. */
export class AbuseReviewService {
  /** A page of the queue, who has waited longest first, or of the blocked links, the last one first. */
  async list(context: RequestContext, { state, page, limit }: AbuseReviewsArgs): Promise<AbuseReview[]> {
    const { em } = context
    const { from, where, order } = stateFilters[state]
    const [counted] = await em.execute<{ total: number }[]>(`select count(*)::int as total ${from} ${where}`)
    const rows = await em.execute<ReviewRow[]>(
      `select ${reviewColumns} ${from} ${reviewJoins} ${where} order by ${order} limit ?::int offset ?::int`,
      [limit, (page - 1) * limit],
    )
    context.setPage({ page, limit, total: counted?.total ?? 0 })
    return rows.map(toReview)
  }

  /** Any link, by its id or by its code, reported or not. Throws `LinkNotFound`. */
  async get(context: RequestContext, idOrCode: string): Promise<AbuseReview> {
    // No code has an underscore, and every id has one.
    const key = idOrCode.includes('_') ? null : toCodeKey(idOrCode)
    const where = key === null ? 'link.id = ?' : 'link.id = (select link_id from code where key = ?)'
    const [row] = await context.em.execute<ReviewRow[]>(
      `select ${reviewColumns} from link ${reviewJoins} where ${where}`,
      [key ?? idOrCode],
    )
    if (!row) throw new LinkNotFound()
    return toReview(row)
  }
}

const stateFilters: Readonly<
  Record<ReviewState, { readonly from: string; readonly where: string; readonly order: string }>
> = {
  open: {
    from: `
      from (select link_id, min(created_at) as since
              from (select link_id, created_at from abuse_report where settled_at is null
                    union all select link_id, created_at from abuse_appeal) as each
             group by link_id) as waiting
      join link on link.id = waiting.link_id`,
    where: '',
    order: 'since, link.id',
  },
  blocked: {
    from: 'from link',
    where: 'where link.blocked_at is not null',
    order: 'link.blocked_at desc, link.id desc',
  },
}

const reviewColumns = `
  link.id, code, title, original_url, expired_url, owner_id, current_clicks, link.created_at, blocked_at, blocked_reason,
  reports, reasons, first_at, last_at, appeal.message as appeal, appeal.created_at as appealed_at`

const reviewJoins = `
  left join abuse_appeal as appeal on appeal.link_id = link.id
  left join lateral (
    select sum(count)::int as reports, jsonb_object_agg(reason, count) as reasons, min(first) as first_at,
           max(last) as last_at
      from (select reason, count(*)::int as count, min(created_at) as first, max(created_at) as last
              from abuse_report where link_id = link.id and settled_at is null group by reason) as each) as open on true`

function toReview(row: ReviewRow): AbuseReview {
  const reasons = Object.entries(row.reasons ?? {}).map(([reason, count]) => ({ reason, count }))
  return {
    id: row.id,
    shortUrl: row.code,
    title: row.title,
    destination: row.original_url,
    destinationHost: new URL(row.original_url).hostname,
    expiredDestination: row.expired_url,
    ownerId: row.owner_id,
    clicks: row.current_clicks,
    createdAt: new Date(row.created_at),
    isBlocked: row.blocked_at !== null,
    blockedReason: row.blocked_reason,
    blockedAt: toDate(row.blocked_at),
    openReports: row.reports ?? 0,
    reasons: reasons.toSorted((a, b) => b.count - a.count || a.reason.localeCompare(b.reason)),
    firstReportedAt: toDate(row.first_at),
    lastReportedAt: toDate(row.last_at),
    appeal: row.appeal === null ? null : { message: row.appeal, createdAt: new Date(row.appealed_at as string | Date) },
  }
}

function toDate(value: RawTimestamp): Date | null {
  return value === null ? null : new Date(value)
}

/** A link on which a reviewer has to decide. */
export interface LinkAwaitingReview {
  readonly id: string
  readonly code: string
  readonly reports: number
  readonly isAppealed: boolean
  /** When the first report or the appeal came that waits. */
  readonly since: Date
}

/** Links that wait for a decision, who has waited longest first; and how many there are. */
export async function findLinksAwaitingReview(
  em: EntityManager,
  limit: number,
): Promise<[LinkAwaitingReview[], number]> {
  type LinkAwaitingReviewRow = Omit<LinkAwaitingReview, 'since'> & {
    readonly since: string | Date
    readonly total: number
  }
  const rows = await executeUnlogged<LinkAwaitingReviewRow>(em, waitingSql, [limit])
  return [rows.map(({ total: _total, since, ...row }) => ({ ...row, since: new Date(since) })), rows[0]?.total ?? 0]
}

const waitingSql = `
  select link.id, link.code, reports, "isAppealed", since, total
    from (select link_id, min(created_at) as since, count(*) filter (where not is_appeal)::int as reports,
                 bool_or(is_appeal) as "isAppealed", count(*) over ()::int as total
            from (select link_id, created_at, false as is_appeal from abuse_report where settled_at is null
                  union all select link_id, created_at, true from abuse_appeal) as each
           group by link_id order by since, link_id limit ?) as waiting
    join link on link.id = waiting.link_id order by since, link.id`
