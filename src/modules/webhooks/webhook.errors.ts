import { defineError } from '../../platform/shared/service-error.ts'

export class WebhookNotFound extends defineError({
  code: 'WEBHOOK_NOT_FOUND',
  status: 404,
  when: 'The webhook does not exist or belongs to another account.',
  resolution: 'Check the id; GET /webhooks lists your webhooks.',
}) {
  constructor() {
    super('There is no such webhook.')
  }
}

export class DeliveryNotFound extends defineError({
  code: 'DELIVERY_NOT_FOUND',
  status: 404,
  when: 'The delivery does not exist, is older than 30 days, or belongs to another account.',
  resolution: 'Check the id; GET /webhooks/{id}/deliveries lists them.',
}) {
  constructor() {
    super('There is no such delivery.')
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
