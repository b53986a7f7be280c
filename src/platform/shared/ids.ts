import { randomFillSync } from 'node:crypto'
import { monotonicFactory, ulid } from 'ulid'

const randomPool = Buffer.alloc(4096)
let usedBytes = randomPool.length

/** A number from 0 up to, but not, 1 from the system's randomness, which is asked for many bytes at once. */
export function randomFraction(): number {
  if (usedBytes === randomPool.length) {
    randomFillSync(randomPool)
    usedBytes = 0
  }
  return randomPool.readUInt8(usedBytes++) / 256
}

/** How far back a clock is set by hand or by a first synchronisation, rather than by the daily correction of its drift. */
const clockResetThresholdMs = 60_000

// Left to itself the library asks the system sixteen times for each id that begins a new millisecond.
let nextUlid = monotonicFactory(randomFraction)
let latestMs = 0

/**
 * A time-ordered identifier with a prefix that says what it names, for example `lnk_01k...`. Two of one process are in
 * the order they were made in, also while its clock is corrected by a little; a clock that was wrong and is set back is
 * followed, or every id until then would tell a time that never was.
 * Text, so that an unknown id is simply not found (a malformed uuid would be a driver error).
 */
export function newId(prefix: string, at: Date): string {
  const nowMs = at.getTime()
  const isClockReset = nowMs < latestMs - clockResetThresholdMs
  if (isClockReset) nextUlid = monotonicFactory(randomFraction)
  latestMs = isClockReset ? nowMs : Math.max(latestMs, nowMs)
  return `${prefix}_${nextUlid(nowMs).toLowerCase()}`
}

/** An identifier of the same form for an instant of the past, which tells nothing of when it was made. */
export function newBackdatedId(prefix: string, at: Date): string {
  return `${prefix}_${ulid(at.getTime(), randomFraction).toLowerCase()}`
}
