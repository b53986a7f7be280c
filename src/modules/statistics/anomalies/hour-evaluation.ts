import { LockMode } from '@mikro-orm/postgresql'
import { recordActivities } from '../../../platform/audit-log/activity.queries.ts'
import type { EntityManager } from '../../../platform/database/database.ts'
import type { EventPublisher } from '../../../platform/events/event-publisher.ts'
import { newId } from '../../../platform/shared/ids.ts'
import { dayMs, hourMs } from '../../../platform/shared/time.ts'
import type { ClickReader } from '../../visits/clicks/index.ts'
import { Anomaly, type WorstHour } from './anomaly.entity.ts'
import { type EvaluatedLinkRow, type EvaluationBatch, lockEvaluatedLinks } from './anomaly.queries.ts'
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

/** An anomaly that lasts this long becomes the new normal and is cleared. */
const maxAnomalyDurationMs = 7 * dayMs

interface LinkAnomaly {
  readonly link: EvaluatedLinkRow
  readonly anomaly: Anomaly
}

/** Evaluates one hour of several links in the transaction of `em`, and publishes and records what changes. */
export async function evaluateHour(
  em: EntityManager,
  { events, store }: { readonly events: EventPublisher; readonly store: ClickReader },
  { hour, linkIds }: EvaluationBatch,
  now: Date,
): Promise<void> {
  const links = await lockEvaluatedLinks(em, linkIds, now)
  const lockMode = LockMode.PESSIMISTIC_WRITE
  const ongoing = await em.find(Anomaly, { link: { $in: [...linkIds] }, clearedAt: null }, { lockMode })
  const ongoingByLinkId = Map.groupBy(ongoing, ({ urlId }) => urlId)
  const servingLinkIds = links.filter(({ isServing }) => isServing).map(({ id }) => id)
  const linkHours = await readLinkHours(em, store, hour, servingLinkIds)
  const windowEnd = new Date(hour.getTime() + hourMs)
  const detected: LinkAnomaly[] = []
  const cleared: LinkAnomaly[] = []
  for (const link of links) {
    const changes = determineChanges(linkHours.get(link.id), ongoingByLinkId.get(link.id) ?? [], hour)
    for (const finding of changes.opened) {
      const anomaly = em.create(Anomaly, {
        ...toWorstHour(finding),
        id: newId('anm', now),
        workspace: link.workspaceId,
        link: link.id,
        kind: finding.kind,
        level: finding.level,
        windowStart: hour,
        windowEnd,
        detectedAt: now,
      })
      detected.push({ link, anomaly })
    }
    for (const { anomaly, finding } of changes.continued) {
      anomaly.windowEnd = windowEnd
      // An hour that is only slightly unusual prolongs the anomaly but is never its worst hour.
      if (finding.status === 'anomalous') anomaly.recordHour(toWorstHour(finding))
    }
    for (const anomaly of changes.cleared) cleared.push({ link, anomaly })
  }
  // When its owner resolved an anomaly earlier, it gets no second activity.
  const resolved = cleared.filter(({ anomaly }) => anomaly.clear(now))
  await em.persist(detected.map(({ anomaly }) => anomaly)).flush()
  await events.publish(em, ...detected.map(({ anomaly, link }) => createAnomalyDetectedEvent(anomaly, link, now)))
  const createActivity = (action: 'detected' | 'resolved', { anomaly, link }: LinkAnomaly) =>
    createAnomalyActivity(action, anomaly, { link, workspaceId: link.workspaceId, actor: 'system', at: now })
  await recordActivities(
    em,
    ...detected.map((each) => createActivity('detected', each)),
    ...resolved.map((each) => createActivity('resolved', each)),
  )
}

/** The changes that one hour makes to the anomalies of a link. */
interface AnomalyChanges {
  readonly opened: Finding[]
  readonly continued: { readonly anomaly: Anomaly; readonly finding: Finding }[]
  readonly cleared: Anomaly[]
}

/** `linkHour` is absent for a link that does not redirect visitors or has no clicks. */
function determineChanges(linkHour: LinkHour | undefined, ongoing: readonly Anomaly[], hour: Date): AnomalyChanges {
  // A link that redirects nobody is expected to have no clicks.
  if (!linkHour) return { opened: [], continued: [], cleared: [...ongoing] }
  const isExpired = ({ windowStart }: Anomaly) => hour.getTime() - windowStart.getTime() >= maxAnomalyDurationMs
  const changes: AnomalyChanges = { opened: [], continued: [], cleared: ongoing.filter(isExpired) }
  const endingKinds = new Set(changes.cleared.map(({ kind }) => kind))
  const lasting = ongoing.filter(({ kind }) => !endingKinds.has(kind))
  const levels: Partial<Record<AnomalyKind, number>> = Object.fromEntries(
    lasting.map(({ kind, level }) => [kind, level]),
  )
  for (const finding of classifyHour(linkHour, levels)) {
    if (endingKinds.has(finding.kind)) continue
    const anomaly = lasting.find(({ kind }) => kind === finding.kind)
    const transition = determineTransition(finding.status, anomaly !== undefined)
    if (transition === 'open') changes.opened.push(finding)
    if (transition === 'continue' && anomaly) changes.continued.push({ anomaly, finding })
    if (transition === 'clear' && anomaly) changes.cleared.push(anomaly)
  }
  return changes
}

function toWorstHour(finding: Finding): WorstHour {
  const { country, observed, expected, score, isEarly } = finding
  return {
    severity: classifySeverity(finding),
    isEarly,
    country,
    observed,
    expected: roundToTenth(expected),
    score: roundToTenth(score),
  }
}

function roundToTenth(value: number): number {
  return Math.round(value * 10) / 10
}
