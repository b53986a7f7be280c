import { Field, ID, ObjectType } from 'type-graphql'
import type { Anomaly } from '../anomalies/index.ts'
import type { ApiKey } from '../api-keys/index.ts'
import { type ExpiredLinkInUse, findExpiredLinksInUse } from '../clicks/index.ts'
import type { UnreachableLink } from '../link-health/index.ts'
import { countMissedEvents, getFailureSeverity, type Webhook } from '../webhooks/index.ts'
import type { AccountRecords } from './account-records.ts'
import { type AccountSnapshot, maxListItems } from './account-snapshot.ts'
import type { ItemOrigin } from './command-center.inputs.ts'
import { degradedFailureRate, toWorkflowId, type Workflow } from './workflows.ts'

export const impacts = ['low', 'medium', 'high'] as const
export type Impact = (typeof impacts)[number]

export type RecommendationKind =
  | 'rotate_key'
  | 'revoke_key'
  | 'fix_endpoint'
  | 'enable_endpoint'
  | 'redeliver_events'
  | 'add_expired_url'
  | 'replace_destination'
  | 'acknowledge_anomaly'

@ObjectType({ description: 'The request by which a recommendation is followed.' })
export class RecommendedAction {
  @Field(() => String, { description: 'Its HTTP method.' })
  method!: 'POST' | 'PATCH' | 'DELETE'

  @Field(() => String, { description: 'Its path, from the root of the API: `/keys`.' })
  path!: string
}

@ObjectType({ description: 'Something that could be done, by rule from what is on record.' })
export class Recommendation implements ItemOrigin {
  @Field(() => ID, { description: 'The same for the same cause, however often it is read.' })
  id!: string

  @Field(() => String, {
    description:
      '`rotate_key`, `revoke_key`, `fix_endpoint`, `enable_endpoint`, `redeliver_events`, `add_expired_url`, ' +
      '`replace_destination` or `acknowledge_anomaly`.',
  })
  kind!: RecommendationKind

  @Field(() => String, { description: 'What to do.' })
  title!: string

  @Field(() => String, { description: 'Why.' })
  reason!: string

  @Field(() => RecommendedAction, { description: 'How.' })
  action!: RecommendedAction

  @Field(() => String, { description: 'How much it helps: `low`, `medium` or `high`.' })
  impact!: Impact

  source!: ItemOrigin['source']
  workflowId!: ItemOrigin['workflowId']
}

/** A key used in so long a time is in use. */
const recentUseMs = 7 * 24 * 3600 * 1000

/** From so many clicks on its last day on, an ended link is worth more. */
const highImpactClicks = 100

/** What an owner could do, by rule and from records alone; what helps most first. `anomalies` are those graver than a warning. */
export async function listRecommendations(
  { em, ownerId, span: { from, to: now } }: AccountSnapshot,
  { reports, keys, unreachable }: AccountRecords,
  anomalies: readonly Anomaly[],
): Promise<Recommendation[]> {
  const failingWebhookIds = reports.flatMap(({ workflow: { webhook, failed } }) =>
    webhook && failed > 0 ? [webhook.id] : [],
  )
  const missedCounts = await countMissedEvents(em, failingWebhookIds, from)
  const expiredLinks = await findExpiredLinksInUse(em, ownerId, now, maxListItems)
  return [
    ...reports.flatMap(({ workflow }) => toWebhookRecommendations(workflow, missedCounts)),
    ...keys.items.map((key) =>
      key.expiresAt > now ? toRotateKeyRecommendation(key, now) : toRevokeKeyRecommendation(key),
    ),
    ...expiredLinks.map(toExpiredUrlRecommendation),
    ...unreachable.items.filter(({ isGone }) => isGone).map(toReplaceDestinationRecommendation),
    ...anomalies.flatMap(toAnomalyRecommendations),
  ].toSorted((a, b) => impacts.indexOf(b.impact) - impacts.indexOf(a.impact))
}

function toWebhookRecommendations(
  { webhook, status, failureRate, lastError }: Workflow,
  missedCounts: ReadonlyMap<string, number>,
): Recommendation[] {
  if (!webhook) return []
  const { id, name, isActive, disabledAt, failureCount } = webhook
  const about = { source: 'webhooks', workflowId: toWorkflowId(webhook) } as const
  if (!isActive) return disabledAt ? [{ ...about, ...toEnableEndpointFields(webhook) }] : []
  if (failureRate > degradedFailureRate || getFailureSeverity(failureCount) !== null) {
    const rate = failureRate > 0 ? `${Math.round(failureRate * 100)} % of its deliveries failed` : 'Its attempts fail'
    return [
      {
        ...{
          ...about,
          id: `fix_endpoint:${id}`,
          kind: 'fix_endpoint',
          impact: status === 'failing' ? 'high' : 'medium',
        },
        title: `Mend the endpoint of the webhook "${name}" and send it a test`,
        reason: `${rate}${lastError ? `; the last one met: ${lastError}` : ''}.`,
        action: { method: 'POST', path: `/webhooks/${id}/test` },
      },
    ]
  }
  const count = missedCounts.get(id) ?? 0
  if (count === 0 || failureCount > 0) return []
  return [
    {
      ...{ ...about, id: `redeliver_events:${id}`, kind: 'redeliver_events', impact: 'medium' },
      title: `Send the webhook "${name}" again what it missed`,
      reason: `It works again, and ${count === 1 ? '1 event was' : `${count} events were`} given up before.`,
      action: { method: 'POST', path: `/webhooks/${id}/redeliver` },
    },
  ]
}

function toEnableEndpointFields({ id, name }: Webhook) {
  return {
    ...({ id: `enable_endpoint:${id}`, kind: 'enable_endpoint', impact: 'high' } as const),
    title: `Switch the webhook "${name}" on again once its endpoint works`,
    reason: 'The service disabled it, and nothing is sent to it.',
    action: { method: 'PATCH', path: `/webhooks/${id}` } as const,
  }
}

function toRotateKeyRecommendation({ id, name, expiresAt, lastUsedAt }: ApiKey, now: Date): Recommendation {
  const isUsed = lastUsedAt !== null && now.getTime() - lastUsedAt.getTime() <= recentUseMs
  return {
    ...{ id: `rotate_key:${id}`, kind: 'rotate_key', impact: isUsed ? 'high' : 'medium' },
    title: `Make a key in the place of the API key "${name}"`,
    reason: `It expires on ${expiresAt.toISOString().slice(0, 10)}${isUsed ? ' and is in use' : ''}.`,
    action: { method: 'POST', path: '/keys' },
    ...{ source: 'lifecycle', workflowId: null },
  }
}

function toRevokeKeyRecommendation({ id, name }: ApiKey): Recommendation {
  return {
    ...{ id: `revoke_key:${id}`, kind: 'revoke_key', impact: 'low' },
    title: `Revoke the API key "${name}"`,
    reason: 'It has expired; revoking it settles its alert.',
    action: { method: 'DELETE', path: `/keys/${id}` },
    ...{ source: 'lifecycle', workflowId: null },
  }
}

function toExpiredUrlRecommendation({ id, code, clicks }: ExpiredLinkInUse): Recommendation {
  return {
    ...{ id: `add_expired_url:${id}`, kind: 'add_expired_url', impact: clicks >= highImpactClicks ? 'high' : 'medium' },
    title: `Say where visitors of the expired link ${code} go`,
    reason: `It has expired without expiredUrl, and was opened ${clicks} times on its last day.`,
    action: { method: 'PATCH', path: `/urls/${id}` },
    ...{ source: 'lifecycle', workflowId: 'lifecycle' },
  }
}

function toReplaceDestinationRecommendation({ linkId, code, status }: UnreachableLink): Recommendation {
  return {
    ...{ id: `replace_destination:${linkId}`, kind: 'replace_destination', impact: 'high' },
    title: `Give the link ${code} another destination`,
    reason: `Its destination answers ${status}.`,
    action: { method: 'PATCH', path: `/urls/${linkId}` },
    ...{ source: 'link_health', workflowId: 'link-health' },
  }
}

function toAnomalyRecommendations({
  id,
  shortUrl,
  kind,
  severity,
  status,
  observed,
  expected,
}: Anomaly): Recommendation[] {
  if (status !== 'open') return []
  return [
    {
      ...{
        id: `acknowledge_anomaly:${id}`,
        kind: 'acknowledge_anomaly',
        impact: severity === 'critical' ? 'high' : 'medium',
      },
      title: `Look into the clicks of the link ${shortUrl}`,
      reason: `Nobody has acknowledged a ${kind.replace('_', ' ')}: ${observed} where ${Math.round(expected)} were expected.`,
      action: { method: 'POST', path: `/anomalies/${id}/acknowledge` },
      ...{ source: 'clicks', workflowId: 'anomaly-detector' },
    },
  ]
}
