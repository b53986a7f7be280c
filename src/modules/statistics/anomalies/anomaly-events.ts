import type { Activity } from '../../../platform/audit-log/activity.queries.ts'
import type { DomainEvent } from '../../../platform/events/domain-events.ts'
import { formatShortName, type Link } from '../../publishing/links/index.ts'
import type { Anomaly } from './anomaly.entity.ts'
import type { EvaluatedLinkRow } from './anomaly.queries.ts'

/** The event that an anomaly of a link was detected. */
export function createAnomalyDetectedEvent(
  anomaly: Anomaly,
  { workspaceId, domainHost, code }: EvaluatedLinkRow,
  at: Date,
): DomainEvent<'anomaly.detected'> {
  const { id, urlId: linkId, kind, severity, isEarly, country, observed, expected, score } = anomaly
  const windowStart = anomaly.windowStart.toISOString()
  const windowEnd = anomaly.windowEnd.toISOString()
  const data = {
    anomaly: {
      ...{ id, linkId, domainHost, code, kind, severity, isEarly, country },
      ...{ observed, expected, score, windowStart, windowEnd },
    },
  }
  return { kind: 'anomaly.detected', workspaceId, actor: 'system', linkId, at, data }
}

interface AnomalyActivityOptions extends Pick<Activity, 'workspaceId' | 'actor' | 'at'> {
  /** The anomaly's link. */
  readonly link: Pick<Link, 'code' | 'domainHost'>
}

/** The entry of the audit log for a change of an anomaly. */
export function createAnomalyActivity(
  action: 'detected' | 'acknowledged' | 'resolved',
  { urlId, kind, severity, country, observed, expected }: Anomaly,
  { link, workspaceId, actor, at }: AnomalyActivityOptions,
): Activity {
  const name = formatShortName(link)
  const counts = `${observed} in an hour, about ${Math.round(expected)} expected`
  const description = {
    spike: `Many more clicks than usual on ${name}: ${counts}.`,
    drop: `Far fewer clicks than usual on ${name}: ${counts}.`,
    bot_surge: `Many more bots than usual on ${name}: ${counts}.`,
    country_shift: `Unusual clicks from ${country} on ${name}: ${counts}.`,
  }[kind]
  const prefix = { detected: '', acknowledged: 'Acknowledged: ', resolved: 'Resolved: ' }[action]
  return {
    workspaceId,
    actor,
    at,
    type: `anomaly.${action}`,
    subjectType: 'link',
    subjectId: urlId,
    source: 'clicks',
    severity: action === 'detected' ? severity : 'info',
    summary: `${prefix}${description}`,
  }
}
