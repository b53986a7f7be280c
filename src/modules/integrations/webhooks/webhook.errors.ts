import { defineError } from '../../../platform/shared/service-error.ts'

export class WebhookNotFound extends defineError({
  code: 'WEBHOOK_NOT_FOUND',
  status: 404,
  when: 'The webhook does not exist or belongs to another account.',
  resolution: 'Check the id; {@webhooks} lists your webhooks.',
}) {
  constructor() {
    super('There is no such webhook.')
  }
}

export class DeliveryNotFound extends defineError({
  code: 'DELIVERY_NOT_FOUND',
  status: 404,
  when: 'The delivery does not exist, is older than 30 days, or belongs to another account.',
  resolution: 'Check the id; {@webhookDeliveries} lists them.',
}) {
  constructor() {
    super('There is no such delivery.')
  }
}

export class EventNotFound extends defineError({
  code: 'EVENT_NOT_FOUND',
  status: 404,
  when: 'The event does not exist, is older than 30 days, or belongs to another account.',
  resolution: 'Check the id; {@webhookDeliveries} lists deliveries with their events.',
}) {
  constructor() {
    super('There is no such event.')
  }
}

export class WebhookUrlNotAllowed extends defineError({
  code: 'WEBHOOK_URL_NOT_ALLOWED',
  status: 400,
  when: 'The URL of a webhook is private, is not https, or resolves to a private network.',
  resolution:
    'Use a public https URL on port 443 or 8443. To try a receiver on your own machine, start the service with OUTWARD_NETWORKS set to any.',
}) {
  /** `issue` completes a sentence, such as `must be a public host`. */
  constructor(issue: string, cause: unknown) {
    super(`The address of the webhook ${issue}.`, { details: [{ field: 'url', issue }], cause })
  }
}

export class WebhookUrlExists extends defineError({
  code: 'WEBHOOK_URL_EXISTS',
  status: 409,
  when: 'Another webhook of the account has this URL.',
  resolution: 'Change the existing webhook, whose id is in the details.',
}) {
  constructor(webhookId: string) {
    super('Another of your webhooks has this address.', {
      details: [{ field: 'url', issue: 'is the address of another webhook', webhookId }],
    })
  }
}

export class WebhookNotOfGrant extends defineError({
  code: 'WEBHOOK_NOT_OF_GRANT',
  status: 403,
  when: 'An OAuth application changes a webhook that it has not created with its present grant.',
  resolution: 'Create a webhook of the application with {@createWebhook}, or change this one with a login.',
}) {
  constructor() {
    super('An application changes only the webhooks that it has created with its present grant.')
  }
}
