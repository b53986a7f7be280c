import { LockMode } from '@mikro-orm/postgresql'
import { recordActivities } from '../../platform/audit-log/activity.queries.ts'
import type { EntityManager } from '../../platform/database/database.ts'
import type { EventPublisher } from '../../platform/events/event-publisher.ts'
import { dayMs, hourMs } from '../../platform/shared/durations.ts'
import { newId } from '../../platform/shared/ids.ts'
import { Anomaly, type WorstHour } from './anomaly.entity.ts'
import { type EvaluatedLinkRow, lockEvaluatedLinks } from './anomaly.queries.ts'
import { createAnomalyActivity, createAnomalyDetectedEvent } from './anomaly-events.ts'
import { readLinkHours } from './link-hours.ts'
import {
  type AnomalyKind,
  classifyHour,
  classifySeverity,
  determineTransition,
  type Finding,
  type LinkHour,
} from './scoring/hour-findings.ts'

interface EvaluateHourOptions {
  readonly hour: Date
  readonly linkIds: readonly string[]
  readonly now: Date
}

/** An anomaly that lasts this long becomes the new normal and is cleared. */
const maxAnomalyDurationMs = 7 * dayMs

/** The changes that one hour makes to the anomalies of some links. */
interface AnomalyChanges {
  readonly opened: { readonly link: EvaluatedLinkRow; readonly finding: Finding }[]
  readonly continued: { readonly anomaly: Anomaly; readonly finding: Finding }[]
  readonly cleared: { readonly link: EvaluatedLinkRow; readonly anomaly: Anomaly }[]
}

/**
 * Evaluates one hour of several links in the transaction of `em`: opens, continues and clears anomalies, publishes events
 * and records activities.
 */
export async function evaluateHour(
  em: EntityManager,
  events: EventPublisher,
  { hour, linkIds, now }: EvaluateHourOptions,
): Promise<void> {
  const links = await lockEvaluatedLinks(em, linkIds, now)
  const ongoing = await em.find(
    Anomaly,
    { link: { $in: [...linkIds] }, clearedAt: null },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  )
  const servingLinkIds = links.filter(({ isServing }) => isServing).map(({ id }) => id)
  const hours = await readLinkHours(em, hour, servingLinkIds)
  const changes: AnomalyChanges = { opened: [], continued: [], cleared: [] }
  const ongoingByLinkId = Map.groupBy(ongoing, ({ urlId }) => urlId)
  for (const link of links) {
    collectChanges(changes, link, ongoingByLinkId.get(link.id) ?? [], { hour, linkHour: hours.get(link.id) })
  }
  const { opened, continued, cleared } = changes
  const windowEnd = new Date(hour.getTime() + hourMs)
  for (const { anomaly, finding } of continued) {
    anomaly.windowEnd = windowEnd
    // An hour that is only slightly unusual prolongs the anomaly but is never its worst hour.
    if (finding.status === 'anomalous') anomaly.recordHour(toWorstHour(finding))
  }
  const detected = opened.map(({ link, finding }) => ({
    link,
    anomaly: em.create(Anomaly, {
      ...toWorstHour(finding),
      id: newId('anm', now),
      owner: link.ownerId,
      link: link.id,
      kind: finding.kind,
      level: finding.level,
      windowStart: hour,
      windowEnd,
      detectedAt: now,
    }),
  }))
  // An anomaly that its owner resolved earlier gets no second activity.
  const resolved = cleared.filter(({ anomaly }) => anomaly.clear(now))
  await em.persist(detected.map(({ anomaly }) => anomaly)).flush()
  await events.publish(
    em,
    ...detected.map(({ anomaly, link: { code, ownerId } }) =>
      createAnomalyDetectedEvent(anomaly, code, { ownerId, at: now }),
    ),
  )
  const bySystem = { actor: 'system', at: now }
  await recordActivities(
    em,
    ...detected.map(({ anomaly, link }) => createAnomalyActivity('detected', anomaly, { ...bySystem, ...link })),
    ...resolved.map(({ anomaly, link }) => createAnomalyActivity('resolved', anomaly, { ...bySystem, ...link })),
  )
}

/** Adds the changes of one link. `linkHour` is absent for a link that does not redirect visitors or has no clicks. */
function collectChanges(
  { opened, continued, cleared }: AnomalyChanges,
  link: EvaluatedLinkRow,
  ongoing: readonly Anomaly[],
  { hour, linkHour }: { readonly hour: Date; readonly linkHour: LinkHour | undefined },
): void {
  const isExpired = ({ windowStart }: Anomaly) => hour.getTime() - windowStart.getTime() >= maxAnomalyDurationMs
  // A link that redirects nobody is expected to have no clicks.
  const ending = linkHour ? ongoing.filter(isExpired) : ongoing
  for (const anomaly of ending) cleared.push({ link, anomaly })
  if (!linkHour) return
  const endingKinds = new Set(ending.map(({ kind }) => kind))
  const lasting = ongoing.filter(({ kind }) => !endingKinds.has(kind))
  const levels: Partial<Record<AnomalyKind, number>> = Object.fromEntries(
    lasting.map(({ kind, level }) => [kind, level]),
  )
  for (const finding of classifyHour(linkHour, levels)) {
    if (endingKinds.has(finding.kind)) continue
    const anomaly = lasting.find(({ kind }) => kind === finding.kind)
    const transition = determineTransition(finding.status, anomaly !== undefined)
    if (transition === 'open') opened.push({ link, finding })
    if (transition === 'continue' && anomaly) continued.push({ anomaly, finding })
    if (transition === 'clear' && anomaly) cleared.push({ link, anomaly })
  }
}

function toWorstHour({ country, observed, expected, score }: Finding): WorstHour {
  return {
    severity: classifySeverity(score),
    country,
    observed,
    expected: roundToTenth(expected),
    score: roundToTenth(score),
  }
}

function roundToTenth(value: number): number {
  return Math.round(value * 10) / 10
}
