import type { Clock } from '../base/clock.ts'
import type { Outward, OutwardAnswer } from '../base/outward/outward.ts'
import type { EntityManager, Orm } from '../database/open.ts'
import { quietly } from '../database/quiet.ts'
import { type Claimed, claim, disable, type Outcome, type Settled, settle } from './attempts.ts'
import { noteDisabled, noteOutcome } from './noting.ts'
import type { DueDelivery } from './queue.ts'
import { isHopeless, mostAttempts, nextAttemptAt, verdictOn } from './schedule.ts'
import type { WebhookSecrets } from './secrets.ts'

export interface CourierParts {
  readonly orm: Orm
  readonly outward: Outward
  readonly secrets: WebhookSecrets
  readonly clock: Clock
  readonly log: { info(details: object, message: string): void }
}

/** Longer than an attempt with all that belongs to it takes. After it, whoever claimed the delivery is taken for dead. */
const claimMs = 20_000

/**
 * Makes one attempt of a delivery: claims it, calls the receiver, writes down what came of it. A receiver that fails is
 * no error here; what throws is tried again as a job.
 */
export class Courier {
  readonly #parts: CourierParts

  constructor(parts: CourierParts) {
    this.#parts = parts
  }

  async deliver({ deliveryId }: DueDelivery): Promise<void> {
    const startedAt = this.#parts.clock.now()
    const claimed = await claim(this.#em(), deliveryId, startedAt, new Date(startedAt.getTime() + claimMs))
    if (!claimed) return
    const answer = await this.#call(claimed, startedAt)
    await this.#em().transactional(async (em) => {
      const outcome = this.#outcomeOf(claimed, answer)
      const settled = await settle(em, claimed, startedAt, outcome)
      if (!settled) return
      await noteOutcome(em, settled, outcome, this.#parts.clock.now())
      if (settled.since) await this.#endIfHopeless(em, { ...settled, since: settled.since }, answer)
    }, quietly())
  }

  async #endIfHopeless(em: EntityManager, failing: Settled & { since: Date }, answer: OutwardAnswer): Promise<void> {
    const { webhookId, failures, since } = failing
    const now = this.#parts.clock.now()
    const isGone = verdictOn(answer.status) === 'gone'
    if (!isGone && !isHopeless(failures, since, now)) return
    const reason = isGone ? 'gone' : 'failures'
    if (await disable(em, webhookId, reason, now)) await noteDisabled(em, failing, reason, now)
    this.#parts.log.info({ webhook: webhookId, reason }, 'a webhook was disabled')
  }

  #call({ webhookId, url, eventId, payload, sealedSecrets }: Claimed, at: Date): Promise<OutwardAnswer> {
    const { secrets, outward } = this.#parts
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Tack-Webhooks/1',
      'webhook-id': eventId,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': secrets.sign(webhookId, sealedSecrets, { id: eventId, at, payload }),
    }
    return outward.call({ url, method: 'POST', headers, body: payload })
  }

  #outcomeOf({ attempt, isTest }: Claimed, { status, error, headers, body, durationMs }: OutwardAnswer): Outcome {
    const isSuccess = verdictOn(status) === 'succeeded'
    const retryAfter = typeof headers['retry-after'] === 'string' ? headers['retry-after'] : undefined
    const isLast = isSuccess || isTest || attempt >= mostAttempts
    const now = this.#parts.clock.now()
    const next = isLast ? null : nextAttemptAt({ attempt, now, retryAfter, chance: Math.random() })
    return {
      state: isSuccess ? 'succeeded' : next ? 'failed' : 'exhausted',
      httpStatus: status,
      durationMs,
      responseBody: status === null ? null : body,
      error: isSuccess ? null : (error ?? reasonOf(status)),
      nextAttemptAt: next,
    }
  }

  #em() {
    return this.#parts.orm.em.fork(quietly())
  }
}

function reasonOf(status: number | null): string {
  const isRedirect = status !== null && status >= 300 && status < 400
  return `answered ${status}${isRedirect ? '; redirects are not followed' : ''}`
}
