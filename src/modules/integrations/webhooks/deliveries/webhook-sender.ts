import { LRUCache } from 'lru-cache'
import type { Settings } from '../../../../config.ts'
import type { EntityManager, Orm } from '../../../../platform/database/database.ts'
import { withoutQueryLog } from '../../../../platform/database/statements.ts'
import type { OutboundResponse, SafeHttpClient } from '../../../../platform/http-client/safe-http-client.ts'
import { type Logger, OngoingState } from '../../../../platform/shared/logger.ts'
import { Counter, Histogram } from '../../../../platform/shared/metrics/counter.ts'
import { type Clock, secondMs } from '../../../../platform/shared/time.ts'
import { type Span, withNewTrace } from '../../../../platform/tracing/tracing.ts'
import { getShortBase } from '../../../publishing/links/index.ts'
import { auditAttemptOutcome, auditWebhookDisabled } from '../webhook-audit.ts'
import type { WebhookMails } from '../webhook-mails.ts'
import type { WebhookSecrets } from '../webhook-secrets.ts'
import { renderBody } from './chat-messages.ts'
import { type AttemptOutcome, disableWebhook, type EndpointHealth, recordAttempt } from './delivery-attempt.queries.ts'
import type { ClaimedDelivery } from './delivery-queue.queries.ts'
import {
  classifyStatus,
  computeNextAttemptAt,
  getFailureSeverity,
  isPermanentlyFailing,
  maxAttempts,
} from './retry-policy.ts'
import { SuccessRecorder } from './success-recorder.ts'

export interface WebhookSenderDependencies {
  readonly orm: Orm
  readonly httpClient: SafeHttpClient
  readonly secrets: WebhookSecrets
  readonly clock: Clock
  readonly log: Pick<Logger, 'info'>
  readonly mails: WebhookMails
  readonly settings: Pick<Settings, 'shortUrl'>
}

const attempts = new Counter(
  {
    name: 'tack_webhook_attempts_total',
    help: 'Attempts of webhook deliveries by this process: failed ones are repeated, exhausted ones were the last.',
    labels: ['outcome'],
  },
  ['succeeded'],
  ['failed'],
  ['exhausted'],
)

const durations = new Histogram({
  name: 'tack_webhook_attempt_duration_seconds',
  help: 'How long receivers of webhooks took to answer.',
  labels: [],
  bounds: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
})

const disabled = new Counter(
  {
    name: 'tack_webhooks_disabled_total',
    help: 'Webhooks that were disabled since their receiver failed for too long, or is gone.',
    labels: ['reason'],
  },
  ['failures'],
  ['gone'],
)

interface AttemptResult {
  readonly isSuccess: boolean
  readonly durationMs: number
}

/** A process remembers so many webhooks that fail. The log does not say when others work again. */
const maxFailingWebhooks = 10_000

/**
 * Makes one attempt of a delivery, records and returns its outcome. A failure of the receiver is an outcome, not an
 * error.
 */
export class WebhookSender {
  /** Webhooks that fail or were disabled, as this process has seen, by their ids. */
  private readonly failing = new LRUCache<string, OngoingState>({ max: maxFailingWebhooks })
  private readonly successes = new SuccessRecorder(() => this.dependencies.orm.em.fork(withoutQueryLog()))

  constructor(private readonly dependencies: WebhookSenderDependencies) {}

  send(delivery: ClaimedDelivery, accountId: string): Promise<AttemptResult> {
    const { id, eventId, attempt } = delivery
    const attributes = { 'tack.delivery.id': id, 'tack.event.id': eventId, 'tack.delivery.attempt': attempt }
    return withNewTrace({ name: 'webhook delivery', attributes }, (span) => this.attempt(delivery, accountId, span))
  }

  private async attempt(delivery: ClaimedDelivery, accountId: string, span?: Span): Promise<AttemptResult> {
    const { orm, clock } = this.dependencies
    const startedAt = clock.now()
    const response = await this.post(delivery, accountId, startedAt, span?.traceparent)
    const isSuccess = classifyStatus(response.status) === 'succeeded'
    const outcome = this.toOutcome(delivery, response)
    attempts.increment(outcome.state)
    span?.setAttributes({ 'tack.delivery.outcome': outcome.state })
    durations.observe(response.durationMs / secondMs)
    if (isSuccess && !delivery.isTest && (await this.recordSuccess(delivery, startedAt, response))) {
      this.endFailing(delivery)
      return { isSuccess, durationMs: response.durationMs }
    }
    const endpoint = await orm.em.fork(withoutQueryLog()).transactional(async (em) => {
      const endpoint = await recordAttempt(em, delivery, startedAt, outcome)
      if (!endpoint) return null
      await auditAttemptOutcome(em, endpoint, outcome, clock.now())
      if (endpoint.since) await this.disableIfPermanentlyFailing(em, { ...endpoint, since: endpoint.since }, response)
      return endpoint
    }, withoutQueryLog())
    if (isSuccess) this.endFailing(delivery)
    else if (endpoint && getFailureSeverity(endpoint.failures) !== null) this.beginFailing(endpoint, outcome)
    return { isSuccess, durationMs: response.durationMs }
  }

  private beginFailing({ webhookId, failures }: EndpointHealth, { httpStatus }: AttemptOutcome): void {
    this.failingStateOf(webhookId).begin(() =>
      this.dependencies.log.info({ webhook: webhookId, failures, status: httpStatus }, 'a webhook receiver fails'),
    )
  }

  private endFailing({ webhookId }: Pick<ClaimedDelivery, 'webhookId'>): void {
    this.failing.get(webhookId)?.end({ webhook: webhookId })
    this.failing.delete(webhookId)
  }

  private failingStateOf(webhookId: string): OngoingState {
    const state =
      this.failing.get(webhookId) ?? new OngoingState(this.dependencies.log, 'a webhook receiver works again')
    this.failing.set(webhookId, state)
    return state
  }

  /** False when more than a success has to be recorded. */
  private recordSuccess(
    { id, webhookId, attempt }: ClaimedDelivery,
    startedAt: Date,
    { status, durationMs, body }: OutboundResponse,
  ): Promise<boolean> {
    const endedAt = new Date(startedAt.getTime() + durationMs)
    const answer = { httpStatus: status, durationMs, responseBody: body }
    return this.successes.add({ id, webhookId, attempt, startedAt, endedAt, ...answer })
  }

  private async disableIfPermanentlyFailing(
    em: EntityManager,
    endpoint: EndpointHealth & { since: Date },
    response: OutboundResponse,
  ): Promise<void> {
    const { webhookId, failures, since } = endpoint
    const now = this.dependencies.clock.now()
    const isGone = classifyStatus(response.status) === 'gone'
    if (!isGone && !(response.isConclusive && isPermanentlyFailing(failures, since, now))) return
    const reason = isGone ? 'gone' : 'failures'
    if (await disableWebhook(em, webhookId, reason, now)) {
      await auditWebhookDisabled(em, endpoint, reason, now)
      await this.dependencies.mails.sendDisabled(em, endpoint)
    }
    disabled.increment(reason)
    this.dependencies.log.info({ webhook: webhookId, reason }, 'a webhook was disabled')
    // The line above says that it has begun.
    this.failingStateOf(webhookId).begin(() => undefined)
  }

  private post(
    { webhookId, url, format, eventId, payload, sealedSecrets }: ClaimedDelivery,
    accountId: string,
    at: Date,
    traceparent?: string,
  ): Promise<OutboundResponse> {
    const { secrets, httpClient, settings } = this.dependencies
    const body = renderBody(format, payload, (domainHost) => getShortBase(settings, domainHost))
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Tack-Webhooks/1',
      'webhook-id': eventId,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': secrets.sign(webhookId, sealedSecrets, { id: eventId, at, payload: body }),
      ...(traceparent !== undefined && { traceparent }),
    }
    return httpClient.send({ url, accountId, method: 'POST', headers, body })
  }

  private toOutcome(
    { attempt, isTest }: ClaimedDelivery,
    { status, error, headers, body, durationMs }: OutboundResponse,
  ): AttemptOutcome {
    const isSuccess = classifyStatus(status) === 'succeeded'
    const retryAfter = typeof headers['retry-after'] === 'string' ? headers['retry-after'] : undefined
    const isLast = isSuccess || isTest || attempt >= maxAttempts
    const now = this.dependencies.clock.now()
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
}

function describeStatus(status: number | null): string {
  const isRedirect = status !== null && status >= 300 && status < 400
  return `answered ${status}${isRedirect ? '; redirects are not followed' : ''}`
}
