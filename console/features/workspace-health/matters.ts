import { withoutScheme } from '../../app/addresses.ts'
import type { OpenAlertFragment, WorkspaceHealthQuery } from '../../graph/types.ts'
import { formatDay, formatNumber } from '../../texts/formats.ts'
import { type TextId, t } from '../../texts/texts.ts'

/** One thing that waits for somebody. */
export interface Matter {
  readonly isGrave: boolean
  /** What it is about. */
  readonly name: string
  readonly what: string
  readonly why: string
  readonly since: string
  /** Where it is dealt with, and the word for it. */
  readonly href: string
  readonly act: string
}

type Anomaly = NonNullable<WorkspaceHealthQuery['anomalies']>['nodes'][number]
type Domain = NonNullable<WorkspaceHealthQuery['domains']>['nodes'][number]

/** The names of quotas in alerts. */
const resources: Readonly<Record<string, TextId>> = {
  links: 'quota.URLS',
  webhooks: 'quota.WEBHOOKS',
  'API keys': 'quota.API_KEYS',
  'dynamic QR codes': 'quota.DYNAMIC_QRS',
  'bio pages': 'quota.BIO_PAGES',
  'requests in an hour': 'care.requests',
  tags: 'care.quota.tags',
  folders: 'care.quota.folders',
  domains: 'care.quota.domains',
  pixels: 'care.quota.pixels',
  logos: 'care.quota.logos',
  'UTM templates': 'care.quota.templates',
  applications: 'care.quota.applications',
  'pages with shared statistics': 'care.quota.shared',
}

export function describeAlert(alert: OpenAlertFragment): Matter {
  const { kind, severity, createdAt: since, subject, subjectId } = alert
  const common = { isGrave: severity === 'CRITICAL' || severity === 'ERROR', what: t(`care.kind.${kind}`), since }
  if (subject?.__typename === 'UrlItem') {
    const { id, shortUrl } = subject
    const isBlocked = kind === 'DESTINATION_FLAGGED'
    const href = `/links/${id}/${isBlocked ? 'activity' : 'edit'}`
    const why = t(isBlocked ? 'care.why.blocked' : 'care.why.unreachable')
    return { ...common, name: withoutScheme(shortUrl), why, href, act: t(isBlocked ? 'care.look' : 'care.mend') }
  }
  if (subject?.__typename === 'WebhookItem') {
    const { name, failureCount, lastStatus, disabledReason } = subject
    const why = disabledReason
      ? t(disabledReason === 'GONE' ? 'care.why.gone' : 'care.why.disabled')
      : t('care.why.failing', { count: failureCount, status: lastStatus ?? '–' })
    return { ...common, name, why, href: '/settings/webhooks', act: t('care.look') }
  }
  if (subject?.__typename === 'ApiKeyItem') {
    const why = t('care.why.key', { day: formatDay(subject.expiresAt) })
    return { ...common, name: subject.name, why, href: '/settings/keys', act: t('care.rotate') }
  }
  const resource = resources[subjectId]
  const why = t(kind === 'QUOTA_100' ? 'care.why.full' : 'care.why.near')
  return { ...common, name: resource ? t(resource) : subjectId, why, href: '/settings/workspace', act: t('care.plan') }
}

export function describeAnomaly({ kind, severity, observed, expected, windowStart, url }: Anomaly): Matter {
  const clicks = { observed: formatNumber(observed), expected: formatNumber(Math.round(expected)) }
  return {
    isGrave: severity === 'CRITICAL' || severity === 'ERROR',
    name: url ? withoutScheme(url.shortUrl) : '',
    what: t(`health.kind.${kind}`),
    why: `${t('health.clicks', clicks)}.`,
    since: windowStart,
    href: url ? `/links/${url.id}` : '/statistics',
    act: t('care.look'),
  }
}

/** Whether the workspace has yet to prove that a domain is its own, or could not lately. */
export function needsProof({ status, unprovenSince }: Pick<Domain, 'status' | 'unprovenSince'>): boolean {
  return status === 'PENDING' || unprovenSince !== null
}

export function describeDomain({ host, status, unprovenSince, createdAt }: Domain): Matter {
  const isLost = status === 'VERIFIED'
  return {
    isGrave: isLost,
    name: host,
    what: t('care.domain'),
    why: t(isLost ? 'care.why.unproven' : 'care.why.pending'),
    since: unprovenSince ?? createdAt,
    href: '/settings/domains',
    act: t('care.domainAct'),
  }
}
