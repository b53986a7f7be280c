import { monotonicFactory } from 'ulid'

const next = monotonicFactory()

/**
 * A time-ordered identifier with a prefix that says what it names, for example `lnk_01k...`.
 * Text, so that an unknown id is simply not found (a malformed uuid would be a driver error).
 */
export function newId(prefix: string, at: Date): string {
  return `${prefix}_${next(at.getTime()).toLowerCase()}`
}
