import type { EntityManager, Orm } from '../../platform/database/database.ts'
import { withoutQueryLog } from '../../platform/database/statements.ts'
import type { OutboundResponse, SafeHttpClient } from '../../platform/http-client/safe-http-client.ts'
import type { Clock } from '../../platform/shared/clock.ts'
import type { Logger } from '../../platform/shared/logger.ts'
import {
  type AttemptOutcome,
  type ClaimedDelivery,
  claimDelivery,
  disableWebhook,
  type EndpointHealth,
  recordAttempt,
} from './delivery-attempt.queries.ts'
import { classifyStatus, computeNextAttemptAt, isPermanentlyFailing, maxAttempts } from './retry-policy.ts'
import { auditAttemptOutcome, auditWebhookDisabled } from './webhook-audit.ts'
import type { DeliveryJob } from './webhook-scheduler.ts'
import type { WebhookSecrets } from './webhook-secrets.ts'

export interface WebhookSenderDependencies {
  readonly orm: Orm
  readonly httpClient: SafeHttpClient
  readonly secrets: WebhookSecrets
  readonly clock: Clock
  readonly log: Pick<Logger, 'info'>
}

/** Longer than an attempt with all that belongs to it takes. After it, whoever claimed the delivery is taken for dead. */
const claimTimeoutMs = 20_000

/**
 * Makes one attempt of a delivery: claims it, calls the receiver, writes down what came of it. A receiver that fails is
 * no error here; what throws is tried again as a job.
 */
export class WebhookSender {
  readonly #dependencies: WebhookSenderDependencies

  constructor(dependencies: WebhookSenderDependencies) {
    this.#dependencies = dependencies
  }

  async deliver({ deliveryId }: DeliveryJob): Promise<void> {
    const startedAt = this.#dependencies.clock.now()
    const claimed = await claimDelivery(
      this.#em(),
      deliveryId,
      startedAt,
      new Date(startedAt.getTime() + claimTimeoutMs),
    )
    if (!claimed) return
    const response = await this.#send(claimed, startedAt)
    await this.#em().transactional(async (em) => {
      const outcome = this.#toOutcome(claimed, response)
      const endpoint = await recordAttempt(em, claimed, startedAt, outcome)
      if (!endpoint) return
      await auditAttemptOutcome(em, endpoint, outcome, this.#dependencies.clock.now())
      if (endpoint.since) await this.#disableIfPermanentlyFailing(em, { ...endpoint, since: endpoint.since }, response)
    }, withoutQueryLog())
  }

  async #disableIfPermanentlyFailing(
    em: EntityManager,
    endpoint: EndpointHealth & { since: Date },
    response: OutboundResponse,
  ): Promise<void> {
    const { webhookId, failures, since } = endpoint
    const now = this.#dependencies.clock.now()
    const isGone = classifyStatus(response.status) === 'gone'
    if (!isGone && !isPermanentlyFailing(failures, since, now)) return
    const reason = isGone ? 'gone' : 'failures'
    if (await disableWebhook(em, webhookId, reason, now)) await auditWebhookDisabled(em, endpoint, reason, now)
    this.#dependencies.log.info({ webhook: webhookId, reason }, 'a webhook was disabled')
  }

  #send({ webhookId, url, eventId, payload, sealedSecrets }: ClaimedDelivery, at: Date): Promise<OutboundResponse> {
    const { secrets, httpClient } = this.#dependencies
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Tack-Webhooks/1',
      'webhook-id': eventId,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': secrets.sign(webhookId, sealedSecrets, { id: eventId, at, payload }),
    }
    return httpClient.send({ url, method: 'POST', headers, body: payload })
  }

  #toOutcome(
    { attempt, isTest }: ClaimedDelivery,
    { status, error, headers, body, durationMs }: OutboundResponse,
  ): AttemptOutcome {
    const isSuccess = classifyStatus(status) === 'succeeded'
    const retryAfter = typeof headers['retry-after'] === 'string' ? headers['retry-after'] : undefined
    const isLast = isSuccess || isTest || attempt >= maxAttempts
    const now = this.#dependencies.clock.now()
    const next = isLast ? null : computeNextAttemptAt({ attempt, now, retryAfter, jitter: Math.random() })
    return {
      state: isSuccess ? 'succeeded' : next ? 'failed' : 'exhausted',
      httpStatus: status,
      durationMs,
      responseBody: status === null ? null : body,
      error: isSuccess ? null : (error ?? describeStatus(status)),
      nextAttemptAt: next,
    }
  }

  #em() {
    return this.#dependencies.orm.em.fork(withoutQueryLog())
  }
}

function describeStatus(status: number | null): string {
  const isRedirect = status !== null && status >= 300 && status < 400
  return `answered ${status}${isRedirect ? '; redirects are not followed' : ''}`
}
