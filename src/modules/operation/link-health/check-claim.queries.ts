import type { EntityManager } from '../../../platform/database/database.ts'
import { executeUnlogged, withoutQueryLog } from '../../../platform/database/statements.ts'
import { hourMs } from '../../../platform/shared/time.ts'
import { firstOwnerSql } from '../../identity/workspaces/index.ts'
import type { CheckRequest } from './response-classifier.ts'

/** A request that only this process makes. For the next 10 seconds, no other process calls the host. */
export interface CheckClaim extends CheckRequest {
  readonly linkId: string
  readonly workspaceId: string
  /** The account for which the request is made. */
  readonly accountId: string
  readonly code: string
  readonly domainHost: string | null
  /** If the link is not watched, the check is only about frames, and nothing else is stored. */
  readonly isWatched: boolean
  /** Destination of the link. `url` is another address after a redirect. */
  readonly destination: string
  /** The result is stored only if the link still has this version. */
  readonly version: number
  /** When the first request of the check was made. */
  readonly startedAt: Date
  /** How long the earlier requests of the check took. */
  readonly durationMs: number
  /** How many checks in a row have failed before this one. */
  readonly failureCount: number
}

/** The pause between two requests to one host, by any process. */
const hostPauseMs = 10_000

/**
 * How long a claim lasts, which is longer than any request. After this time, a process without a stored result is
 * considered dead.
 */
const claimTimeoutMs = 20_000

/** After this long, a link that could not be checked (switched off, blocked, expired) is due again. */
const postponeMs = 6 * hourMs

/** The work that is due now. */
interface PendingWork {
  readonly hasUnappliedSettings: boolean
  readonly hasReadyHosts: boolean
}

/** Raw SQL: it runs twice a second on every node, and nearly always finds nothing. */
export async function findPendingWork(em: EntityManager, now: Date): Promise<PendingWork | undefined> {
  const [row] = await executeUnlogged<PendingWork>(
    em,
    `select exists (select 1 from link_health_setting where unapplied_before is not null) as "hasUnappliedSettings",
            exists (select 1 from link_health_host where ready_at <= ?::timestamptz) as "hasReadyHosts"`,
    [now],
  )
  return row
}

/**
 * Claims up to `limit` due checks, one for each host. Links that cannot be checked are postponed and lose their result.
 * Raw SQL: the hosts are locked with SKIP LOCKED, so that any number of nodes may claim at once.
 */
export async function claimDueChecks(em: EntityManager, now: Date, limit: number): Promise<CheckClaim[]> {
  if (limit <= 0) return []
  const after = (ms: number) => new Date(now.getTime() + ms)
  return em.transactional(async (inner) => {
    const readyHosts = await executeUnlogged<{ host: string }>(inner, lockReadyHostsSql, [now, limit])
    if (readyHosts.length === 0) return []
    const hosts = JSON.stringify(readyHosts.map(({ host }) => host))
    const dueLinks = await executeUnlogged<{ id: string; isCheckable: boolean }>(inner, dueLinksSql, [now, hosts, now])
    const checkableIds = JSON.stringify(dueLinks.filter((link) => link.isCheckable).map(({ id }) => id))
    const postponedIds = JSON.stringify(dueLinks.filter((link) => !link.isCheckable).map(({ id }) => id))
    const claims = await executeUnlogged<ClaimRow>(inner, claimSql, [after(claimTimeoutMs), now, checkableIds])
    await executeUnlogged(inner, postponeSql, [after(postponeMs), after(postponeMs), postponedIds])
    await executeUnlogged(inner, pauseHostsSql, [checkableIds, after(hostPauseMs), hosts])
    return claims.map((row) => ({ ...row, startedAt: new Date(row.startedAt) }))
  }, withoutQueryLog())
}

type ClaimRow = Omit<CheckClaim, 'startedAt'> & { readonly startedAt: string | Date }

const lockReadyHostsSql = `
  select host from link_health_host
   where ready_at <= ?::timestamptz
   order by ready_at
   limit ?
     for update skip locked`

/** For each host, the link that has been due the longest. */
const dueLinksSql = `
  select health.link_id as id,
         (health.needs_frame_check or coalesce(health.is_watched, setting.is_on, false))
           and link.is_active
           and link.blocked_at is null
           and (link.expires_at is null or link.expires_at > ?::timestamptz)
           and (link.click_limit is null or link.current_clicks - link.past_clicks < link.click_limit)
           and (select coalesce(deleted_at, suspended_at) from workspace where workspace.id = health.workspace_id) is null as "isCheckable"
    from jsonb_array_elements_text(?::jsonb) as ready(host)
   cross join lateral (
     select link_id, workspace_id, is_watched, needs_frame_check from link_health
      where host = ready.host and next_check_at <= ?::timestamptz
      order by next_check_at
      limit 1) as health
    join link on link.id = health.link_id
    left join link_health_setting as setting on setting.workspace_id = health.workspace_id`

const claimSql = `
  update link_health as health
     set version = health.version + 1,
         next_check_at = ?::timestamptz,
         check_started_at = coalesce(health.check_started_at, ?::timestamptz)
    from link
    left join link_health_setting as setting on setting.workspace_id = link.workspace_id
   where link.id = health.link_id
     and health.link_id in (select jsonb_array_elements_text(?::jsonb))
  returning health.link_id as "linkId", health.workspace_id as "workspaceId",
            coalesce(${firstOwnerSql('health.workspace_id')}, health.workspace_id) as "accountId", link.code, link.domain_host as "domainHost",
            link.original_url as destination,
            coalesce(health.is_watched, setting.is_on, false) as "isWatched", health.version, health.check_started_at as "startedAt", health.check_duration_ms as "durationMs",
            health.failure_count as "failureCount", coalesce(health.request_url, link.original_url) as url,
            coalesce(health.request_method, 'HEAD') as method, health.redirects`

/** Ends a check, so that the next check starts at the destination. */
export const resetCheckSql = `
  check_started_at = null, check_duration_ms = 0, request_url = null, request_method = null,
  redirects = '[]'`

/** A redirect may have changed the host, so the row gets the host of the destination again. */
const postponeSql = `
  update link_health
     set host = schedule_link_health_host(link.original_url, ?::timestamptz),
         version = version + 1,
         next_check_at = ?::timestamptz,
         is_ok = null, last_status = null, last_error = null, last_checked_at = null,
         failure_count = 0, failing_since = null,
         ${resetCheckSql}
    from link
   where link.id = link_id
     and link_id in (select jsonb_array_elements_text(?::jsonb))`

/** A host whose link was postponed is not paused, because it was not called. */
const pauseHostsSql = `
  update link_health_host
     set due_at = (select min(next_check_at) from link_health where host = link_health_host.host),
         paused_until = case when exists (
           select 1 from link_health
            where link_id in (select jsonb_array_elements_text(?::jsonb)) and host = link_health_host.host)
           then ?::timestamptz else paused_until end
   where host in (select jsonb_array_elements_text(?::jsonb))`
