import type { EntityManager } from '../../../../../../platform/database/database.ts'
import { addToHistogramSql, bucketSql } from '../../../../../../platform/database/duration-histogram.queries.ts'
import { executeUnlogged } from '../../../../../../platform/database/statements.ts'
import { subscribersInSql } from '../../../../../../platform/events/event.queries.ts'

// Raw SQL, because each function is one statement for all clicks of a batch.

/** Who wants to hear of clicks: the owner of a workspace, about all links or one, or a subscription to live clicks. */
export interface Interest {
  readonly kind: 'link.clicked' | 'qr.scanned' | 'live'
  /** Empty for `live`. */
  readonly workspaceId: string
  /** Empty for all links; for `live` the id of a link or of a workspace. */
  readonly subject: string
}

/** Finds who wants to hear of clicks in these workspaces, or on these links. Usually nobody does. */
export function findInterests(
  em: EntityManager,
  workspaceIds: readonly string[],
  linkIds: readonly string[],
): Promise<Interest[]> {
  const [workspaces, links] = [JSON.stringify(workspaceIds), JSON.stringify(linkIds)]
  return executeUnlogged<Interest>(em, interestsSql, [workspaces, workspaces, links])
}

const interestsSql = `
  ${subscribersInSql('link.clicked', 'qr.scanned')}
  union all
  select 'live', '', subject_id
    from click_feed_interest
   where ends_at > now()
     and (subject_id in (select jsonb_array_elements_text(?::jsonb))
       or subject_id in (select jsonb_array_elements_text(?::jsonb)))`

/** What events say of a link. */
export interface EventLink {
  readonly id: string
  readonly domainHost: string | null
  readonly code: string
  readonly qrId: string | null
}

export async function findEventLinks(em: EntityManager, linkIds: readonly string[]): Promise<Map<string, EventLink>> {
  const rows = await executeUnlogged<EventLink>(em, eventLinksSql, [JSON.stringify(linkIds)])
  return new Map(rows.map((row) => [row.id, row]))
}

const eventLinksSql = `
  select id, domain_host as "domainHost", code, find_dynamic_qr(id) as "qrId"
    from link
   where id in (select jsonb_array_elements_text(?::jsonb))`

/** The lag of clicks with the same one. */
export interface ClickLagRow {
  readonly workspace_id: string
  readonly ms: number
  readonly clicks: number
}

/** Adds the time until the clicks were counted to the histogram of their workspaces. */
export async function recordLags(em: EntityManager, lags: readonly ClickLagRow[], now: Date): Promise<void> {
  if (lags.length > 0) await executeUnlogged(em, recordLagsSql, [now, JSON.stringify(lags)])
}

const recordLagsSql = addToHistogramSql(
  'click_sum',
  `
  select workspace_id as subject_id, 'lag' as measure, ?::timestamptz as at, ${bucketSql('ms')} as bucket,
         sum(clicks) as count, sum(ms * clicks)::bigint as total_ms
    from jsonb_to_recordset(?::jsonb) as lag (workspace_id text, ms bigint, clicks int)
   group by workspace_id, ${bucketSql('ms')}`,
)
