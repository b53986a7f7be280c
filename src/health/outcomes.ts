import { newId } from '../base/ids.ts'
import type { EntityManager } from '../database/open.ts'
import { run } from '../database/quiet.ts'
import { noteActivity } from '../events/activity/note.ts'
import { fromTheStart, type Turn } from './turns.ts'
import type { Step, Verdict } from './verdict.ts'

const minuteMs = 60_000

/** Between two checks of a destination that is well. */
const usualMs = 6 * 60 * minuteMs

/** After a check that failed; twice as long after each further one, until it is the usual time. */
const afterFailureMs = 15 * minuteMs

/** So many failed checks in a row make a destination unreachable: one is a hiccup. */
export const unreachableAfter = 2

/** Checks of one link that are kept, whatever its owner has had checked in between. */
const mostKept = 1_000

/** Has the next request of a check made as soon as its host may be called. */
export async function goOn(em: EntityManager, turn: Turn, next: Step, tookMs: number, now: Date): Promise<void> {
  const { url, method, redirectStatus, hops } = next
  await run(em, goOnSql, [
    ...[url, now, now, turn.spentMs + tookMs],
    ...[url, method, redirectStatus, hops, turn.linkId, turn.turn],
  ])
}

/**
 * Writes down what a check found, in a transaction: on the link, in the log of checks, and for its owner when the link
 * has become unreachable or is back. Nothing, when the link has been changed meanwhile.
 */
export async function conclude(
  em: EntityManager,
  turn: Turn,
  verdict: Verdict,
  tookMs: number,
  now: Date,
): Promise<void> {
  const { isOk, status, error, isFrameable } = verdict
  const failures = isOk === false ? turn.failures + 1 : 0
  const next = new Date(now.getTime() + waitAfter(failures))
  const mine = await run(em, concludeSql, [
    ...[turn.destination, next, next, isOk, status, error, isFrameable, now],
    ...[failures, failures, turn.begunAt, turn.linkId, turn.turn],
  ])
  if (mine.length === 0 || isOk === null) return
  const { linkId, ownerId, begunAt, spentMs } = turn
  const durationMs = spentMs + tookMs
  await run(em, keepSql, [newId('chk', now), ownerId, linkId, begunAt, durationMs, status, isOk, error])
  await run(em, pruneSql, [linkId, linkId, mostKept])
  await tell(em, turn, failures, error, now)
}

function waitAfter(failures: number): number {
  return failures === 0 ? usualMs : Math.min(afterFailureMs * 2 ** (failures - 1), usualMs)
}

async function tell(em: EntityManager, turn: Turn, failures: number, error: string | null, at: Date): Promise<void> {
  const about = {
    ...{ ownerId: turn.ownerId, actor: 'system', subjectType: 'link', subjectId: turn.linkId },
    ...{ source: 'link_health' as const, at },
  }
  if (failures === unreachableAfter) {
    const summary = `The destination of /${turn.code} cannot be reached: ${error}.`
    await noteActivity(em, { ...about, type: 'link.unreachable', severity: 'error', summary })
  } else if (failures === 0 && turn.failures >= unreachableAfter) {
    const summary = `The destination of /${turn.code} can be reached again.`
    await noteActivity(em, { ...about, type: 'link.reachable', severity: 'info', summary })
  }
}

const goOnSql = `
  with host as materialized (select health_due(?, ?::timestamptz) as host)
  update health_link
     set host = host.host, next_check_at = ?::timestamptz, spent_ms = ?, step_url = ?, step_method = ?,
         step_status = ?::int, hops = ?
    from host where link_id = ? and turn = ?`

const concludeSql = `
  with host as materialized (select health_due(?, ?::timestamptz) as host)
  update health_link
     set host = host.host, next_check_at = ?::timestamptz, is_ok = ?::boolean, status = ?::int, error = ?,
         is_frameable = ?::boolean, checked_at = ?::timestamptz, failures = ?::int,
         failing_since = case when ?::int > 0 then coalesce(failing_since, ?::timestamptz) end, ${fromTheStart}
    from host where link_id = ? and turn = ?
  returning link_id`

const keepSql = `
  insert into health_check (id, owner_id, link_id, started_at, duration_ms, status, ok, error)
  values (?, ?, ?, ?, ?, ?, ?, ?)`

const pruneSql = `
  delete from health_check
   where link_id = ? and (started_at, id) <= (
     select started_at, id from health_check where link_id = ? order by started_at desc, id desc offset ? limit 1)`
