import { Field, ID, ObjectType } from 'type-graphql'
import { AccessByKind, InheritsAccess } from '../../platform/auth/authorization.ts'
import { GraphqlOnly, RestOnly } from '../../platform/graphql/operations.ts'
import { createEnumType } from '../../platform/shared/enum-type.ts'
import { dayMs } from '../../platform/shared/time.ts'
import type { Anomaly } from '../anomalies/index.ts'
import type { ApiKey } from '../api-keys/index.ts'
import { type ExpiredLinkInUse, findExpiredLinksInUse } from '../clicks/index.ts'
import type { UnreachableLink } from '../link-health/index.ts'
import { countMissedEvents, getFailureSeverity, type Webhook } from '../webhooks/index.ts'
import { type AccountRecords, type AccountSnapshot, maxListItems } from './account-snapshot.ts'
import type { ItemOrigin } from './command-center.inputs.ts'
import { scopeOfSubject } from './subjects.ts'
import { degradedFailureRate, toWorkflowId, type Workflow } from './workflows.ts'

const impacts = ['low', 'medium', 'high'] as const
type Impact = (typeof impacts)[number]
const Impact = createEnumType<Impact>('Impact', 'How much a recommendation would improve, in ascending order.', {
  low: 'Little.',
  medium: 'Something.',
  high: 'Much.',
})

type RecommendationKind =
  | 'rotate_key'
  | 'revoke_key'
  | 'fix_endpoint'
  | 'enable_endpoint'
  | 'redeliver_events'
  | 'add_expired_url'
  | 'replace_destination'
  | 'acknowledge_anomaly'
const RecommendationKind = createEnumType<RecommendationKind>('RecommendationKind', 'What is recommended.', {
  rotate_key: 'Replace an API key that is in use and expires soon.',
  revoke_key: 'Revoke an API key that is not in use.',
  fix_endpoint: 'Mend the receiver of a failing webhook.',
  enable_endpoint: 'Switch a disabled webhook on again.',
  redeliver_events: 'Send events again that a webhook missed.',
  add_expired_url: 'Give an expired link an address for its visitors.',
  replace_destination: 'Replace a destination that cannot be reached.',
  acknowledge_anomaly: 'Look at an anomaly and acknowledge it.',
})

type RequestMethod = 'POST' | 'PATCH' | 'DELETE'
const RequestMethod = createEnumType<RequestMethod>('RequestMethod', 'An HTTP method.', {
  POST: 'Create or act.',
  PATCH: 'Change.',
  DELETE: 'Delete.',
})

/** The mutation of each kind of recommendation. */
const mutations: Readonly<Record<RecommendationKind, string>> = {
  rotate_key: 'createApiKey',
  revoke_key: 'revokeApiKey',
  fix_endpoint: 'testWebhook',
  enable_endpoint: 'updateWebhook',
  redeliver_events: 'redeliverWebhookEvents',
  add_expired_url: 'updateUrl',
  replace_destination: 'updateUrl',
  acknowledge_anomaly: 'acknowledgeAnomaly',
}

@InheritsAccess()
@ObjectType({ description: 'The API request that follows a recommendation.' })
export class RecommendedAction {
  @Field(() => RequestMethod, { description: 'HTTP method.' })
  method!: RequestMethod

  @Field(() => String, { description: 'Path below the root of the API, such as `/keys`.' })
  path!: string
}

@AccessByKind(({ subjectId }: Recommendation) => scopeOfSubject(subjectId))
@ObjectType({ description: 'An action that would improve the state of the account.' })
export class Recommendation implements ItemOrigin {
  @Field(() => ID, { description: 'Identifier of the recommendation, stable while its cause lasts.' })
  id!: string

  @Field(() => RecommendationKind, { description: 'What is recommended.' })
  kind!: RecommendationKind

  @Field(() => String, { description: 'What to do.' })
  title!: string

  @Field(() => String, { description: 'Why to do it.' })
  reason!: string

  @GraphqlOnly()
  @Field(() => String, {
    description:
      'Name of the mutation that does it, such as `updateUrl`. If it has an `id`, it is that of the subject.',
  })
  mutation!: string

  @RestOnly()
  @Field(() => RecommendedAction, { description: 'The API request that does it.' })
  action!: RecommendedAction

  @Field(() => Impact, { description: 'How much it would improve.' })
  impact!: Impact

  source!: ItemOrigin['source']
  workflowId!: ItemOrigin['workflowId']
  subjectId!: string
}

/** A recommendation before its id and its mutation are added. */
type RecommendationDraft = Omit<Recommendation, 'id' | 'mutation'>

/** A key that was used within this time is in use. */
const recentUseMs = 7 * dayMs

/** An expired link with this many clicks on its last day has a high impact. */
const highImpactClicks = 100

/** Returns the recommendations, the highest impact first. `anomalies` are those with the severity `error` or higher. */
export async function listRecommendations(
  { em, ownerId, scopes, span: { from, to: now } }: AccountSnapshot,
  { reports, keys, unreachable }: AccountRecords,
  anomalies: readonly Anomaly[],
): Promise<Recommendation[]> {
  const failingWebhookIds = reports.flatMap(({ workflow: { webhook, failed } }) =>
    webhook && failed > 0 ? [webhook.id] : [],
  )
  const missedCounts = await countMissedEvents(em, failingWebhookIds, from)
  const expiredLinks = scopes.has('read:links') ? await findExpiredLinksInUse(em, ownerId, now, maxListItems) : []
  return [
    ...reports.flatMap(({ workflow }) => toWebhookRecommendations(workflow, missedCounts)),
    ...keys.items.map((key) =>
      key.expiresAt > now ? toRotateKeyRecommendation(key, now) : toRevokeKeyRecommendation(key),
    ),
    ...expiredLinks.map(toExpiredUrlRecommendation),
    ...unreachable.items.filter(({ isGone }) => isGone).map(toReplaceDestinationRecommendation),
    ...anomalies.filter(({ status }) => status === 'open').map(toAnomalyRecommendation),
  ]
    .map(toRecommendation)
    .toSorted((a, b) => impacts.indexOf(b.impact) - impacts.indexOf(a.impact))
}

function toRecommendation(draft: RecommendationDraft): Recommendation {
  const { kind, subjectId } = draft
  return { ...draft, id: `${kind}:${subjectId}`, mutation: mutations[kind] }
}

function toWebhookRecommendations(
  workflow: Workflow,
  missedCounts: ReadonlyMap<string, number>,
): RecommendationDraft[] {
  const { webhook, failureRate } = workflow
  if (!webhook) return []
  if (!webhook.isActive) return webhook.disabledAt ? [toEnableEndpointRecommendation(webhook)] : []
  if (failureRate > degradedFailureRate || getFailureSeverity(webhook.failureCount) !== null)
    return [toFixEndpointRecommendation(webhook, workflow)]
  const missedCount = missedCounts.get(webhook.id) ?? 0
  return missedCount > 0 && webhook.failureCount === 0 ? [toRedeliverRecommendation(webhook, missedCount)] : []
}

function toEnableEndpointRecommendation(webhook: Webhook): RecommendationDraft {
  return {
    subjectId: webhook.id,
    kind: 'enable_endpoint',
    title: `Enable the webhook "${webhook.name}" when its endpoint works again`,
    reason: 'The service disabled the webhook and sends no events to it.',
    action: { method: 'PATCH', path: `/webhooks/${webhook.id}` },
    impact: 'high',
    source: 'webhooks',
    workflowId: toWorkflowId(webhook),
  }
}

function toFixEndpointRecommendation(
  webhook: Webhook,
  { status, failureRate, lastError }: Workflow,
): RecommendationDraft {
  const failures = failureRate > 0 ? `${Math.round(failureRate * 100)} % of the deliveries failed` : 'The attempts fail'
  return {
    subjectId: webhook.id,
    kind: 'fix_endpoint',
    title: `Fix the endpoint of the webhook "${webhook.name}" and send a test event`,
    reason: `${failures}${lastError ? `; the last error was: ${lastError}` : ''}.`,
    action: { method: 'POST', path: `/webhooks/${webhook.id}/test` },
    impact: status === 'failing' ? 'high' : 'medium',
    source: 'webhooks',
    workflowId: toWorkflowId(webhook),
  }
}

function toRedeliverRecommendation(webhook: Webhook, missedCount: number): RecommendationDraft {
  const missedEvents = missedCount === 1 ? '1 event was' : `${missedCount} events were`
  return {
    subjectId: webhook.id,
    kind: 'redeliver_events',
    title: `Send the missed events to the webhook "${webhook.name}" again`,
    reason: `The webhook works again, and ${missedEvents} not delivered before.`,
    action: { method: 'POST', path: `/webhooks/${webhook.id}/redeliver` },
    impact: 'medium',
    source: 'webhooks',
    workflowId: toWorkflowId(webhook),
  }
}

function toRotateKeyRecommendation({ id, name, expiresAt, lastUsedAt }: ApiKey, now: Date): RecommendationDraft {
  const isInUse = lastUsedAt !== null && now.getTime() - lastUsedAt.getTime() <= recentUseMs
  return {
    subjectId: id,
    kind: 'rotate_key',
    title: `Create a replacement for the API key "${name}"`,
    reason: `The key expires on ${expiresAt.toISOString().slice(0, 10)}${isInUse ? ' and is in use' : ''}.`,
    action: { method: 'POST', path: '/keys' },
    impact: isInUse ? 'high' : 'medium',
    source: 'lifecycle',
    workflowId: null,
  }
}

function toRevokeKeyRecommendation({ id, name }: ApiKey): RecommendationDraft {
  return {
    subjectId: id,
    kind: 'revoke_key',
    title: `Revoke the API key "${name}"`,
    reason: 'The key has expired. Revoking it ends its alert.',
    action: { method: 'DELETE', path: `/keys/${id}` },
    impact: 'low',
    source: 'lifecycle',
    workflowId: null,
  }
}

function toExpiredUrlRecommendation({ id, code, clicks }: ExpiredLinkInUse): RecommendationDraft {
  return {
    subjectId: id,
    kind: 'add_expired_url',
    title: `Set an expiredUrl for the expired link ${code}`,
    reason: `The link has expired without an expiredUrl and was clicked ${clicks} times on its last day.`,
    action: { method: 'PATCH', path: `/urls/${id}` },
    impact: clicks >= highImpactClicks ? 'high' : 'medium',
    source: 'lifecycle',
    workflowId: 'lifecycle',
  }
}

function toReplaceDestinationRecommendation({ linkId, code, status }: UnreachableLink): RecommendationDraft {
  return {
    subjectId: linkId,
    kind: 'replace_destination',
    title: `Replace the destination of the link ${code}`,
    reason: `The destination answers ${status}.`,
    action: { method: 'PATCH', path: `/urls/${linkId}` },
    impact: 'high',
    source: 'link_health',
    workflowId: 'link-health',
  }
}

function toAnomalyRecommendation({ id, link, kind, severity, observed, expected }: Anomaly): RecommendationDraft {
  const counts = `${observed} clicks where ${Math.round(expected)} were expected`
  return {
    subjectId: id,
    kind: 'acknowledge_anomaly',
    title: `Look into the clicks of the link ${link.getEntity().code}`,
    reason: `A ${kind.replace('_', ' ')} has not been acknowledged: ${counts}.`,
    action: { method: 'POST', path: `/anomalies/${id}/acknowledge` },
    impact: severity === 'critical' ? 'high' : 'medium',
    source: 'clicks',
    workflowId: 'anomaly-detector',
  }
}
