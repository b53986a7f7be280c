import { type Activity, recordActivities } from '../../../platform/audit-log/activity.queries.ts'
import type { Severity } from '../../../platform/audit-log/operations.types.ts'
import { requireActor } from '../../../platform/auth/authorization.ts'
import type { EntityManager } from '../../../platform/database/database.ts'
import { describeChanges } from '../../../platform/events/change-texts.ts'
import { type FieldValues, findChanges } from '../../../platform/events/domain-events.ts'
import type { EndedGrants } from '../../../platform/events/transaction-hook.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import type { AttemptOutcome, EndpointHealth } from './deliveries/delivery-attempt.queries.ts'
import { getFailureSeverity, severityByFailureCount } from './deliveries/retry-policy.ts'
import type { DisabledReason, Webhook } from './webhook.entity.ts'

const disabledReasonTexts: Readonly<Record<DisabledReason, string>> = {
  failures: 'it has failed for more than a day',
  gone: 'its receiver responded with 410',
}

export type WebhookAction = 'created' | 'updated' | 'deleted' | 'secret_rotated'

/** Records an action of the caller on one of its webhooks, in the transaction of the action. */
export function auditWebhookAction(
  em: EntityManager,
  context: RequestContext,
  webhook: Webhook,
  action: WebhookAction,
  summary: string,
): Promise<void> {
  const actor = requireActor(context.caller)
  const subject = {
    workspaceId: webhook.workspace.id,
    actor,
    at: context.now(),
    webhookId: webhook.id,
    name: webhook.name,
  }
  return recordActivities(em, toActivity(subject, action, summary, 'info'))
}

/** The properties of a webhook that its owner can change. */
export function toAuditedState({ name, url, events, linkIds, format, isActive }: Webhook): FieldValues {
  return { name, url, events, linkIds, format, isActive }
}

/** Records which properties the caller changed. Records nothing if no property has changed. */
export async function auditWebhookChange(
  em: EntityManager,
  context: RequestContext,
  webhook: Webhook,
  before: FieldValues,
): Promise<void> {
  const changes = findChanges(before, toAuditedState(webhook))
  if (Object.keys(changes).length === 0) return
  await auditWebhookAction(em, context, webhook, 'updated', describeChanges(changes))
}

/** Records failures, exhausted deliveries and recoveries of a webhook, in the transaction that records the attempt. */
export function auditAttemptOutcome(
  em: EntityManager,
  endpoint: EndpointHealth,
  outcome: AttemptOutcome,
  at: Date,
): Promise<void> {
  const subject = { ...endpoint, actor: 'system', at }
  const { failures, failuresBefore } = endpoint
  const severity = severityByFailureCount.get(failures)
  const reason = outcome.error ?? 'no response'
  const activities: Activity[] = []
  if (severity)
    activities.push(toActivity(subject, 'failing', `failed ${failures} times in a row: ${reason}`, severity))
  if (outcome.state === 'exhausted')
    activities.push(toActivity(subject, 'delivery_exhausted', `missed an event: ${reason}`, 'error'))
  if (failures === 0 && getFailureSeverity(failuresBefore) !== null)
    activities.push(toActivity(subject, 'recovered', `works again after ${failuresBefore} failures`, 'info'))
  return recordActivities(em, ...activities)
}

/** Records that the service switched a webhook off. */
export function auditWebhookDisabled(
  em: EntityManager,
  endpoint: EndpointHealth,
  reason: DisabledReason,
  at: Date,
): Promise<void> {
  const subject = { ...endpoint, actor: 'system', at }
  return recordActivities(
    em,
    toActivity(subject, 'disabled', `was switched off: ${disabledReasonTexts[reason]}`, 'critical'),
  )
}

/** What has ended a webhook: the end of the grant of its application, or of all access to the account that owns it. */
export type WebhookEnding = Pick<EndedGrants, 'actor' | 'cause' | 'at'>

/** Records that a webhook was switched off by what has ended it. */
export function auditEndedWebhook(
  em: EntityManager,
  { id: webhookId, name, workspace }: Webhook,
  { cause, actor, at }: WebhookEnding,
): Promise<void> {
  return recordActivities(
    em,
    toActivity(
      { workspaceId: workspace.id, actor, at, webhookId, name },
      'disabled',
      `was switched off: ${cause}`,
      'warning',
    ),
  )
}

interface AuditSubject extends Pick<Activity, 'workspaceId' | 'actor' | 'at'> {
  readonly webhookId: string
  readonly name: string
}

type WebhookActivityType = WebhookAction | 'failing' | 'recovered' | 'delivery_exhausted' | 'disabled'

function toActivity(
  { webhookId, name, workspaceId, actor, at }: AuditSubject,
  type: WebhookActivityType,
  summary: string,
  severity: Severity,
): Activity {
  return {
    workspaceId,
    actor,
    at,
    type: `webhook.${type}`,
    subjectType: 'webhook',
    subjectId: webhookId,
    summary: `Webhook "${name}" ${summary}.`,
    severity,
    source: 'webhooks',
  }
}
