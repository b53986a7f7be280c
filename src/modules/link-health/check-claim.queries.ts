import type { EntityManager } from '../../platform/database/database.ts'
import { executeUnlogged, withoutQueryLog } from '../../platform/database/statements.ts'
import type { CheckRequest } from './response-classifier.ts'

/** A link that this process alone may look at now, at a host that nobody else calls for the next 10 seconds. */
export interface CheckClaim extends CheckRequest {
  readonly linkId: string
  readonly ownerId: string
  readonly code: string
  /** Where the link leads; `url` may be what that redirected to. */
  readonly destination: string
  /** Which one of the link it is. What comes of a turn is written down only while it is the last. */
  readonly turn: number
  /** When the first request of the check was made. */
  readonly begunAt: Date
  /** How long the requests before this one took. */
  readonly spentMs: number
  /** Checks in a row that have failed before this one. */
  readonly failures: number
}

/** Between two requests to one host, whoever makes them. */
const hostPauseMs = 10_000

/** Longer than one request with all that belongs to it takes. After it, whoever took the turn is taken for dead. */
const claimTimeoutMs = 20_000

/** When a link that cannot be checked (switched off, blocked, expired) is looked at again. */
const postponeMs = 6 * 3600 * 1000

interface DueLinkRow {
  readonly linkId: string
  readonly isToBeChecked: boolean
}

/**
 * Takes the turns of links that are due, one at each host and so many at most. Every host is held while its turn is
 * taken, so any number of nodes may do so at once. Links that cannot be checked are put off, and what was known of them
 * is forgotten.
 */
export async function claimDueChecks(em: EntityManager, now: Date, limit: number): Promise<CheckClaim[]> {
  if (limit <= 0) return []
  const after = (ms: number) => new Date(now.getTime() + ms)
  return em.transactional(async (inner) => {
    const readyHosts = await executeUnlogged<{ host: string }>(inner, readyHostsSql, [now, limit])
    if (readyHosts.length === 0) return []
    const hosts = JSON.stringify(readyHosts.map(({ host }) => host))
    const dueLinks = await executeUnlogged<DueLinkRow>(inner, dueLinksSql, [now, hosts, now])
    const [checkableIds, postponedIds] = [true, false].map((wanted) =>
      JSON.stringify(dueLinks.flatMap(({ linkId, isToBeChecked }) => (isToBeChecked === wanted ? [linkId] : []))),
    )
    const claims = await executeUnlogged<Omit<CheckClaim, 'begunAt'> & { begunAt: string | Date }>(inner, claimSql, [
      after(claimTimeoutMs),
      now,
      checkableIds,
    ])
    await executeUnlogged(inner, postponeSql, [after(postponeMs), after(postponeMs), postponedIds])
    await executeUnlogged(inner, pauseHostsSql, [checkableIds, after(hostPauseMs), hosts])
    return claims.map((claim) => ({ ...claim, begunAt: new Date(claim.begunAt) }))
  }, withoutQueryLog())
}

const readyHostsSql = `
  select host from health_host where ready_at <= ?::timestamptz order by ready_at limit ? for update skip locked`

/** The link of each host that has waited longest. */
const dueLinksSql = `
  select h.link_id as "linkId",
         coalesce(h.is_on, account.is_on, false) and l.is_active and l.blocked_at is null
           and (l.expires_at is null or l.expires_at > ?::timestamptz)
           and (l.click_limit is null or l.current_clicks < l.click_limit) as "isToBeChecked"
    from jsonb_array_elements_text(?::jsonb) as ready(host)
   cross join lateral (
     select link_id, owner_id, is_on from health_link
      where host = ready.host and next_check_at <= ?::timestamptz order by next_check_at limit 1) as h
    join link l on l.id = h.link_id
    left join health_account account on account.owner_id = h.owner_id`

const claimSql = `
  update health_link h
     set turn = h.turn + 1, next_check_at = ?::timestamptz, begun_at = coalesce(h.begun_at, ?::timestamptz)
    from link l
   where l.id = h.link_id and h.link_id in (select jsonb_array_elements_text(?::jsonb))
  returning h.link_id as "linkId", h.owner_id as "ownerId", l.code, l.original_url as destination, h.turn,
            h.begun_at as "begunAt", h.spent_ms as "spentMs", h.failures, coalesce(h.step_url, l.original_url) as url,
            coalesce(h.step_method, 'HEAD') as method, h.hops, h.step_status as "redirectStatus"`

/** What begins the next check of a link from its destination, whatever came of the one before. */
export const resetCheckSql = `
  begun_at = null, spent_ms = 0, step_url = null, step_method = null, step_status = null, hops = 0`

/** Nothing is known of a link any more. */
export const clearResultSql = `
  is_ok = null, status = null, error = null, is_frameable = null, checked_at = null, failures = 0, failing_since = null`

/** Back at the host of its destination, from where a redirect may have led it. */
const postponeSql = `
  update health_link
     set host = health_due(link.original_url, ?::timestamptz), turn = turn + 1, next_check_at = ?::timestamptz,
         ${resetCheckSql}, ${clearResultSql}
    from link where link.id = link_id and link_id in (select jsonb_array_elements_text(?::jsonb))`

/** A host rests after a request; one whose link was put off has not been called. */
const pauseHostsSql = `
  update health_host
     set due_at = (select min(next_check_at) from health_link where host = health_host.host),
         free_at = case when exists (
                     select 1 from health_link
                      where link_id in (select jsonb_array_elements_text(?::jsonb)) and host = health_host.host)
                     then ?::timestamptz else free_at end
   where host in (select jsonb_array_elements_text(?::jsonb))`
