import { LRUCache } from 'lru-cache'
import { secondMs } from '../../../../platform/shared/time.ts'

/** How many attempts may run at once to an unknown, slow or failing receiver. */
const minAttempts = 2

/** How many attempts may run at once to a receiver that answers fast. */
const maxAttempts = 32

/** An answer within this time is fast. */
const fastMs = secondMs

/** The most webhooks whose receivers are remembered. Other webhooks begin again with the fewest attempts. */
const maxWebhooks = 10_000

/** What an attempt says about its receiver. */
interface Attempt {
  readonly isSuccess: boolean
  readonly durationMs: number
}

/**
 * How many attempts may run to each webhook at once. Each fast success adds one, and a failure or a slow answer halves
 * the number. So a receiver gets as much as it can take, and a slow receiver does not delay others.
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
