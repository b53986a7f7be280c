import { severities } from '../events/operations.ts'
import type { UnreachableLink } from '../health/index.ts'
import type { ApiKey } from '../keys/index.ts'
import type { Link } from '../links/index.ts'
import { gradeOf, type Webhook } from '../webhooks/index.ts'
import type { Alert } from './alert.ts'
import { type Causes, keyNoticeMs } from './causes.ts'
import type { Listed, Question } from './question.ts'
import { quotaAlerts } from './quotas.ts'
import { workflowIdOf } from './work.ts'

const dayMs = 24 * 3600 * 1000

/** Everything an owner should know of as long as it lasts, read from the records of its cause. */
export async function alertsOf(question: Question, causes: Causes): Promise<Listed<Alert>> {
  const { work, keys, flagged, unreachable } = causes
  const ofWebhooks = work.flatMap(({ workflow: { webhook } }) => (webhook ? webhookAlerts(webhook) : []))
  const quotas = await quotaAlerts(question)
  const items = [
    ...ofWebhooks,
    ...keys.items.map((key) => keyAlert(key, question.span.to)),
    ...flagged.items.map(flaggedAlert),
    ...unreachable.items.map(unreachableAlert),
    ...quotas,
  ]
  const total = ofWebhooks.length + keys.total + flagged.total + unreachable.total + quotas.length
  return { items: items.toSorted(bySeverity), total }
}

function bySeverity(a: Alert, b: Alert): number {
  const graver = severities.indexOf(b.severity) - severities.indexOf(a.severity)
  return graver || a.createdAt.getTime() - b.createdAt.getTime() || a.id.localeCompare(b.id)
}

function webhookAlerts(webhook: Webhook): Alert[] {
  const { id, name, isActive, disabledAt, disabledReason, failureCount, failingSince, lastError } = webhook
  const about = { subjectId: id, source: 'webhooks', workflowId: workflowIdOf(webhook) } as const
  if (!isActive && disabledAt) {
    const why = disabledReason === 'gone' ? 'its address answers that it is gone' : 'it failed for more than a day'
    const message = `The webhook "${name}" was disabled: ${why}.`
    const kind = 'webhook_disabled'
    return [{ ...about, id: `${kind}:${id}`, kind, severity: 'critical', message, createdAt: disabledAt }]
  }
  const severity = gradeOf(failureCount)
  if (!isActive || !failingSince || !severity) return []
  const message = `The last ${failureCount} attempts of the webhook "${name}" failed: ${lastError ?? 'no answer'}.`
  const kind = 'webhook_failing'
  return [{ ...about, id: `${kind}:${id}`, kind, severity, message, createdAt: failingSince }]
}

function keyAlert({ id, name, expiresAt }: ApiKey, now: Date): Alert {
  const leftMs = expiresAt.getTime() - now.getTime()
  const [isOver, kind] = [leftMs <= 0, 'key_expiring'] as const
  return {
    ...{ id: `${kind}:${id}`, kind, severity: leftMs < dayMs ? 'error' : 'warning' },
    message: `The API key "${name}" ${isOver ? 'has expired' : 'expires'} on ${expiresAt.toISOString().slice(0, 10)}.`,
    subjectId: id,
    createdAt: isOver ? expiresAt : new Date(expiresAt.getTime() - keyNoticeMs),
    ...{ source: 'lifecycle', workflowId: null },
  }
}

function flaggedAlert({ id, code, blockedReason, blockedAt }: Link): Alert {
  const kind = 'destination_flagged'
  return {
    ...{ id: `${kind}:${id}`, kind, severity: 'critical', subjectId: id, createdAt: blockedAt ?? new Date(0) },
    message: `The link ${code} is blocked: ${blockedReason ?? 'other'}.`,
    ...{ source: 'lifecycle', workflowId: null },
  }
}

function unreachableAlert({ linkId, code, status, error, since }: UnreachableLink): Alert {
  const kind = 'link_unreachable'
  const met = status === null ? (error ?? 'no answer') : `answers ${status}`
  return {
    ...{ id: `${kind}:${linkId}`, kind, severity: 'error', subjectId: linkId, createdAt: since },
    message: `The destination of the link ${code} cannot be reached: ${met}.`,
    ...{ source: 'link_health', workflowId: 'link-health' },
  }
}
