export {
  countFailedEvents,
  type FailedEvents,
  findWebhooks,
  getWebhookMetrics,
  type WebhookMetrics,
} from './deliveries/delivery-metrics.queries.ts'
export { getFailureSeverity } from './deliveries/retry-policy.ts'
export { Webhook } from './webhook.entity.ts'
export { webhookPlanLimit } from './webhook.service.ts'
export { WebhookSecrets } from './webhook-secrets.ts'
