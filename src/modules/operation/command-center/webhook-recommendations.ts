import { type FailedEvents, getFailureSeverity, type Webhook } from '../../integrations/webhooks/index.ts'
import type { RecommendationDraft } from './recommendations.ts'
import { degradedFailureRate, toWorkflowId, type WorkflowReport } from './workflows.ts'

/** Returns what to do about a webhook, in the order in which to do it. */
export function listWebhookRecommendations(
  report: WorkflowReport,
  failedEvents: ReadonlyMap<string, FailedEvents>,
): RecommendationDraft[] {
  const { webhook } = report.workflow
  if (!webhook) return []
  if (!webhook.isActive) return webhook.disabledAt ? [toEnableEndpointRecommendation(webhook)] : []
  const isFailing = report.currentFailureRate > degradedFailureRate || getFailureSeverity(webhook.failureCount) !== null
  const { missed, waiting } = failedEvents.get(webhook.id) ?? { missed: 0, waiting: 0 }
  // After few failures, the next attempt follows soon.
  const failedCount = isFailing || webhook.failureCount === 0 ? missed + waiting : missed
  return [
    ...(isFailing ? [toFixEndpointRecommendation(webhook, report)] : []),
    ...(failedCount > 0 ? [toRedeliverRecommendation(webhook, failedCount, isFailing)] : []),
  ]
}

function toEnableEndpointRecommendation(webhook: Webhook): RecommendationDraft {
  const cause = webhook.disabledReason === 'gone' ? 'its endpoint answered 410 Gone' : 'it failed for more than a day'
  return {
    ...originOf(webhook),
    kind: 'enable_endpoint',
    title: `Fix the endpoint of the webhook "${webhook.name}", then switch the webhook on again`,
    reason: `The webhook was switched off because ${cause}. No events are sent to it.`,
    action: { method: 'PATCH', path: `/webhooks/${webhook.id}` },
    impact: 'high',
  }
}

function toFixEndpointRecommendation(
  webhook: Webhook,
  { workflow: { status, lastError }, currentFailureRate }: WorkflowReport,
): RecommendationDraft {
  const failures =
    currentFailureRate > 0
      ? `${Math.ceil(currentFailureRate * 100)} % of the deliveries failed`
      : `The last ${webhook.failureCount} attempts failed`
  return {
    ...originOf(webhook),
    kind: 'fix_endpoint',
    title: `Fix the endpoint of the webhook "${webhook.name}", then send a test event`,
    reason: `${failures}${lastError ? `; the last error was: ${lastError}` : ''}.`,
    action: { method: 'POST', path: `/webhooks/${webhook.id}/test` },
    impact: status === 'failing' ? 'high' : 'medium',
  }
}

function toRedeliverRecommendation(webhook: Webhook, count: number, isFailing: boolean): RecommendationDraft {
  const events = count === 1 ? '1 failed event' : `${count} failed events`
  const condition = isFailing ? 'When the endpoint works again, send' : 'Send'
  return {
    ...originOf(webhook),
    kind: 'redeliver_events',
    title: `${condition} ${events} to the webhook "${webhook.name}" again`,
    reason: count === 1 ? '1 event did not arrive.' : `${count} events did not arrive.`,
    action: { method: 'POST', path: `/webhooks/${webhook.id}/redeliver` },
    impact: 'medium',
  }
}

function originOf(webhook: Webhook) {
  return { subjectId: webhook.id, source: 'webhooks', workflowId: toWorkflowId(webhook) } as const
}
