import { recordActivities } from '../../platform/audit-log/activity.queries.ts'
import type { EntityManager } from '../../platform/database/database.ts'
import { executeUnlogged } from '../../platform/database/statements.ts'
import type { EventPublisher } from '../../platform/events/event-publisher.ts'
import { newId } from '../../platform/shared/ids.ts'
import type { AnomalyState } from './anomaly.types.ts'
import { createAnomalyActivity, createAnomalyDetectedEvent } from './anomaly-events.ts'
import { dayMs, hourMs, readLinkHours } from './link-hours.ts'
import {
  type AnomalyKind,
  classifyHour,
  classifySeverity,
  determineTransition,
  type Finding,
} from './scoring/hour-findings.ts'

/** Some links, and the hour they are judged for. */
interface EvaluateHourOptions {
  readonly hour: Date
  readonly urlIds: readonly string[]
  readonly now: Date
}

/** What has been going on for so long is the usual from then on. */
const maxAnomalyDurationMs = 7 * dayMs

/** Judges an hour of some links in the transaction of `em`: what begins, goes on and ends is kept, told and noted in it. */
export async function evaluateHour(
  em: EntityManager,
  events: EventPublisher,
  { hour, urlIds, now }: EvaluateHourOptions,
): Promise<void> {
  // A link deleted in this moment either is gone before or waits.
  const links = await executeUnlogged<EvaluatedLinkRow>(em, lockLinksSql, [now, JSON.stringify(urlIds)])
  const ongoing = await executeUnlogged<OngoingAnomalyRow>(em, lockOngoingSql, [JSON.stringify(urlIds)])
  const hours = await readLinkHours(
    em,
    hour,
    links.filter(({ isServing }) => isServing).map(({ id }) => id),
  )
  const opened: OpenedAnomaly[] = []
  const continued: { id: string; finding: Finding }[] = []
  const closed: { link: EvaluatedLinkRow; anomaly: OngoingAnomalyRow }[] = []
  for (const link of links) {
    const ongoingByKind = new Map(ongoing.filter(({ urlId }) => urlId === link.id).map((each) => [each.kind, each]))
    const expired = [...ongoingByKind.values()].filter(
      ({ since }) => hour.getTime() - new Date(since).getTime() >= maxAnomalyDurationMs,
    )
    const linkHour = hours.get(link.id)
    // Nobody is led anywhere by it any more: that few come is no wonder, and nothing goes on.
    const closing = linkHour ? expired : [...ongoingByKind.values()]
    for (const anomaly of closing) closed.push({ link, anomaly })
    if (!linkHour) continue
    for (const finding of classifyHour(linkHour, collectLevels(ongoingByKind, closing))) {
      const anomaly = ongoingByKind.get(finding.kind)
      if (anomaly && closing.includes(anomaly)) continue
      const transition = determineTransition(finding.status, anomaly !== undefined)
      if (transition === 'opens') opened.push({ id: newId('anm', now), link, finding })
      if (transition === 'goes on' && anomaly) continued.push({ id: anomaly.id, finding })
      if (transition === 'clears' && anomaly) closed.push({ link, anomaly })
    }
  }
  await openAnomalies(em, events, opened, { hour, now })
  if (continued.length > 0)
    await executeUnlogged(em, continueAnomaliesSql, [
      formatHourEnd(hour),
      JSON.stringify(continued.map(toContinuedRow)),
    ])
  await closeAnomalies(em, closed, now)
}

interface EvaluatedLinkRow {
  readonly id: string
  readonly ownerId: string
  readonly shortUrl: string
  /** Whether visitors are led on by it. */
  readonly isServing: boolean
}

interface OngoingAnomalyRow extends Pick<Finding, 'observed' | 'expected' | 'level' | 'country'> {
  readonly id: string
  readonly urlId: string
  readonly kind: AnomalyKind
  readonly status: AnomalyState
  readonly since: string | Date
}

interface OpenedAnomaly {
  readonly id: string
  readonly link: EvaluatedLinkRow
  readonly finding: Finding
}

function collectLevels(
  ongoingByKind: ReadonlyMap<AnomalyKind, OngoingAnomalyRow>,
  closing: readonly OngoingAnomalyRow[],
) {
  const remaining = [...ongoingByKind.values()].filter((each) => !closing.includes(each))
  return Object.fromEntries(remaining.map(({ kind, level }) => [kind, level]))
}

async function openAnomalies(
  em: EntityManager,
  events: EventPublisher,
  opened: readonly OpenedAnomaly[],
  { hour, now }: Pick<EvaluateHourOptions, 'hour' | 'now'>,
): Promise<void> {
  if (opened.length === 0) return
  const window = { windowStart: hour, windowEnd: new Date(formatHourEnd(hour)) }
  const rows = opened.map((each) => ({ ...toAnomalyRow(each), owner: each.link.ownerId, url: each.link.id }))
  await executeUnlogged(em, openAnomaliesSql, [hour, formatHourEnd(hour), now, JSON.stringify(rows)])
  const detected = opened.map(({ id, link, finding }) => ({
    ownerId: link.ownerId,
    anomaly: {
      ...{ id, urlId: link.id, shortUrl: link.shortUrl, severity: classifySeverity(finding.score), ...window },
      ...{ kind: finding.kind, country: finding.country, observed: finding.observed },
      ...{ expected: roundToTenth(finding.expected), score: roundToTenth(finding.score) },
    },
  }))
  await events.publish(em, ...detected.map(({ anomaly, ownerId }) => createAnomalyDetectedEvent(anomaly, ownerId, now)))
  const by = { actor: 'system', at: now }
  await recordActivities(
    em,
    ...detected.map(({ anomaly, ownerId }) => createAnomalyActivity('detected', anomaly, { ...by, ownerId })),
  )
}

/** What its owner has resolved already needs no other word. */
async function closeAnomalies(
  em: EntityManager,
  closed: readonly { readonly link: EvaluatedLinkRow; readonly anomaly: OngoingAnomalyRow }[],
  now: Date,
): Promise<void> {
  if (closed.length === 0) return
  await executeUnlogged(em, closeAnomaliesSql, [now, now, JSON.stringify(closed.map(({ anomaly }) => anomaly.id))])
  const unresolved = closed.filter(({ anomaly }) => anomaly.status !== 'resolved')
  const activities = unresolved.map(({ link: { ownerId, shortUrl }, anomaly }) =>
    createAnomalyActivity(
      'resolved',
      { severity: 'info', shortUrl, ...anomaly },
      { ownerId, actor: 'system', at: now },
    ),
  )
  await recordActivities(em, ...activities)
}

function formatHourEnd(hour: Date): string {
  return new Date(hour.getTime() + hourMs).toISOString()
}

function toAnomalyRow({ id, finding }: { readonly id: string; readonly finding: Finding }) {
  const { kind, country, observed, expected, score, level } = finding
  const severity = classifySeverity(score)
  return { id, kind, severity, country, observed, expected: roundToTenth(expected), score: roundToTenth(score), level }
}

/** What has eased is told of no more: what is told is the worst hour of those that were odd. */
function toContinuedRow({ id, finding }: { readonly id: string; readonly finding: Finding }) {
  return { ...toAnomalyRow({ id, finding }), isOdd: finding.status === 'odd' }
}

function roundToTenth(value: number): number {
  return Math.round(value * 10) / 10
}

const lockLinksSql = `
  select id, owner_id as "ownerId", code as "shortUrl",
         is_active and blocked_at is null and (expires_at is null or expires_at > ?::timestamptz)
           and (click_limit is null or current_clicks < click_limit) as "isServing"
    from link where id in (select value from jsonb_array_elements_text(?::jsonb)) order by id for key share`

const lockOngoingSql = `
  select id, url_id as "urlId", kind, status, country, observed, expected, level, window_start as since
    from anomaly
   where url_id in (select value from jsonb_array_elements_text(?::jsonb)) and cleared_at is null for update`

const openAnomaliesSql = `
  insert into anomaly (id, owner_id, url_id, kind, severity, country, observed, expected, score, level,
                       window_start, window_end, status, detected_at)
  select given.id, owner, url, kind, severity, country, observed, expected, score, level,
         ?::timestamptz, ?::timestamptz, 'open', ?::timestamptz
    from jsonb_to_recordset(?::jsonb) as given (id text, owner text, url text, kind text, severity text, country text,
           observed int, expected float, score float, level float)`

/** What is told of an anomaly is its worst hour. */
const continueAnomaliesSql = `
  with asked as (select ?::timestamptz as window_end, ?::jsonb as rows),
  given as (
    select window_end, each.* from asked cross join lateral jsonb_to_recordset(rows) as each (id text, severity text,
           country text, observed int, expected float, score float, "isOdd" boolean)),
  worse as (
    select given.* from given join anomaly using (id) where "isOdd" and abs(given.score) > abs(anomaly.score))
  update anomaly
     set window_end = given.window_end, severity = coalesce(worse.severity, anomaly.severity),
         country = coalesce(worse.country, anomaly.country), observed = coalesce(worse.observed, anomaly.observed),
         expected = coalesce(worse.expected, anomaly.expected), score = coalesce(worse.score, anomaly.score)
    from given left join worse using (id) where given.id = anomaly.id`

const closeAnomaliesSql = `
  update anomaly
     set cleared_at = ?, resolved_at = case when status = 'resolved' then resolved_at else ?::timestamptz end,
         status = 'resolved'
   where id in (select value from jsonb_array_elements_text(?::jsonb))`
