import { LRUCache } from 'lru-cache'
import { secondMs } from '../../../platform/shared/time.ts'

/** Attempts under way to a receiver of which nothing is known, or that is slow or fails. */
const minAttempts = 2

/** Attempts under way to a receiver that answers fast. */
const maxAttempts = 32

/** An answer within this time is fast. */
const fastMs = secondMs

/** Webhooks whose receivers are remembered; others begin again with the fewest attempts. */
const maxWebhooks = 10_000

/** What an attempt says about its receiver. */
interface Attempt {
  readonly isSuccess: boolean
  readonly durationMs: number
}

/**
 * How many attempts may be under way to each webhook at once: one more after each fast success, and half after a failure
 * or a slow answer. So a receiver gets as much as it can take, and a slow one holds up no other.
 */
export class ReceiverConcurrency {
  private readonly limits = new LRUCache<string, number>({ max: maxWebhooks })

  limitOf(webhookId: string): number {
    return this.limits.get(webhookId) ?? minAttempts
  }

  record(webhookId: string, { isSuccess, durationMs }: Attempt): void {
    const limit = this.limitOf(webhookId)
    const isFast = isSuccess && durationMs <= fastMs
    this.limits.set(webhookId, isFast ? Math.min(maxAttempts, limit + 1) : Math.max(minAttempts, Math.floor(limit / 2)))
  }
}
