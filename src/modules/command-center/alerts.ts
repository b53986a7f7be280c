import { Field, ID, ObjectType } from 'type-graphql'
import { type Alert as Alarm, type Severity, severities } from '../../platform/audit-log/operations.types.ts'
import type { PlanLimit } from '../../platform/rate-limiting/plan-limit.ts'
import { dayMs, hourMs } from '../../platform/shared/durations.ts'
import { type ApiKey, apiKeyPlanLimit } from '../api-keys/index.ts'
import type { UnreachableLink } from '../link-health/index.ts'
import type { Link } from '../links/index.ts'
import { oauthAppPlanLimit } from '../oauth/index.ts'
import { logoAllowance, qrAllowance } from '../qr-codes/index.ts'
import { getFailureSeverity, type Webhook, webhookAllowance } from '../webhooks/index.ts'
import { type AccountRecords, keyExpiryNoticeMs } from './account-records.ts'
import type { AccountSnapshot, CountedList } from './account-snapshot.ts'
import type { ItemOrigin } from './command-center.inputs.ts'
import { toWorkflowId } from './workflows.ts'

export type AlertKind =
  | 'webhook_disabled'
  | 'webhook_failing'
  | 'link_unreachable'
  | 'key_expiring'
  | 'quota_80'
  | 'quota_100'
  | 'destination_flagged'

@ObjectType({ description: 'Something to know of for as long as its cause lasts.' })
export class Alert implements Alarm<AlertKind>, ItemOrigin {
  @Field(() => ID, { description: 'The same for the same cause, however often it is read.' })
  id!: string

  @Field(() => String, {
    description:
      '`webhook_disabled`, `webhook_failing`, `link_unreachable`, `key_expiring` (or expired in the last 30 days), ' +
      '`quota_80`, `quota_100` or `destination_flagged` (a link that was blocked).',
  })
  kind!: AlertKind

  @Field(() => String, { description: '`info`, `warning`, `error` or `critical`.' })
  severity!: Severity

  @Field(() => String, { description: 'What is the matter, in a sentence.' })
  message!: string

  @Field(() => ID, { description: 'The webhook, link or key it is about; of a quota what it is a quota of.' })
  subjectId!: string

  @Field(() => Date, { description: 'When its cause began.' })
  createdAt!: Date

  source!: ItemOrigin['source']
  workflowId!: ItemOrigin['workflowId']
}

/** Everything an owner should know of as long as it lasts, read from the records of its cause. */
export async function listAlerts(snapshot: AccountSnapshot, records: AccountRecords): Promise<CountedList<Alert>> {
  const { reports, keys, flagged, unreachable } = records
  const fromWebhooks = reports.flatMap(({ workflow: { webhook } }) => (webhook ? toWebhookAlerts(webhook) : []))
  const quotas = await listQuotaAlerts(snapshot)
  const items = [
    ...fromWebhooks,
    ...keys.items.map((key) => toKeyAlert(key, snapshot.span.to)),
    ...flagged.items.map(toBlockedLinkAlert),
    ...unreachable.items.map(toUnreachableAlert),
    ...quotas,
  ]
  const total = fromWebhooks.length + keys.total + flagged.total + unreachable.total + quotas.length
  return { items: items.toSorted(compareBySeverity), total }
}

function compareBySeverity(a: Alert, b: Alert): number {
  const severityOrder = severities.indexOf(b.severity) - severities.indexOf(a.severity)
  return severityOrder || a.createdAt.getTime() - b.createdAt.getTime() || a.id.localeCompare(b.id)
}

function toWebhookAlerts(webhook: Webhook): Alert[] {
  const { id, name, isActive, disabledAt, disabledReason, failureCount, failingSince, lastError } = webhook
  const about = { subjectId: id, source: 'webhooks', workflowId: toWorkflowId(webhook) } as const
  if (!isActive && disabledAt) {
    const reason = disabledReason === 'gone' ? 'its address answers that it is gone' : 'it failed for more than a day'
    const message = `The webhook "${name}" was disabled: ${reason}.`
    const kind = 'webhook_disabled'
    return [{ ...about, id: `${kind}:${id}`, kind, severity: 'critical', message, createdAt: disabledAt }]
  }
  const severity = getFailureSeverity(failureCount)
  if (!isActive || !failingSince || !severity) return []
  const message = `The last ${failureCount} attempts of the webhook "${name}" failed: ${lastError ?? 'no answer'}.`
  const kind = 'webhook_failing'
  return [{ ...about, id: `${kind}:${id}`, kind, severity, message, createdAt: failingSince }]
}

function toKeyAlert({ id, name, expiresAt }: ApiKey, now: Date): Alert {
  const leftMs = expiresAt.getTime() - now.getTime()
  const [isOver, kind] = [leftMs <= 0, 'key_expiring'] as const
  return {
    ...{ id: `${kind}:${id}`, kind, severity: leftMs < dayMs ? 'error' : 'warning' },
    message: `The API key "${name}" ${isOver ? 'has expired' : 'expires'} on ${expiresAt.toISOString().slice(0, 10)}.`,
    subjectId: id,
    createdAt: isOver ? expiresAt : new Date(expiresAt.getTime() - keyExpiryNoticeMs),
    ...{ source: 'lifecycle', workflowId: null },
  }
}

function toBlockedLinkAlert({ id, code, blockedReason, blockedAt }: Link): Alert {
  const kind = 'destination_flagged'
  return {
    ...{ id: `${kind}:${id}`, kind, severity: 'critical', subjectId: id, createdAt: blockedAt ?? new Date(0) },
    message: `The link ${code} is blocked: ${blockedReason ?? 'other'}.`,
    ...{ source: 'lifecycle', workflowId: null },
  }
}

function toUnreachableAlert({ linkId, code, status, error, since }: UnreachableLink): Alert {
  const kind = 'link_unreachable'
  const reason = status === null ? (error ?? 'no answer') : `answers ${status}`
  return {
    ...{ id: `${kind}:${linkId}`, kind, severity: 'error', subjectId: linkId, createdAt: since },
    message: `The destination of the link ${code} cannot be reached: ${reason}.`,
    ...{ source: 'link_health', workflowId: 'link-health' },
  }
}

const allowances: readonly PlanLimit[] = [
  webhookAllowance,
  apiKeyPlanLimit,
  oauthAppPlanLimit,
  qrAllowance,
  logoAllowance,
]

/** How much of what there is room for is used, told from four fifths on. */
interface QuotaUsage {
  /** In the plural, such as `webhooks`. */
  readonly resourceName: string
  readonly used: number
  readonly maximum: number
  readonly since: Date
  /** Whether something is refused to who has used all of it, rather than no more made. */
  readonly isRate: boolean
}

/** What of the account's quotas is used up, or nearly so. */
export async function listQuotaAlerts({ em, ownerId, span, requests }: AccountSnapshot): Promise<Alert[]> {
  const now = span.to
  const usages: QuotaUsage[] = []
  for (const { resourceName, maximum, ...allowance } of allowances) {
    const used = await allowance.countUsed(em, ownerId, now)
    if (!isNearlyFull({ used, maximum })) continue
    const newest = await allowance.findNewest(em, ownerId)
    usages.push({ resourceName, maximum, used, since: newest?.createdAt ?? now, isRate: false })
  }
  if (requests) {
    const { limit: maximum, remaining, resetSeconds } = requests
    const since = new Date(now.getTime() + resetSeconds * 1000 - hourMs)
    usages.push({ resourceName: 'requests in an hour', maximum, used: maximum - remaining, since, isRate: true })
  }
  return usages.filter(isNearlyFull).map(toQuotaAlert)
}

function isNearlyFull({ used, maximum }: Pick<QuotaUsage, 'used' | 'maximum'>): boolean {
  return used >= 0.8 * maximum
}

function toQuotaAlert({ resourceName, used, maximum, since, isRate }: QuotaUsage): Alert {
  const isFull = used >= maximum
  const kind = isFull ? 'quota_100' : 'quota_80'
  // Who has as many webhooks as there may be lacks nothing yet; whose requests are refused does.
  const severity = isRate ? (isFull ? 'error' : 'warning') : isFull ? 'warning' : 'info'
  return {
    ...{ id: `${kind}:${resourceName}`, kind, severity, subjectId: resourceName, createdAt: since },
    message: `${used} of ${maximum} ${resourceName} are used.`,
    ...{ source: 'lifecycle', workflowId: null },
  }
}
