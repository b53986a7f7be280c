import type { Module, ModuleDefinition, Platform } from '../server/module.ts'
import { Deliveries } from './deliveries.ts'
import { WebhookDeliveryResolver } from './delivery.resolver.ts'
import { DeliveryEdgesResolver, WebhookEdgesResolver } from './edges.resolver.ts'
import { WebhookEdges } from './edges.ts'
import { Webhooks } from './endpoints.ts'
import { DeliveryQueue } from './queue.ts'
import { WebhookResolver } from './resolver.ts'
import { openWebhooks } from './room.ts'
import { WebhookSecrets } from './secrets.ts'
import { Webhook } from './webhook.ts'

/** Webhooks and their deliveries. */
export const webhooksModule = {
  entities: [Webhook],
  resolvers: [WebhookResolver, WebhookDeliveryResolver, WebhookEdgesResolver, DeliveryEdgesResolver],
  create({ orm, jobs, events, outward, clock, log, keyring, isEmbedded }: Platform): Module {
    const webhookSecrets = new WebhookSecrets(keyring)
    const deliveryQueue = new DeliveryQueue(jobs, clock)
    const webhooks = new Webhooks(webhookSecrets, outward)
    const deliveries = new Deliveries(webhooks, events, deliveryQueue)
    const edges = new WebhookEdges()
    let stopDelivering: (() => Promise<void>) | undefined
    return {
      resolvers: [
        new WebhookResolver(webhooks),
        new WebhookDeliveryResolver(deliveries),
        new WebhookEdgesResolver(edges),
        new DeliveryEdgesResolver(edges),
      ],
      start: async () => {
        const parts = { orm, jobs, events, outward, clock, log, queue: deliveryQueue, secrets: webhookSecrets }
        stopDelivering = await openWebhooks({ ...parts, isEmbedded })
      },
      stop: async () => stopDelivering?.(),
    }
  },
} satisfies ModuleDefinition
