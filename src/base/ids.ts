import { monotonicFactory, ulid } from 'ulid'
import { chance } from './chance.ts'

/** How far back a clock is set by hand or by a first synchronisation, rather than by the daily correction of its drift. */
const setBackMs = 60_000

// Left to itself the library asks the system sixteen times for each id that begins a new millisecond.
let next = monotonicFactory(chance)
let latest = 0

/**
 * A time-ordered identifier with a prefix that says what it names, for example `lnk_01k...`. Two of one process are in
 * the order they were made in, also while its clock is corrected by a little; a clock that was wrong and is set back is
 * followed, or every id until then would tell a time that never was.
 * Text, so that an unknown id is simply not found (a malformed uuid would be a driver error).
 */
export function newId(prefix: string, at: Date): string {
  const now = at.getTime()
  const isSetBack = now < latest - setBackMs
  if (isSetBack) next = monotonicFactory(chance)
  latest = isSetBack ? now : Math.max(latest, now)
  return `${prefix}_${next(now).toLowerCase()}`
}

/** An identifier of the same form for an instant of the past, which tells nothing of when it was made. */
export function pastId(prefix: string, at: Date): string {
  return `${prefix}_${ulid(at.getTime(), chance).toLowerCase()}`
}
