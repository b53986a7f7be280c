import { dayMs, hourMs, startOfHour } from '../../../platform/shared/time.ts'
import { formatShortName, Link } from '../../publishing/links/index.ts'
import { type AccountSnapshot, maxListItems } from './account-snapshot.ts'

/** An expired link that people still opened on its last day. */
export interface ExpiredLinkInUse {
  readonly id: string
  /** As `formatShortName`. */
  readonly name: string
  /** Clicks by people in the 24 hours before the expiry. */
  readonly clicks: number
}

const lookbackMs = 7 * dayMs

/** How many links are examined, the most recently expired first. */
const maxCandidates = 200

const minClicks = 10

/**
 * Finds links of a workspace that expired in the last 7 days, have no `expiredUrl`, and had at least 10 clicks on their
 * last day, most clicks first. Visits to expired links are not recorded, so the last day is the best estimate of them.
 */
export async function findExpiredLinksInUse({
  em,
  clickStore,
  workspaceId,
  span: { to: now },
}: AccountSnapshot): Promise<ExpiredLinkInUse[]> {
  const links = await em.find(
    Link,
    {
      workspace: workspaceId,
      expiresAt: { $gt: new Date(now.getTime() - lookbackMs), $lte: now },
      ...{ expiredUrl: null, kind: 'link', isActive: true, blockedAt: null },
    },
    { orderBy: { expiresAt: 'desc' }, limit: maxCandidates, disableIdentityMap: true },
  )
  if (links.length === 0) return []
  const periods = [
    {
      from: startOfHour(new Date(now.getTime() - lookbackMs - dayMs)),
      to: startOfHour(new Date(now.getTime() + hourMs)),
    },
  ]
  const urlIds = links.map(({ id }) => id)
  const hours = await clickStore.countLinks(em, { urlIds, periods, by: 'hour', dimension: null, minClicks: 1 })
  return links
    .map((link) => {
      const expiresAt = Number(link.expiresAt)
      const lastHours = (hours.get(link.id) ?? []).filter(
        ({ at }) => Number(at) > expiresAt - dayMs && Number(at) < expiresAt,
      )
      const clicks = lastHours.reduce((sum, hour) => sum + hour.clicks, 0)
      return { id: link.id, name: formatShortName(link), clicks }
    })
    .filter(({ clicks }) => clicks >= minClicks)
    .toSorted((a, b) => b.clicks - a.clicks || (a.id < b.id ? -1 : 1))
    .slice(0, maxListItems)
}
