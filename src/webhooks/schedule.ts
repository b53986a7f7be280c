const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/** How long after the attempt before it each attempt is made: the schedule of the Standard Webhooks, about three days. */
const delaysMs = [
  ...[0, 5 * secondMs, 5 * minuteMs, 30 * minuteMs],
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hourMs),
] as const

export const mostAttempts = delaysMs.length

/** What a receiver may put off an attempt to by `Retry-After`. */
const longestDelayMs = 24 * hourMs

/** So many attempts in a row, over so long a time, and nobody is taken to be there any more. */
const hopeless = { failures: 20, overMs: 24 * hourMs }

export type Verdict = 'succeeded' | 'failed' | 'gone'

/** What an answer means: only 2xx is success, a redirect is none, and 410 is the receiver's wish to hear no more. */
export function verdictOn(status: number | null): Verdict {
  if (status === 410) return 'gone'
  return status !== null && status >= 200 && status < 300 ? 'succeeded' : 'failed'
}

export interface FailedAttempt {
  /** Its number, from 1. */
  readonly attempt: number
  readonly now: Date
  readonly retryAfter: string | undefined
  /** From 0 to 1. */
  readonly chance: number
}

/**
 * When the next attempt is made; null when there is none. Up to a fifth earlier or later than scheduled, so that the many
 * who failed at once do not come back at once; later still when the receiver asks for it, by a day at most.
 */
export function nextAttemptAt({ attempt, now, retryAfter, chance }: FailedAttempt): Date | null {
  const delayMs = delaysMs[attempt]
  if (delayMs === undefined) return null
  const scattered = delayMs * (0.8 + 0.4 * chance)
  const wished = Math.min(askedDelayMs(retryAfter, now), longestDelayMs)
  return new Date(now.getTime() + Math.max(scattered, wished))
}

/** `Retry-After` as seconds or as a date (RFC 9110); 0 for none, a past one and one that cannot be read. */
function askedDelayMs(retryAfter: string | undefined, now: Date): number {
  const text = retryAfter?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * secondMs
  const at = /^[A-Z][a-z]{2},/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? 0 : Math.max(0, at - now.getTime())
}

/** Whether an endpoint that has failed so often in a row, and for so long, is to be disabled. */
export function isHopeless(failures: number, since: Date, now: Date): boolean {
  return failures >= hopeless.failures && now.getTime() - since.getTime() >= hopeless.overMs
}
