import { Field, ID, ObjectType } from 'type-graphql'
import { Severity, severities } from '../../../../platform/audit-log/operations.types.ts'
import { AccessByKind } from '../../../../platform/auth/authorization.ts'
import type { CountedList } from '../../../../platform/database/counted-list.ts'
import type { SortOrder } from '../../../../platform/graphql/pagination/keyset.ts'
import { createConnectionType } from '../../../../platform/graphql/pagination/pagination.ts'
import { countUsed, maximumOf, type PlanLimit } from '../../../../platform/rate-limiting/plan-limit.ts'
import { createEnumType } from '../../../../platform/shared/enum-type.ts'
import { toPlainText } from '../../../../platform/shared/text/human-text.ts'
import { dayMs } from '../../../../platform/shared/time.ts'
import { type ApiKey, apiKeyPlanLimit } from '../../../identity/api-keys/index.ts'
import { oauthAppPlanLimit } from '../../../identity/oauth/index.ts'
import { getFailureSeverity, type Webhook, webhookPlanLimit } from '../../../integrations/webhooks/index.ts'
import { bioPagePlanLimit } from '../../../publishing/bio-pages/index.ts'
import {
  type BlockedLink,
  domainPlanLimit,
  folderPlanLimit,
  formatShortName,
  linkPlanLimit,
  tagPlanLimit,
  utmTemplatePlanLimit,
} from '../../../publishing/links/index.ts'
import { pixelPlanLimit } from '../../../publishing/pixels/index.ts'
import { logoPlanLimit, qrPlanLimit } from '../../../publishing/qr-codes/index.ts'
import { sharedStatsPlanLimit } from '../../../statistics/shared-stats/index.ts'
import type { UnreachableLink } from '../../link-health/index.ts'
import { type AccountRecords, keyExpiryNoticeMs } from '../account-records.ts'
import type { ItemOrigin } from '../command-center.inputs.ts'
import { scopeOfSubject } from '../subjects.ts'
import { toWorkflowId } from '../workflows.ts'
import { quotaAcknowledgedMs } from './acknowledged-alert.entity.ts'

type AlertKind =
  | 'webhook_disabled'
  | 'webhook_failing'
  | 'link_unreachable'
  | 'key_expiring'
  | 'quota_80'
  | 'quota_100'
  | 'destination_flagged'
const AlertKind = createEnumType<AlertKind>('AlertKind', 'What needs attention.', {
  webhook_disabled: 'The service disabled a webhook.',
  webhook_failing: 'The last attempts of a webhook failed.',
  link_unreachable: 'The destination of a link cannot be reached.',
  key_expiring: 'An API key expires soon, or expired in the last 30 days.',
  quota_80: '80 % of a limit are used.',
  quota_100: 'A limit is used up.',
  destination_flagged: 'A link is blocked.',
})

@AccessByKind(({ subjectId }: Alert) => scopeOfSubject(subjectId))
@ObjectType({ description: 'A problem that needs attention, listed while its cause lasts.' })
export class Alert implements ItemOrigin {
  @Field(() => ID, { description: 'Identifier of the alert, stable while its cause lasts.' })
  id!: string

  @Field(() => AlertKind, { description: 'What needs attention.' })
  kind!: AlertKind

  @Field(() => Severity, { description: 'How serious it is.' })
  severity!: Severity

  @Field(() => String, { description: 'The problem in one sentence.' })
  message!: string

  @Field(() => ID, {
    description:
      'Identifier of the webhook, link or API key, which may have been deleted; for a quota the name of the limited resource.',
  })
  subjectId!: string

  @Field(() => Date, { description: 'When the cause began; for requests in an hour, when it was last seen.' })
  createdAt!: Date

  @Field(() => Date, {
    nullable: true,
    description:
      'When somebody acknowledged it; null if nobody did since its cause began. A quota is forgotten after 7 days.',
  })
  acknowledgedAt!: Date | null

  source!: ItemOrigin['source']
  workflowId!: ItemOrigin['workflowId']

  /** The position of the alert in its list, together with its id. */
  sortKey!: string
}

/** An alert before it gets its position in the list. */
type AlertDraft = Omit<Alert, 'sortKey' | 'acknowledgedAt'>

/** A page of alerts, with cursors. */
export const AlertConnection = createConnectionType('Alert', Alert, 'alerts')
export type AlertConnection = InstanceType<typeof AlertConnection>

/** The most severe first, then the oldest. */
export const mostSevereFirst: SortOrder<Alert> = {
  name: 'ALERTS',
  property: 'sortKey',
  column: 'sort_key',
  kind: 'text',
  direction: 'asc',
}

/**
 * Returns all alerts of an account in the order of `mostSevereFirst`. For records without items, it only counts the
 * alerts. `areAcknowledged` says whether `acknowledgedAt` is read, which most callers do not look at.
 */
export async function listAlerts(
  records: AccountRecords,
  { areAcknowledged }: { readonly areAcknowledged: boolean },
): Promise<CountedList<Alert>> {
  const { span } = records.snapshot
  const fromWebhooks = (await records.webhooks()).flatMap(toWebhookAlerts)
  const keys = await records.keys()
  const blocked = await records.blocked()
  const unreachable = await records.unreachable()
  const quotas = await listQuotaAlerts(records)
  const items = [
    ...fromWebhooks,
    ...keys.items.map((key) => toKeyAlert(key, span.to)),
    ...blocked.items.map(toBlockedLinkAlert),
    ...unreachable.items.map(toUnreachableAlert),
    ...quotas,
  ]
  const total = fromWebhooks.length + keys.total + blocked.total + unreachable.total + quotas.length
  const acknowledged = areAcknowledged && items.length > 0 ? await records.acknowledged() : new Map<string, Date>()
  const alerts = items.map((draft) => toAlert(draft, acknowledged.get(draft.id) ?? null, span.to))
  return { items: alerts.toSorted(comparePlaces), total }
}

function toAlert({ message, ...draft }: AlertDraft, seenAt: Date | null, now: Date): Alert {
  const rank = severities.length - severities.indexOf(draft.severity)
  const isQuota = draft.kind === 'quota_80' || draft.kind === 'quota_100'
  const validFrom = isQuota ? new Date(now.getTime() - quotaAcknowledgedMs) : draft.createdAt
  const acknowledgedAt = seenAt && seenAt >= validFrom ? seenAt : null
  return {
    ...draft,
    acknowledgedAt,
    message: toPlainText(message),
    sortKey: `${rank} ${draft.createdAt.toISOString()}`,
  }
}

/** Compares two positions in the list, of two alerts, or of an alert and a cursor. */
export function comparePlaces(a: Pick<Alert, 'sortKey' | 'id'>, b: Pick<Alert, 'sortKey' | 'id'>): number {
  const [left, right] = [`${a.sortKey} ${a.id}`, `${b.sortKey} ${b.id}`]
  return left < right ? -1 : left > right ? 1 : 0
}

function toWebhookAlerts(webhook: Webhook): AlertDraft[] {
  const { id, name, isActive, disabledAt, disabledReason, failureCount, failingSince, lastError } = webhook
  const about = { subjectId: id, source: 'webhooks', workflowId: toWorkflowId(webhook) } as const
  if (!isActive && disabledAt) {
    const reason = disabledReason === 'gone' ? 'its endpoint answered 410 Gone' : 'it failed for more than a day'
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

function toKeyAlert({ id, name, createdAt, expiresAt }: ApiKey, now: Date): AlertDraft {
  const leftMs = expiresAt.getTime() - now.getTime()
  const isExpired = leftMs <= 0
  // A key with a short life expires soon from its creation on.
  const noticedAtMs = Math.max(createdAt.getTime(), expiresAt.getTime() - keyExpiryNoticeMs)
  return {
    id: `key_expiring:${id}`,
    kind: 'key_expiring',
    severity: leftMs < dayMs ? 'error' : 'warning',
    message: `The API key "${name}" ${isExpired ? 'has expired' : 'expires'} on ${expiresAt.toISOString().slice(0, 10)}.`,
    subjectId: id,
    createdAt: isExpired ? expiresAt : new Date(noticedAtMs),
    source: 'lifecycle',
    workflowId: null,
  }
}

function toBlockedLinkAlert(link: BlockedLink): AlertDraft {
  const { id, blockedReason, blockedAt } = link
  return {
    id: `destination_flagged:${id}`,
    kind: 'destination_flagged',
    severity: 'critical',
    message: `The link ${formatShortName(link)} is blocked: ${blockedReason ?? 'other'}.`,
    subjectId: id,
    createdAt: blockedAt ?? new Date(0),
    source: 'lifecycle',
    workflowId: null,
  }
}

function toUnreachableAlert({ linkId, name, status, error, since }: UnreachableLink): AlertDraft {
  const reason = status === null ? (error ?? 'no answer') : `answers ${status}`
  return {
    id: `link_unreachable:${linkId}`,
    kind: 'link_unreachable',
    severity: 'error',
    message: `The destination of the link ${name} cannot be reached: ${reason}.`,
    subjectId: linkId,
    createdAt: since,
    source: 'link_health',
    workflowId: 'link-health',
  }
}

const planLimits: readonly PlanLimit[] = [
  linkPlanLimit,
  webhookPlanLimit,
  apiKeyPlanLimit,
  oauthAppPlanLimit,
  qrPlanLimit,
  logoPlanLimit,
  pixelPlanLimit,
  utmTemplatePlanLimit,
  bioPagePlanLimit,
  domainPlanLimit,
  tagPlanLimit,
  folderPlanLimit,
  sharedStatsPlanLimit,
]

/** The usage of a limited resource. */
interface QuotaUsage {
  /** In the plural, such as `webhooks`. */
  readonly resourceName: string
  readonly used: number
  readonly maximum: number
  readonly since: Date
  /** Whether the quota limits requests, which are rejected at the limit. Other limits only prevent new objects. */
  readonly isRate: boolean
}

/** Returns an alert for each quota that is used to at least 80 %. */
async function listQuotaAlerts({ snapshot, limit }: AccountRecords): Promise<AlertDraft[]> {
  const { em, limits, span, requests } = snapshot
  const now = span.to
  const alerts: AlertDraft[] = []
  const holderIds = { workspace: snapshot.workspaceId, account: snapshot.accountId }
  const usedCounts = await countUsed(em, planLimits, holderIds, now)
  for (const [index, planLimit] of planLimits.entries()) {
    const { resourceName, holder } = planLimit
    const maximum = maximumOf(planLimit, limits)
    const used = usedCounts[index] ?? 0
    if (!isNearlyFull(used, maximum)) continue
    const newest = limit > 0 ? await planLimit.findNewest(em, holderIds[holder]) : null
    alerts.push(toQuotaAlert({ resourceName, maximum, used, since: newest?.createdAt ?? now, isRate: false }))
  }
  if (requests && isNearlyFull(requests.limit - requests.remaining, requests.limit)) {
    const { limit: maximum, remaining } = requests
    const used = maximum - remaining
    // The time when the requests reached this number is not stored, and the current request is one of them.
    alerts.push(toQuotaAlert({ resourceName: 'requests in an hour', maximum, used, since: now, isRate: true }))
  }
  return alerts
}

function isNearlyFull(used: number, maximum: number): boolean {
  return used >= 0.8 * maximum
}

function toQuotaAlert({ resourceName, used, maximum, since, isRate }: QuotaUsage): AlertDraft {
  const isFull = used >= maximum
  const kind = isFull ? 'quota_100' : 'quota_80'
  // Rejected requests are worse than a full list of webhooks.
  const rateSeverity = isFull ? 'error' : 'warning'
  const countSeverity = isFull ? 'warning' : 'info'
  return {
    id: `${kind}:${resourceName}`,
    kind,
    severity: isRate ? rateSeverity : countSeverity,
    message: `${used} of ${maximum} ${resourceName} are used.`,
    subjectId: resourceName,
    createdAt: since,
    source: 'lifecycle',
    workflowId: null,
  }
}
