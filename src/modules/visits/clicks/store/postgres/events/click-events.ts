import { withoutQueryLog } from '../../../../../../platform/database/statements.ts'
import type { EventPublisher } from '../../../../../../platform/events/event-publisher.ts'
import { type Clock, dayMs, minuteMs } from '../../../../../../platform/shared/time.ts'
import { type LinkExpiryDependencies, publishReachedLimits } from '../../../../../publishing/links/index.ts'
import { toDomainEvents } from '../../click-domain-events.ts'
import { type PublishLimitEvents, prepareClickScan } from '../rollups/fold.queries.ts'
import {
  findClickedLinks,
  findSubscribedClicks,
  hasClickSubscribers,
  lockNextTransactions,
  lowerEventWatermarks,
  moveEventWatermark,
} from './click-events.queries.ts'

/** About how many clicks are published in one transaction. */
const batchSize = 500

const statementTimeoutMs = minuteMs

/** How many transactions follow each other, so that many new clicks are published soon, and a stop waits briefly. */
const maxBatches = 20

/**
 * Publishes `link.clicked` and `qr.scanned` for new clicks, each once, and returns how many clicks had a subscription.
 * It follows the transactions of clicks behind a watermark, like folding, so recording a click costs nothing extra.
 * Without subscriptions it is one index lookup. Any number of nodes may call it; one of them publishes.
 */
export async function publishClickEvents(dependencies: LinkExpiryDependencies): Promise<number> {
  if (!(await hasClickSubscribers(dependencies.orm.em.fork(withoutQueryLog())))) return 0
  let published = 0
  for (let batch = 0; batch < maxBatches; batch++) {
    const count = await publishBatch(dependencies)
    if (count === null) break
    published += count
  }
  return published
}

/** Null when no click is left, or when another node publishes. */
function publishBatch({ orm, events, clock }: LinkExpiryDependencies): Promise<number | null> {
  return orm.em.fork(withoutQueryLog()).transactional(async (em) => {
    await prepareClickScan(em, statementTimeoutMs)
    const range = await lockNextTransactions(em, batchSize)
    if (!range) return null
    const rows = await findSubscribedClicks(em, range)
    const now = clock.now()
    await events.publish(em, ...rows.flatMap(({ tx: _, ...click }) => toDomainEvents(click, now)))
    await moveEventWatermark(em, range)
    return rows.length
  }, withoutQueryLog())
}

/**
 * Repairs the watermark after rows were restored into another database, whose transaction counter starts again. Without
 * the repair, new clicks would seem to be published already. Call it at start.
 */
export async function repairEventWatermark({ orm }: Pick<LinkExpiryDependencies, 'orm'>): Promise<void> {
  await orm.em.fork(withoutQueryLog()).transactional(lowerEventWatermarks, withoutQueryLog())
}

/** Older clicks are folded only when an old database is upgraded. They publish no events. */
const maxEventAgeMs = dayMs

/**
 * Publishes `link.limit_reached`, once for each limit of a link. It runs in the transaction that folds the last click:
 * folding reads each click once and locks its link, so recording a click costs nothing extra.
 */
export function createLimitEventPublisher(events: EventPublisher, clock: Clock): PublishLimitEvents {
  return async (em, step, linkIds) => {
    const now = clock.now()
    const clickedLinks = await findClickedLinks(em, step, linkIds, new Date(now.getTime() - maxEventAgeMs))
    await publishReachedLimits(em, events, clickedLinks, now)
  }
}
