import type { Activity } from '../../events/activity/activity.ts'
import type { Happening } from '../../events/kinds.ts'
import type { Anomaly } from './anomaly.ts'

type Told = Pick<
  Anomaly,
  'id' | 'urlId' | 'shortUrl' | 'kind' | 'severity' | 'country' | 'observed' | 'expected' | 'score'
> &
  Pick<Anomaly, 'windowStart' | 'windowEnd'>

/** An anomaly that was found, as listeners are told of it. */
export function happeningOf(anomaly: Told, ownerId: string, at: Date): Happening<'anomaly.detected'> {
  const { urlId: linkId, shortUrl: code, windowStart, windowEnd, ...facts } = anomaly
  const { id, kind, severity, country, observed, expected, score } = facts
  const window = { windowStart: windowStart.toISOString(), windowEnd: windowEnd.toISOString() }
  const told = { id, linkId, code, kind, severity, country, observed, expected, score, ...window }
  return { kind: 'anomaly.detected', ownerId, actor: 'system', linkId, at, data: { anomaly: told } }
}

/** What became of an anomaly, and by whom, as its owner reads it later. */
export function activityOf(
  what: 'detected' | 'acknowledged' | 'resolved',
  anomaly: Pick<Told, 'urlId' | 'shortUrl' | 'kind' | 'severity' | 'country' | 'observed' | 'expected'>,
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
  const settled = what === 'resolved' ? `Over: ${summaries[kind]}` : `Noted: ${summaries[kind]}`
  return {
    ...by,
    ...{ type: `anomaly.${what}`, subjectType: 'link', subjectId, source: 'clicks' },
    severity: what === 'detected' ? severity : 'info',
    summary: what === 'detected' ? summaries[kind] : settled,
  }
}
