import type { EntityManager } from '../../../platform/database/database.ts'
import { executeUnlogged } from '../../../platform/database/statements.ts'

/** A link whose expiry date has passed. If there is none, one row contains only the watermark. */
export interface ExpiredLinkRow {
  readonly checked_until: string | Date
  readonly id: string
  readonly expires_at: string | Date
  /** Whether this transaction publishes the event. If not, another node publishes it. */
  readonly is_claimed: boolean
}

/**
 * Claims links whose expiry date has passed since the watermark, in the order of their dates.
 * One guarded statement, because every node runs it each second: the primary key decides which node publishes the event.
 * It starts 5 minutes before the watermark, because clocks differ and a change may not have been committed.
 */
export function claimExpiredLinks(em: EntityManager, now: Date, limit: number): Promise<ExpiredLinkRow[]> {
  return executeUnlogged<ExpiredLinkRow>(em, claimExpiredLinksSql, [now, limit])
}

const claimExpiredLinksSql = `
  with watermark as (select checked_until from event_expiry_watermark),
  due as materialized (
    select id, expires_at from link
     where expires_at > (select checked_until - interval '5 minutes' from watermark) and expires_at <= ?
       and workspace_id is not null
       and not exists (
         select 1 from event_link_end as published
          where published.link_id = link.id and published.kind = 'link.expired'
            and published.cause = extract(epoch from link.expires_at)::text)
     order by expires_at
     limit ?),
  claimed as (
    insert into event_link_end (link_id, kind, cause)
    select id, 'link.expired', extract(epoch from expires_at)::text from due
    on conflict do nothing
    returning link_id)
  select watermark.checked_until, due.id, due.expires_at, claimed.link_id is not null as is_claimed
    from watermark left join due on true left join claimed on claimed.link_id = due.id
   order by due.expires_at`

/**
 * Records that it was told that links expire, each date once, and returns the ids of those that were not told of. One guarded
 * statement, because the primary key decides.
 */
export function claimExpiryNotices(em: EntityManager, linkIds: readonly string[]): Promise<{ id: string }[]> {
  return executeUnlogged<{ id: string }>(em, claimExpiryNoticesSql, [linkIds])
}

const claimExpiryNoticesSql = `
  insert into event_link_end (link_id, kind, cause)
  select id, 'link.expiring', extract(epoch from expires_at)::text
    from link
   where id in (?) and expires_at is not null and workspace_id is not null
  on conflict do nothing
  returning link_id as id`

/**
 * Records which of the links have reached their click limit, each limit once, and returns their ids. Links without an
 * owner are left out. One guarded statement, because the primary key decides.
 */
export function claimReachedLimits(em: EntityManager, linkIds: readonly string[]): Promise<{ id: string }[]> {
  return executeUnlogged<{ id: string }>(em, claimReachedLimitsSql, [linkIds])
}

const claimReachedLimitsSql = `
  insert into event_link_end (link_id, kind, cause)
  select id, 'link.limit_reached', click_limit::text
    from link
   where id in (?) and current_clicks - past_clicks >= click_limit and workspace_id is not null
  on conflict do nothing
  returning link_id as id`

/**
 * Stores whether the destination of a link allows frames of the short address, unless the link has another destination
 * by now. One guarded statement, because the link may be changed at the same time. An unchanged answer is not written.
 */
export async function storeFrameability(
  em: EntityManager,
  { linkId, destination }: { readonly linkId: string; readonly destination: string },
  isFrameable: boolean,
): Promise<void> {
  await executeUnlogged(
    em,
    'update link set is_frameable = ? where id = ? and original_url = ? and is_frameable is distinct from ?',
    [isFrameable, linkId, destination, isFrameable],
  )
}
