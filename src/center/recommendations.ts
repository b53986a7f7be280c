import { type EndedLink, endedInUse } from '../clicks/index.ts'
import type { UnreachableLink } from '../health/index.ts'
import type { Anomaly } from '../insights/index.ts'
import type { ApiKey } from '../keys/index.ts'
import { gradeOf, missedBy, type Webhook } from '../webhooks/index.ts'
import type { Causes } from './causes.ts'
import { mostListed, type Question } from './question.ts'
import { impacts, type Recommendation } from './recommendation.ts'
import { degradedAbove, workflowIdOf } from './work.ts'
import type { Workflow } from './workflow.ts'

/** A key used in so long a time is in use. */
const inUseMs = 7 * 24 * 3600 * 1000

/** From so many clicks on its last day on, an ended link is worth more. */
const manyClicks = 100

/** What an owner could do, by rule and from records alone; what helps most first. `anomalies` are those graver than a warning. */
export async function recommendationsOf(
  { em, ownerId, span: { from, to: now } }: Question,
  { work, keys, unreachable }: Causes,
  anomalies: readonly Anomaly[],
): Promise<Recommendation[]> {
  const gaveUp = work.flatMap(({ workflow: { webhook, failed } }) => (webhook && failed > 0 ? [webhook.id] : []))
  const missed = await missedBy(em, gaveUp, from)
  const ended = await endedInUse(em, ownerId, now, mostListed)
  return [
    ...work.flatMap(({ workflow }) => ofWorkflow(workflow, missed)),
    ...keys.items.map((key) => (key.expiresAt > now ? ofExpiring(key, now) : ofExpired(key))),
    ...ended.map(ofEnded),
    ...unreachable.items.filter(({ isGone }) => isGone).map(ofGone),
    ...anomalies.flatMap(ofAnomaly),
  ].toSorted((a, b) => impacts.indexOf(b.impact) - impacts.indexOf(a.impact))
}

function ofWorkflow(
  { webhook, status, failureRate, lastError }: Workflow,
  missed: ReadonlyMap<string, number>,
): Recommendation[] {
  if (!webhook) return []
  const { id, name, isActive, disabledAt, failureCount } = webhook
  const about = { source: 'webhooks', workflowId: workflowIdOf(webhook) } as const
  if (!isActive) return disabledAt ? [{ ...about, ...enabling(webhook) }] : []
  if (failureRate > degradedAbove || gradeOf(failureCount) !== null) {
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
  const count = missed.get(id) ?? 0
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

function enabling({ id, name }: Webhook) {
  return {
    ...({ id: `enable_endpoint:${id}`, kind: 'enable_endpoint', impact: 'high' } as const),
    title: `Switch the webhook "${name}" on again once its endpoint works`,
    reason: 'The service disabled it, and nothing is sent to it.',
    action: { method: 'PATCH', path: `/webhooks/${id}` } as const,
  }
}

function ofExpiring({ id, name, expiresAt, lastUsedAt }: ApiKey, now: Date): Recommendation {
  const isUsed = lastUsedAt !== null && now.getTime() - lastUsedAt.getTime() <= inUseMs
  return {
    ...{ id: `rotate_key:${id}`, kind: 'rotate_key', impact: isUsed ? 'high' : 'medium' },
    title: `Make a key in the place of the API key "${name}"`,
    reason: `It expires on ${expiresAt.toISOString().slice(0, 10)}${isUsed ? ' and is in use' : ''}.`,
    action: { method: 'POST', path: '/keys' },
    ...{ source: 'lifecycle', workflowId: null },
  }
}

function ofExpired({ id, name }: ApiKey): Recommendation {
  return {
    ...{ id: `revoke_key:${id}`, kind: 'revoke_key', impact: 'low' },
    title: `Revoke the API key "${name}"`,
    reason: 'It has expired; revoking it settles its alert.',
    action: { method: 'DELETE', path: `/keys/${id}` },
    ...{ source: 'lifecycle', workflowId: null },
  }
}

function ofEnded({ id, code, clicks }: EndedLink): Recommendation {
  return {
    ...{ id: `add_expired_url:${id}`, kind: 'add_expired_url', impact: clicks >= manyClicks ? 'high' : 'medium' },
    title: `Say where visitors of the expired link ${code} go`,
    reason: `It has expired without expiredUrl, and was opened ${clicks} times on its last day.`,
    action: { method: 'PATCH', path: `/urls/${id}` },
    ...{ source: 'lifecycle', workflowId: 'lifecycle' },
  }
}

function ofGone({ linkId, code, status }: UnreachableLink): Recommendation {
  return {
    ...{ id: `replace_destination:${linkId}`, kind: 'replace_destination', impact: 'high' },
    title: `Give the link ${code} another destination`,
    reason: `Its destination answers ${status}.`,
    action: { method: 'PATCH', path: `/urls/${linkId}` },
    ...{ source: 'link_health', workflowId: 'link-health' },
  }
}

function ofAnomaly({ id, shortUrl, kind, severity, status, observed, expected }: Anomaly): Recommendation[] {
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
