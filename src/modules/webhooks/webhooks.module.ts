import type { Orm } from '../../platform/database/database.ts'
import { executeUnlogged, withoutQueryLog } from '../../platform/database/statements.ts'
import type { EventPublisher } from '../../platform/events/event-publisher.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import type { Module, ModuleDefinition, Platform } from '../../platform/module.ts'
import { hourMs } from '../../platform/shared/durations.ts'
import type { Logger } from '../../platform/shared/logger.ts'
import { repeatEvery } from '../../platform/shared/recurring-tasks.ts'
import { WebhookDeliveryFieldResolver, WebhookDeliveryResolver, WebhookFieldResolver } from './delivery.resolver.ts'
import { WebhookDeliveryService } from './delivery.service.ts'
import { WebhookLoaders } from './delivery-loaders.ts'
import { Webhook } from './webhook.entity.ts'
import { WebhookResolver } from './webhook.resolver.ts'
import { WebhookService } from './webhook.service.ts'
import { type DeliveryJob, deliveryQueueName, releaseExpiredClaimsSql, WebhookScheduler } from './webhook-scheduler.ts'
import { WebhookSecrets } from './webhook-secrets.ts'
import { WebhookSender, type WebhookSenderDependencies } from './webhook-sender.ts'
import { webhooksSchema } from './webhooks.schema.ts'

export interface WebhooksModuleDependencies extends WebhookSenderDependencies {
  readonly jobs: JobQueue
  readonly events: EventPublisher
  readonly scheduler: WebhookScheduler
  /** The embedded database is this process's own: what another had claimed, it will not finish. */
  readonly isEmbedded: boolean
  readonly log: Logger
}

/** How often deliveries are looked for that have become due. */
const pollIntervalMs = 1_000

/** Attempts one process makes at a time, and at one receiver: a slow one takes two places, and the others are free. */
const maxConcurrentAttempts = 40
const maxConcurrentAttemptsPerWebhook = 2

/** Begins to deliver events to webhooks. Resolves with what ends it, which is to be called before the jobs end. */
export async function startWebhooks(dependencies: WebhooksModuleDependencies): Promise<() => Promise<void>> {
  const { orm, jobs, events, scheduler, clock, log, isEmbedded } = dependencies
  const sender = new WebhookSender(dependencies)
  events.onPublished(async (em, publishedEvents) => void (await scheduler.schedule(em, publishedEvents)))
  if (isEmbedded) await releaseAllClaims(orm, clock.now())
  await jobs.registerHandler<DeliveryJob>({
    queue: deliveryQueueName,
    concurrency: maxConcurrentAttempts,
    groupConcurrency: maxConcurrentAttemptsPerWebhook,
    handle: (job) => sender.deliver(job),
  })
  return repeatEvery(() => scheduler.enqueueDue(orm.em.fork(withoutQueryLog())), pollIntervalMs, log)
}

async function releaseAllClaims(orm: Orm, now: Date): Promise<void> {
  await executeUnlogged(orm.em.fork(withoutQueryLog()), releaseExpiredClaimsSql, [
    now,
    new Date(now.getTime() + hourMs),
  ])
}

/** Webhooks and their deliveries. */
export const webhooksModule = {
  entities: [Webhook],
  schema: webhooksSchema,
  tablesWithoutEntity: ['webhook_delivery', 'webhook_attempt', 'webhook_sum'],
  resolvers: [WebhookResolver, WebhookDeliveryResolver, WebhookFieldResolver, WebhookDeliveryFieldResolver],
  create({ orm, jobs, events, httpClient, clock, log, keyring, isEmbedded }: Platform): Module {
    const webhookSecrets = new WebhookSecrets(keyring)
    const webhookScheduler = new WebhookScheduler(jobs, clock)
    const webhookService = new WebhookService(webhookSecrets, httpClient)
    const webhookDeliveryService = new WebhookDeliveryService(webhookService, events, webhookScheduler)
    const webhookLoaders = new WebhookLoaders()
    let stopDelivering: (() => Promise<void>) | undefined
    return {
      resolvers: [
        new WebhookResolver(webhookService),
        new WebhookDeliveryResolver(webhookDeliveryService),
        new WebhookFieldResolver(webhookLoaders),
        new WebhookDeliveryFieldResolver(webhookLoaders),
      ],
      start: async () => {
        const dependencies = { orm, jobs, events, httpClient, clock, log, isEmbedded }
        stopDelivering = await startWebhooks({ ...dependencies, scheduler: webhookScheduler, secrets: webhookSecrets })
      },
      stop: async () => stopDelivering?.(),
    }
  },
} satisfies ModuleDefinition
