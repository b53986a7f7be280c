import { randomFillSync } from 'node:crypto'
import { decodeTime, monotonicFactory, ulid } from 'ulid'
import { minuteMs } from './time.ts'

const randomPool = Buffer.alloc(4096)
let usedBytes = randomPool.length

/** A random number from 0 to below 1, in steps of 1/256. Reads the system randomness 4 KiB at a time. */
export function randomFraction(): number {
  if (usedBytes === randomPool.length) {
    randomFillSync(randomPool)
    usedBytes = 0
  }
  return randomPool.readUInt8(usedBytes++) / 256
}

/** A clock that moves back farther than this was reset; a smaller step is an ordinary correction of drift. */
const clockResetThresholdMs = minuteMs

/** A generator of increasing ids, and the latest instant for which it has made one. */
interface Sequence {
  readonly next: ReturnType<typeof monotonicFactory>
  latestMs: number
}

/** Ids for several times may be created in turn: clicks that were recorded while a database was down get ids of their time. */
const maxSequences = 4

/** The last used one first. */
let sequences: readonly Sequence[] = []

/** The latest sequence that is not ahead of an instant by more than a corrected clock may be; a new one if there is none. */
function chooseSequence(ms: number): Sequence {
  const [chosen = startSequence()] = sequences
    .filter(({ latestMs }) => latestMs <= ms + clockResetThresholdMs)
    .toSorted((a, b) => b.latestMs - a.latestMs)
  if (chosen !== sequences[0])
    sequences = [chosen, ...sequences.filter((each) => each !== chosen)].slice(0, maxSequences)
  return chosen
}

// With its own random source the library reads system randomness 16 times for the first id of each millisecond.
const startSequence = (): Sequence => ({ next: monotonicFactory(randomFraction), latestMs: 0 })

/**
 * A time-ordered identifier with a prefix for its kind, such as `lnk_01k...`. Ids of one process sort in order of
 * creation, also when the clock is corrected by less than a minute, and when ids for earlier times are created between
 * them. A larger step back is followed: otherwise all later ids would carry a wrong time. Ids are text, because a
 * malformed uuid would be a driver error instead of a row that is not found.
 */
export function newId(prefix: string, at: Date): string {
  const ms = at.getTime()
  const sequence = chooseSequence(ms)
  sequence.latestMs = Math.max(sequence.latestMs, ms)
  return `${prefix}_${sequence.next(ms).toLowerCase()}`
}

/** An identifier of the same form for an instant in the past. It does not reveal when it was created. */
export function newBackdatedId(prefix: string, at: Date): string {
  return `${prefix}_${ulid(at.getTime(), randomFraction).toLowerCase()}`
}

/** The end of the year 9999. Instants after it have no form in ISO 8601 with four digits. */
const maxInstantMs = 253_402_300_799_999

/** The period in which the row of an id was created. Null for a text that is not an id with this prefix. */
export function readIdPeriod(prefix: string, id: string): { readonly from: Date; readonly to: Date } | null {
  const [idPrefix, digits = ''] = id.split('_')
  if (idPrefix !== prefix || !/^[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(digits)) return null
  const at = decodeTime(digits.toUpperCase())
  if (at > maxInstantMs) return null
  // While the clock is corrected, ids keep the latest time.
  return { from: new Date(at - clockResetThresholdMs), to: new Date(at) }
}
