import type { Activity } from '../../platform/audit-log/activity.queries.ts'
import type { DomainEvent } from '../../platform/events/domain-events.ts'
import type { Anomaly } from './anomaly.types.ts'

type AnomalyFacts = Pick<
  Anomaly,
  'id' | 'urlId' | 'shortUrl' | 'kind' | 'severity' | 'country' | 'observed' | 'expected' | 'score'
> &
  Pick<Anomaly, 'windowStart' | 'windowEnd'>

/** An anomaly that was found, as listeners are told of it. */
export function createAnomalyDetectedEvent(
  anomaly: AnomalyFacts,
  ownerId: string,
  at: Date,
): DomainEvent<'anomaly.detected'> {
  const { urlId: linkId, shortUrl: code, windowStart, windowEnd, ...facts } = anomaly
  const { id, kind, severity, country, observed, expected, score } = facts
  const window = { windowStart: windowStart.toISOString(), windowEnd: windowEnd.toISOString() }
  const payload = { id, linkId, code, kind, severity, country, observed, expected, score, ...window }
  return { kind: 'anomaly.detected', ownerId, actor: 'system', linkId, at, data: { anomaly: payload } }
}

/** What became of an anomaly, and by whom, as its owner reads it later. */
export function createAnomalyActivity(
  action: 'detected' | 'acknowledged' | 'resolved',
  anomaly: Pick<AnomalyFacts, 'urlId' | 'shortUrl' | 'kind' | 'severity' | 'country' | 'observed' | 'expected'>,
  by: Pick<Activity, 'ownerId' | 'actor' | 'at'>,
): Activity {
  const { urlId: subjectId, shortUrl, kind, severity, country, observed, expected } = anomaly
  const counts = `${observed} in an hour, about ${Math.round(expected)} expected`
  const summaries = {
    spike: `Many more clicks than usual on ${shortUrl}: ${counts}.`,
    drop: `Far fewer clicks than usual on ${shortUrl}: ${counts}.`,
    bot_surge: `Many more robots than usual on ${shortUrl}: ${counts}.`,
    country_shift: `Unusual clicks from ${country} on ${shortUrl}: ${counts}.`,
  }
  const settledSummary = action === 'resolved' ? `Over: ${summaries[kind]}` : `Noted: ${summaries[kind]}`
  return {
    ...by,
    ...{ type: `anomaly.${action}`, subjectType: 'link', subjectId, source: 'clicks' },
    severity: action === 'detected' ? severity : 'info',
    summary: action === 'detected' ? summaries[kind] : settledSummary,
  }
}
