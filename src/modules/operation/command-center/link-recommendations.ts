import { type BlockedLink, formatShortName, type Link } from '../../publishing/links/index.ts'
import type { Anomaly } from '../../statistics/anomalies/index.ts'
import type { UnreachableLink } from '../link-health/index.ts'
import type { ExpiredLinkInUse } from './expired-links.ts'
import type { RecommendationDraft } from './recommendations.ts'

/** An expired link with this many clicks on its last day has a high impact. */
const highImpactClicks = 100

/**
 * For a missing page, the owner should set another destination. Other errors may pass, and a check shows whether they
 * have.
 */
export function toDestinationRecommendation(unreachable: UnreachableLink): RecommendationDraft {
  const { linkId, name, status, error, isGone } = unreachable
  const origin = { subjectId: linkId, source: 'link_health', workflowId: 'link-health', impact: 'high' } as const
  if (isGone)
    return {
      ...origin,
      kind: 'replace_destination',
      title: `Give the link ${name} another destination`,
      reason: `The page does not exist: its server answers ${status}.`,
      action: { method: 'PATCH', path: `/urls/${linkId}` },
    }
  return {
    ...origin,
    kind: 'check_destination',
    title: `Repair the destination of the link ${name} or replace it, then request a check`,
    reason: `Visitors cannot reach the destination: ${status === null ? (error ?? 'no answer') : `its server answers ${status}`}.`,
    action: { method: 'POST', path: `/urls/${linkId}/health/check` },
  }
}

/** For a link whose owner has not appealed. After an appeal, a reviewer has to act and not the owner. */
export function toAppealRecommendation(link: BlockedLink): RecommendationDraft {
  const { id, blockedReason } = link
  return {
    subjectId: id,
    kind: 'appeal_block',
    title: `Appeal against the block of the link ${formatShortName(link)}, or delete the link if the block is right`,
    reason: `Visitors do not reach the destination. The link was blocked for this reason: ${blockedReason ?? 'other'}.`,
    action: { method: 'POST', path: `/urls/${id}/appeal` },
    impact: 'high',
    source: 'lifecycle',
    workflowId: null,
  }
}

export function toExpiredUrlRecommendation({ id, name, clicks }: ExpiredLinkInUse): RecommendationDraft {
  return {
    subjectId: id,
    kind: 'add_expired_url',
    title: `Tell the visitors of the expired link ${name} where to go: give it an expiredUrl`,
    reason: `The link has expired without an expiredUrl and was clicked ${clicks} times on its last day.`,
    action: { method: 'PATCH', path: `/urls/${id}` },
    impact: clicks >= highImpactClicks ? 'high' : 'medium',
    source: 'lifecycle',
    workflowId: 'lifecycle',
  }
}

/** Unusual visitors: people in other places than before, or bots. */
const visitorTexts: Partial<Record<Anomaly['kind'], string>> = {
  bot_surge: 'many bots open it',
  country_shift: 'many visitors from other countries than before open it',
}

/**
 * For links that are meant for few people, because they have a click limit or an expiry date, and that other people
 * open too. Each link is listed once.
 */
export function listPasswordRecommendations(anomalies: readonly Anomaly[], now: Date): RecommendationDraft[] {
  const kindsByLink = new Map(
    anomalies.flatMap(({ kind, link }) => (visitorTexts[kind] ? [[link.getEntity(), kind] as const] : [])),
  )
  return [...kindsByLink].flatMap(([link, kind]) => {
    const limit = describeLimit(link)
    const isOpen = link.isActive && (link.expiresAt === null || link.expiresAt > now)
    if (!limit || !isOpen || link.passwordHash !== null) return []
    return [toPasswordRecommendation(link, `The link ${limit}, and ${visitorTexts[kind]}.`)]
  })
}

function describeLimit({ clickLimit, expiresAt }: Link): string | null {
  if (clickLimit !== null) return `is meant for ${clickLimit} clicks`
  return expiresAt === null ? null : `is meant to be open until ${expiresAt.toISOString().slice(0, 10)}`
}

function toPasswordRecommendation(link: Link, reason: string): RecommendationDraft {
  return {
    subjectId: link.id,
    kind: 'add_password',
    title: `Give the link ${formatShortName(link)} a password, and tell it to those who may open the link`,
    reason,
    action: { method: 'PATCH', path: `/urls/${link.id}` },
    impact: 'medium',
    source: 'lifecycle',
    workflowId: null,
  }
}

export function toAnomalyRecommendation({
  id,
  link,
  kind,
  severity,
  observed,
  expected,
}: Anomaly): RecommendationDraft {
  const counts = `${observed} clicks where ${Math.round(expected)} were expected`
  return {
    subjectId: id,
    kind: 'acknowledge_anomaly',
    title: `Look into the clicks of the link ${formatShortName(link.getEntity())}, then acknowledge the anomaly`,
    reason: `A ${kind.replace('_', ' ')} has not been acknowledged: ${counts}.`,
    action: { method: 'POST', path: `/anomalies/${id}/acknowledge` },
    impact: severity === 'critical' ? 'high' : 'medium',
    source: 'clicks',
    workflowId: 'anomaly-detector',
  }
}
