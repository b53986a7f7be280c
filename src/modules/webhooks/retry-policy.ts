import type { Severity } from '../../platform/audit-log/operations.types.ts'
import { hourMs, minuteMs, secondMs } from '../../platform/shared/durations.ts'

/** How long after the attempt before it each attempt is made: the schedule of the Standard Webhooks, about three days. */
const retryDelaysMs = [
  ...[0, 5 * secondMs, 5 * minuteMs, 30 * minuteMs],
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hourMs),
] as const

export const maxAttempts = retryDelaysMs.length

/** What a receiver may put off an attempt to by `Retry-After`. */
const maxRetryAfterMs = 24 * hourMs

/** So many attempts in a row, over so long a time, and nobody is taken to be there any more. */
const permanentFailureThreshold = { failures: 20, durationMs: 24 * hourMs }

export type StatusClass = 'succeeded' | 'failed' | 'gone'

/** What an answer means: only 2xx is success, a redirect is none, and 410 is the receiver's wish to hear no more. */
export function classifyStatus(status: number | null): StatusClass {
  if (status === 410) return 'gone'
  return status !== null && status >= 200 && status < 300 ? 'succeeded' : 'failed'
}

export interface FailedAttempt {
  /** Its number, from 1. */
  readonly attempt: number
  readonly now: Date
  readonly retryAfter: string | undefined
  /** From 0 to 1. */
  readonly jitter: number
}

/**
 * When the next attempt is made; null when there is none. Up to a fifth earlier or later than scheduled, so that the many
 * who failed at once do not come back at once; later still when the receiver asks for it, by a day at most.
 */
export function computeNextAttemptAt({ attempt, now, retryAfter, jitter }: FailedAttempt): Date | null {
  const delayMs = retryDelaysMs[attempt]
  if (delayMs === undefined) return null
  const jitteredDelayMs = delayMs * (0.8 + 0.4 * jitter)
  const requestedDelayMs = Math.min(parseRetryAfterMs(retryAfter, now), maxRetryAfterMs)
  return new Date(now.getTime() + Math.max(jitteredDelayMs, requestedDelayMs))
}

/** `Retry-After` as seconds or as a date (RFC 9110); 0 for none, a past one and one that cannot be read. */
function parseRetryAfterMs(retryAfter: string | undefined, now: Date): number {
  const text = retryAfter?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * secondMs
  const at = /^[A-Z][a-z]{2},/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? 0 : Math.max(0, at - now.getTime())
}

/** Whether an endpoint that has failed so often in a row, and for so long, is to be disabled. */
export function isPermanentlyFailing(failures: number, since: Date, now: Date): boolean {
  return (
    failures >= permanentFailureThreshold.failures &&
    now.getTime() - since.getTime() >= permanentFailureThreshold.durationMs
  )
}

/** How grave so many failed attempts in a row are; the first of them make a failing webhook. Each is told to the owner once. */
export const severityByFailureCount: ReadonlyMap<number, Severity> = new Map([
  [5, 'warning'],
  [10, 'error'],
  [15, 'critical'],
])

/** How grave it is that a webhook has failed so often in a row; null while it is not worth a word. */
export function getFailureSeverity(failures: number): Severity | null {
  return [...severityByFailureCount].findLast(([from]) => failures >= from)?.[1] ?? null
}
