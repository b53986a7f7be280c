import type { EntityManager } from '../database/open.ts'
import { run } from '../database/quiet.ts'

/** A link whose date has passed and which people still opened on its last day. */
export interface EndedLink {
  readonly id: string
  readonly code: string
  /** Clicks by people on the last day before the date. */
  readonly clicks: number
}

/** How long ago a date may have passed for its link to be one of them. */
const lookBackMs = 7 * 24 * 3600 * 1000

/** Links that are looked at, those that expired last. */
const mostLooked = 200

/** Fewer clicks on the last day are nothing to be told of. */
const fewestClicks = 10

/**
 * Links of an account that expired in the last 7 days, lead nowhere since, and were opened at least 10 times on their last
 * day, which is who is turned away now: what is turned away is not recorded. Most clicks first.
 */
export async function endedInUse(em: EntityManager, ownerId: string, now: Date, limit: number): Promise<EndedLink[]> {
  const since = new Date(now.getTime() - lookBackMs)
  return run<EndedLink>(em, endedSql, [ownerId, since, now, mostLooked, fewestClicks, limit])
}

const endedSql = `
  select id, code, clicks
    from (select id, code,
                 (select coalesce(sum(clicks), 0)::int from click_rollup
                   where url_id = ended.id and span = 'hour' and dimension = 'total'
                     and starts_at > ended.expires_at - interval '1 day' and starts_at < ended.expires_at) as clicks
            from (select id, code, expires_at from link
                   where owner_id = ? and expires_at > ? and expires_at <= ? and expired_url is null
                     and kind = 'link' and is_active and blocked_at is null
                   order by expires_at desc limit ?) as ended) as counted
   where clicks >= ? order by clicks desc, id limit ?`
