import { archiveRows } from '../../../platform/jobs/archive-part.ts'
import { deleteRowsOf } from '../../../platform/jobs/workspace-purge.ts'
import { defineModule, type Module } from '../../../platform/module.ts'
import { ActivitySubjectResolver } from './activity-subject.resolver.ts'
import { WebhookAttempt, WebhookDelivery } from './deliveries/delivery.entity.ts'
import { WebhookDeliveryResolver, WebhookFieldResolver } from './deliveries/delivery.resolver.ts'
import { WebhookDeliveryService } from './deliveries/delivery.service.ts'
import { deleteDeliveriesOfWorkspace } from './deliveries/delivery-queue.queries.ts'
import { WebhookSampleResolver } from './deliveries/sample.resolver.ts'
import { WebhookScheduler } from './deliveries/webhook-scheduler.ts'
import { WebhookSender } from './deliveries/webhook-sender.ts'
import { Webhook } from './webhook.entity.ts'
import { WebhookResolver, WorkspaceWebhooksResolver } from './webhook.resolver.ts'
import { WebhookService } from './webhook.service.ts'
import { WebhookMails } from './webhook-mails.ts'
import { WebhookSecrets } from './webhook-secrets.ts'

/** Webhooks and their deliveries. */
export const webhooksModule = defineModule({
  entities: [Webhook, WebhookDelivery, WebhookAttempt],
  archiveParts: [
    archiveRows({
      of: 'workspace',
      name: 'webhooks.json',
      about: 'Webhooks, without their secrets.',
      entity: Webhook,
      where: (workspace) => ({ workspace }),
    }),
  ],
  tablesWithoutEntity: ['webhook_sum'],
  resolvers: [
    WebhookResolver,
    WorkspaceWebhooksResolver,
    WebhookDeliveryResolver,
    WebhookFieldResolver,
    WebhookSampleResolver,
    ActivitySubjectResolver,
  ],
  create(platform): Module {
    const { orm, events, clock, log, keyring } = platform
    const { httpClient } = platform.outbound
    const { isEmbedded } = platform.database
    const { recurringTasks } = platform.background
    const secrets = new WebhookSecrets(keyring)
    const mails = new WebhookMails({ orm, mailer: platform.mailer })
    const sender = new WebhookSender({ orm, httpClient, secrets, clock, log, mails, settings: platform.settings })
    const scheduler = new WebhookScheduler({ orm, sender, clock, log, isEmbedded })
    const webhookService = new WebhookService(secrets, httpClient)
    platform.hooks.workspacePurge.addSteps(deleteDeliveriesOfWorkspace, deleteRowsOf('webhook'))
    platform.hooks.grantsEnded.onRun((em, ended) => webhookService.disableOfGrants(em, ended))
    platform.hooks.accessEndings.add({
      name: 'webhooks',
      endsAt: ['first_proof'],
      isCredential: false,
      end: (em, end) => webhookService.disableOfOwner(em, end),
    })
    const deliveryService = new WebhookDeliveryService(webhookService, events, scheduler)
    return {
      resolvers: [
        new WebhookResolver(webhookService),
        new WorkspaceWebhooksResolver(webhookService),
        new WebhookDeliveryResolver(deliveryService),
        new WebhookFieldResolver(deliveryService),
        new WebhookSampleResolver(platform.settings),
        new ActivitySubjectResolver(),
      ],
      start: async () => {
        events.onPublished(async (em, recipients) => {
          await scheduler.schedule(em, recipients)
        })
        await scheduler.start(recurringTasks)
      },
      stop: () => scheduler.stop(),
      metrics: () => scheduler.metrics(),
    }
  },
})
