import { defineError } from '../../platform/shared/service-error.ts'

export class WebhookNotFound extends defineError({
  code: 'WEBHOOK_NOT_FOUND',
  status: 404,
  when: 'There is no such webhook, or it belongs to somebody else.',
  resolution: 'Check the id; GET /webhooks lists your webhooks.',
}) {
  constructor() {
    super('There is no such webhook.')
  }
}

export class DeliveryNotFound extends defineError({
  code: 'DELIVERY_NOT_FOUND',
  status: 404,
  when: 'There is no such delivery, it is older than 30 days, or it belongs to somebody else.',
  resolution: 'Check the id; GET /webhooks/{id}/deliveries lists them.',
}) {
  constructor() {
    super('There is no such delivery.')
  }
}

export class WebhookUrlNotAllowed extends defineError({
  code: 'WEBHOOK_URL_NOT_ALLOWED',
  status: 400,
  when: 'The address of a webhook is private, not https, or resolves to a private network.',
  resolution: 'Use a public https address on port 443 or 8443.',
}) {
  /** `issue` says what is wrong with the address: `must be a public host`. */
  constructor(issue: string, cause: unknown) {
    super(`The address of the webhook ${issue}.`, { details: [{ field: 'url', issue }], cause })
  }
}

export class WebhookUrlExists extends defineError({
  code: 'WEBHOOK_URL_EXISTS',
  status: 409,
  when: 'A webhook with this address exists already.',
  resolution: 'Change the existing webhook, named in details.',
}) {
  constructor(webhookId: string) {
    super('Another of your webhooks has this address.', {
      details: [{ field: 'url', issue: 'is the address of another webhook', webhookId }],
    })
  }
}
