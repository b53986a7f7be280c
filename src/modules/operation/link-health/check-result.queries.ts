import type { EntityManager } from '../../../platform/database/database.ts'
import { executeUnlogged } from '../../../platform/database/statements.ts'
import type { EventPublisher } from '../../../platform/events/event-publisher.ts'
import { newId } from '../../../platform/shared/ids.ts'
import { hourMs, minuteMs } from '../../../platform/shared/time.ts'
import { findOwnedLinkFacts, storeFrameability } from '../../publishing/links/index.ts'
import { type CheckClaim, resetCheckSql } from './check-claim.queries.ts'
import { LinkHealthCheck } from './link-health-check.entity.ts'
import type { CheckRequest, CheckResult } from './response-classifier.ts'

/** The time between two checks of a reachable destination. */
const checkIntervalMs = 6 * hourMs

/**
 * The time until the next check after the first failed check. It doubles with each further failure, up to the usual
 * interval.
 */
const firstRetryDelayMs = 15 * minuteMs

/** A destination is unreachable after this many failed checks in a row. */
export const unreachableFailureCount = 2

/**
 * A cloaked link that is not watched is checked once. When its destination fails, it is checked again like a watched
 * link, so for about a day.
 */
const maxFrameCheckFailures = 8

/** How many checks of one link are stored. */
const maxChecksPerLink = 1_000

/** Schedules the next request of a check, unless the link has changed since. Raw SQL: guarded by the version. */
export async function scheduleNextRequest(
  em: EntityManager,
  claim: CheckClaim,
  { url, method, redirects }: CheckRequest,
  requestDurationMs: number,
  now: Date,
): Promise<void> {
  const durationMs = claim.durationMs + requestDurationMs
  await executeUnlogged(
    em,
    `with scheduled as materialized (select schedule_link_health_host(?, ?::timestamptz) as host)
     update link_health
        set host = scheduled.host, next_check_at = ?::timestamptz, check_duration_ms = ?,
            request_url = ?, request_method = ?, redirects = ?::jsonb
       from scheduled
      where link_id = ? and version = ?`,
    [url, now, now, durationMs, url, method, JSON.stringify(redirects), claim.linkId, claim.version],
  )
}

/**
 * Stores the result of a check: on the link, as a check, and as an event when the link has become
 * unreachable or reachable again. Does nothing if the link has changed since it was claimed. For a link that is not
 * watched, only `isFrameable` is stored.
 */
export async function recordCheckResult(
  em: EntityManager,
  events: EventPublisher,
  claim: CheckClaim,
  result: CheckResult,
  requestDurationMs: number,
  now: Date,
): Promise<void> {
  const failureCount = result.isOk === false ? claim.failureCount + 1 : 0
  // The link is locked first, because a change of the destination also locks the link before its health.
  if (result.isFrameable !== null) await storeFrameability(em, claim, result.isFrameable)
  if (!claim.isWatched) {
    const isRetried = result.isOk === false && failureCount < maxFrameCheckFailures
    if (isRetried) await storeResult(em, claim, result, failureCount, now)
    else await endFrameCheck(em, claim)
    return
  }
  const isCurrent = await storeResult(em, claim, result, failureCount, now)
  if (!isCurrent || result.isOk === null) return
  const check = em.create(LinkHealthCheck, {
    id: newId('chk', now),
    workspace: claim.workspaceId,
    linkId: claim.linkId,
    startedAt: claim.startedAt,
    durationMs: claim.durationMs + requestDurationMs,
    status: result.status,
    isOk: result.isOk,
    error: result.error,
  })
  await em.persist(check).flush()
  await deleteOldChecks(em, claim.linkId)
  await publishReachabilityChange(em, events, claim, failureCount, result.error, now)
}

/** Raw SQL: one statement guarded by the version. Returns whether the link had this version. */
async function storeResult(
  em: EntityManager,
  claim: CheckClaim,
  { isOk, status, error }: CheckResult,
  failureCount: number,
  now: Date,
): Promise<boolean> {
  const nextCheckAt = new Date(now.getTime() + computeNextCheckDelayMs(failureCount))
  const updated = await executeUnlogged(
    em,
    `with scheduled as materialized (select schedule_link_health_host(?, ?::timestamptz) as host)
     update link_health
        set host = scheduled.host, next_check_at = ?::timestamptz,
            is_ok = ?::boolean, last_status = ?::int, last_error = ?, needs_frame_check = needs_frame_check and not ?,
            last_checked_at = ?::timestamptz, failure_count = ?::int,
            failing_since = case when ?::int > 0 then coalesce(failing_since, ?::timestamptz) end,
            ${resetCheckSql}
       from scheduled
      where link_id = ? and version = ?
     returning link_id`,
    [
      claim.destination,
      nextCheckAt,
      nextCheckAt,
      isOk,
      status,
      error,
      claim.isWatched,
      now,
      failureCount,
      failureCount,
      claim.startedAt,
      claim.linkId,
      claim.version,
    ],
  )
  return updated.length > 0
}

/** Ends the checks of a link that is not watched. Raw SQL: guarded by the version and by the settings. */
async function endFrameCheck(em: EntityManager, { linkId, version }: CheckClaim): Promise<void> {
  const isUnwatched = `not coalesce(
    health.is_watched, (select is_on from link_health_setting where workspace_id = health.workspace_id), false)`
  await executeUnlogged(
    em,
    `delete from link_health as health where link_id = ? and version = ? and is_watched is null and ${isUnwatched}`,
    [linkId, version],
  )
  await executeUnlogged(
    em,
    `update link_health as health
        set needs_frame_check = false, next_check_at = null, is_ok = null, last_status = null, last_error = null,
            last_checked_at = null, failure_count = 0, failing_since = null, ${resetCheckSql}
      where link_id = ? and version = ? and ${isUnwatched}`,
    [linkId, version],
  )
}

function computeNextCheckDelayMs(failureCount: number): number {
  return failureCount === 0 ? checkIntervalMs : Math.min(firstRetryDelayMs * 2 ** (failureCount - 1), checkIntervalMs)
}

/** Raw SQL: one statement that compares rows. */
async function deleteOldChecks(em: EntityManager, linkId: string): Promise<void> {
  await executeUnlogged(
    em,
    `delete from link_health_check
      where link_id = ?
        and (started_at, id) <= (
          select started_at, id from link_health_check
           where link_id = ?
           order by started_at desc, id desc
          offset ? limit 1)`,
    [linkId, linkId, maxChecksPerLink],
  )
}

async function publishReachabilityChange(
  em: EntityManager,
  events: EventPublisher,
  { linkId, failureCount: formerFailureCount }: CheckClaim,
  failureCount: number,
  error: string | null,
  now: Date,
): Promise<void> {
  const isUnreachable = failureCount === unreachableFailureCount
  const isReachableAgain = failureCount === 0 && formerFailureCount >= unreachableFailureCount
  if (!isUnreachable && !isReachableAgain) return
  for (const { workspaceId, link } of await findOwnedLinkFacts(em, [linkId])) {
    const common = { workspaceId, actor: 'system', linkId, at: now }
    if (isUnreachable) {
      await events.publish(em, { ...common, kind: 'link.unreachable', data: { link, reason: error ?? 'no answer' } })
    } else {
      await events.publish(em, { ...common, kind: 'link.reachable', data: { link } })
    }
  }
}
