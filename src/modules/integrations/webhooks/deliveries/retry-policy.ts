import type { Severity } from '../../../../platform/audit-log/operations.types.ts'
import { hourMs, minuteMs, secondMs } from '../../../../platform/shared/time.ts'

/** Delay of each attempt after the previous one: the schedule of the Standard Webhooks, about three days in all. */
const retryDelaysMs = [
  0,
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
]

export const maxAttempts = retryDelaysMs.length

/** The longest delay a receiver may request by `Retry-After`. */
const maxRetryAfterMs = 24 * hourMs

/** A webhook with this many consecutive failures over this time is disabled. */
const permanentFailureThreshold = { failures: 20, durationMs: 24 * hourMs }

export type StatusClass = 'succeeded' | 'failed' | 'gone'

/** Only 2xx is a success. A redirect is a failure. With 410, a receiver asks for no more events. */
export function classifyStatus(status: number | null): StatusClass {
  if (status === 410) return 'gone'
  return status !== null && status >= 200 && status < 300 ? 'succeeded' : 'failed'
}

export interface FailedAttempt {
  /** From 1. */
  readonly attempt: number
  readonly now: Date
  readonly retryAfter: string | undefined
  /** From 0 to 1. */
  readonly jitter: number
}

/**
 * Returns when the next attempt is due; null after the last attempt. The delay varies at random by a fifth, so that
 * deliveries that failed together are not repeated together. A longer `Retry-After` is respected up to a day.
 */
export function computeNextAttemptAt({ attempt, now, retryAfter, jitter }: FailedAttempt): Date | null {
  const delayMs = retryDelaysMs[attempt]
  if (delayMs === undefined) return null
  const jitteredDelayMs = delayMs * (0.8 + 0.4 * jitter)
  const requestedDelayMs = Math.min(parseRetryAfterMs(retryAfter, now), maxRetryAfterMs)
  return new Date(now.getTime() + Math.max(jitteredDelayMs, requestedDelayMs))
}

/** Parses seconds or a date (RFC 9110). Returns 0 if the header is absent, past or malformed. */
function parseRetryAfterMs(retryAfter: string | undefined, now: Date): number {
  const text = retryAfter?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * secondMs
  const at = /^[A-Z][a-z]{2},/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? 0 : Math.max(0, at - now.getTime())
}

/** Whether a webhook with so many consecutive failures since an instant is to be disabled. */
export function isPermanentlyFailing(failures: number, since: Date, now: Date): boolean {
  return (
    failures >= permanentFailureThreshold.failures &&
    now.getTime() - since.getTime() >= permanentFailureThreshold.durationMs
  )
}

/** The numbers of consecutive failures that are recorded for the owner, each once. */
export const severityByFailureCount: ReadonlyMap<number, Severity> = new Map([
  [5, 'warning'],
  [10, 'error'],
  [15, 'critical'],
])

/** The severity of a number of consecutive failures; null for a number below the first recorded one. */
export function getFailureSeverity(failures: number): Severity | null {
  return [...severityByFailureCount].findLast(([from]) => failures >= from)?.[1] ?? null
}
