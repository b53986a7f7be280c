import type { EntityManager } from '../../../../../../platform/database/database.ts'
import type { EventPublisher } from '../../../../../../platform/events/event-publisher.ts'
import { type Clock, dayMs, hourMs } from '../../../../../../platform/shared/time.ts'
import { publishReachedLimits } from '../../../../../publishing/links/index.ts'
import { toDomainEvents } from '../../click-domain-events.ts'
import type { BatchClick } from '../sealed-batch-writer.ts'
import { type ClickLagRow, findEventLinks, findInterests, type Interest, recordLags } from './batch-events.queries.ts'
import { storeLiveClicks } from './click-feed.queries.ts'

export interface BatchEventDependencies {
  readonly events: EventPublisher
  readonly clock: Clock
}

/** Clicks that have waited for longer publish no `link.limit_reached`. */
const maxLimitEventAgeMs = dayMs

const isPrivate = ({ device }: BatchClick) => device === null

/**
 * Publishes what a batch of clicks causes, in the transaction that counts it, so once: events for those who subscribe to
 * them, live clicks, limits that are reached, and how long the clicks took.
 */
export async function publishBatch(
  em: EntityManager,
  { events, clock }: BatchEventDependencies,
  batch: readonly BatchClick[],
): Promise<void> {
  const now = clock.now()
  const clicks = batch.filter(({ workspace_id, is_view }) => workspace_id !== '' && !is_view)
  if (clicks.length > 0) await publishClicks(em, events, clicks, now)
  await publishLimits(em, events, batch, now)
  await recordLags(em, sumLags(batch, now), now)
}

async function publishClicks(
  em: EntityManager,
  events: EventPublisher,
  clicks: readonly BatchClick[],
  now: Date,
): Promise<void> {
  const workspaceIds = new Set(clicks.map(({ workspace_id }) => workspace_id))
  const linkIds = new Set(clicks.map(({ url_id }) => url_id))
  const interests = await findInterests(em, [...workspaceIds], [...linkIds])
  if (interests.length === 0) return
  const subscribed = clicks.map((click) => ({
    click,
    hasClickSubscriber: isWanted(interests, 'link.clicked', click),
    hasScanSubscriber: click.trigger === 'qr' && isWanted(interests, 'qr.scanned', click),
  }))
  const wanted = subscribed.filter((each) => each.hasClickSubscriber || each.hasScanSubscriber)
  if (wanted.length > 0) {
    const links = await findEventLinks(em, [...new Set(wanted.map(({ click }) => click.url_id))])
    const domainEvents = wanted.flatMap(({ click, ...subscribers }) => {
      const link = links.get(click.url_id)
      if (!link) return []
      const { id, country, device, browser, os, trigger } = click
      return toDomainEvents(
        {
          ...{ id, linkId: link.id, workspaceId: click.workspace_id, domainHost: link.domainHost, code: link.code },
          ...{ country, device, browser, os, referrerHost: click.referrer, trigger, isBot: click.bot },
          ...{ clickedAt: click.at, isPrivate: isPrivate(click), qrId: trigger === 'qr' ? link.qrId : null },
          ...subscribers,
        },
        now,
      )
    })
    await events.publish(em, ...domainEvents)
  }
  await storeLiveClicks(
    em,
    clicks.filter((click) => isWanted(interests, 'live', click)),
  )
}

function isWanted(interests: readonly Interest[], kind: Interest['kind'], { workspace_id, url_id }: BatchClick) {
  return interests.some(
    (interest) =>
      interest.kind === kind &&
      (kind === 'live'
        ? interest.subject === url_id || interest.subject === workspace_id
        : interest.workspaceId === workspace_id && (interest.subject === '' || interest.subject === url_id)),
  )
}

async function publishLimits(
  em: EntityManager,
  events: EventPublisher,
  batch: readonly BatchClick[],
  now: Date,
): Promise<void> {
  const limited = batch.filter(
    ({ is_limited, bot, at }) => is_limited && !bot && now.getTime() - Date.parse(at) < maxLimitEventAgeMs,
  )
  const byLink = Map.groupBy(limited, ({ url_id }) => url_id)
  const clicked = [...byLink].map(([id, clicks]) => ({ id, isPrivate: clicks.some(isPrivate) }))
  await publishReachedLimits(em, events, clicked, now)
}

/** Without clicks in privacy mode, whose time is the start of their hour, and without clicks on anonymous links. */
function sumLags(batch: readonly BatchClick[], now: Date): ClickLagRow[] {
  const counts = new Map<string, ClickLagRow>()
  for (const { workspace_id, at } of batch) {
    const clickedMs = Date.parse(at)
    if (workspace_id === '' || clickedMs % hourMs === 0) continue
    const ms = Math.max(now.getTime() - clickedMs, 0)
    const key = `${workspace_id} ${ms}`
    counts.set(key, { workspace_id, ms, clicks: (counts.get(key)?.clicks ?? 0) + 1 })
  }
  return [...counts.values()]
}
