import { recordActivities } from '../../platform/audit-log/activity.queries.ts'
import type { EntityManager } from '../../platform/database/database.ts'
import { executeUnlogged } from '../../platform/database/statements.ts'
import { minuteMs } from '../../platform/shared/durations.ts'
import { newId } from '../../platform/shared/ids.ts'
import { type CheckClaim, resetCheckSql } from './check-claim.queries.ts'
import type { CheckRequest, CheckResult } from './response-classifier.ts'

/** Between two checks of a destination that is well. */
const checkIntervalMs = 6 * 60 * minuteMs

/** After a check that failed; twice as long after each further one, until it is the usual time. */
const firstRetryDelayMs = 15 * minuteMs

/** So many failed checks in a row make a destination unreachable: one is a hiccup. */
export const unreachableFailureCount = 2

/** Checks of one link that are kept, whatever its owner has had checked in between. */
const maxChecksPerLink = 1_000

/** Has the next request of a check made as soon as its host may be called. */
export async function scheduleNextRequest(
  em: EntityManager,
  claim: CheckClaim,
  nextRequest: CheckRequest,
  requestDurationMs: number,
  now: Date,
): Promise<void> {
  const { url, method, redirectStatus, hops } = nextRequest
  await executeUnlogged(em, scheduleNextRequestSql, [
    ...[url, now, now, claim.spentMs + requestDurationMs],
    ...[url, method, redirectStatus, hops, claim.linkId, claim.turn],
  ])
}

/**
 * Writes down what a check found, in a transaction: on the link, in the log of checks, and for its owner when the link
 * has become unreachable or is back. Nothing, when the link has been changed meanwhile.
 */
export async function recordCheckResult(
  em: EntityManager,
  claim: CheckClaim,
  result: CheckResult,
  requestDurationMs: number,
  now: Date,
): Promise<void> {
  const { isOk, status, error, isFrameable } = result
  const failures = isOk === false ? claim.failures + 1 : 0
  const nextCheckAt = new Date(now.getTime() + computeNextCheckDelayMs(failures))
  const updated = await executeUnlogged(em, recordCheckResultSql, [
    ...[claim.destination, nextCheckAt, nextCheckAt, isOk, status, error, isFrameable, now],
    ...[failures, failures, claim.begunAt, claim.linkId, claim.turn],
  ])
  if (updated.length === 0 || isOk === null) return
  const { linkId, ownerId, begunAt, spentMs } = claim
  const durationMs = spentMs + requestDurationMs
  await executeUnlogged(em, insertCheckSql, [
    newId('chk', now),
    ownerId,
    linkId,
    begunAt,
    durationMs,
    status,
    isOk,
    error,
  ])
  await executeUnlogged(em, deleteOldChecksSql, [linkId, linkId, maxChecksPerLink])
  await auditReachabilityChange(em, claim, failures, error, now)
}

function computeNextCheckDelayMs(failures: number): number {
  return failures === 0 ? checkIntervalMs : Math.min(firstRetryDelayMs * 2 ** (failures - 1), checkIntervalMs)
}

async function auditReachabilityChange(
  em: EntityManager,
  claim: CheckClaim,
  failures: number,
  error: string | null,
  at: Date,
): Promise<void> {
  const subject = {
    ...{ ownerId: claim.ownerId, actor: 'system', subjectType: 'link', subjectId: claim.linkId },
    ...{ source: 'link_health' as const, at },
  }
  if (failures === unreachableFailureCount) {
    const summary = `The destination of /${claim.code} cannot be reached: ${error}.`
    await recordActivities(em, { ...subject, type: 'link.unreachable', severity: 'error', summary })
  } else if (failures === 0 && claim.failures >= unreachableFailureCount) {
    const summary = `The destination of /${claim.code} can be reached again.`
    await recordActivities(em, { ...subject, type: 'link.reachable', severity: 'info', summary })
  }
}

const scheduleNextRequestSql = `
  with host as materialized (select health_due(?, ?::timestamptz) as host)
  update health_link
     set host = host.host, next_check_at = ?::timestamptz, spent_ms = ?, step_url = ?, step_method = ?,
         step_status = ?::int, hops = ?
    from host where link_id = ? and turn = ?`

const recordCheckResultSql = `
  with host as materialized (select health_due(?, ?::timestamptz) as host)
  update health_link
     set host = host.host, next_check_at = ?::timestamptz, is_ok = ?::boolean, status = ?::int, error = ?,
         is_frameable = ?::boolean, checked_at = ?::timestamptz, failures = ?::int,
         failing_since = case when ?::int > 0 then coalesce(failing_since, ?::timestamptz) end, ${resetCheckSql}
    from host where link_id = ? and turn = ?
  returning link_id`

const insertCheckSql = `
  insert into health_check (id, owner_id, link_id, started_at, duration_ms, status, ok, error)
  values (?, ?, ?, ?, ?, ?, ?, ?)`

const deleteOldChecksSql = `
  delete from health_check
   where link_id = ? and (started_at, id) <= (
     select started_at, id from health_check where link_id = ? order by started_at desc, id desc offset ? limit 1)`
