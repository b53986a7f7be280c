import type { EntityManager } from '../../../../../../platform/database/database.ts'
import { executeUnlogged } from '../../../../../../platform/database/statements.ts'
import {
  type CommittedEvents,
  finishedTransactionsSql,
  maxBatchSize,
  takeWholeTransactions,
} from '../../../../../../platform/graphql/subscriptions/committed-events.ts'
import { unknownValue } from '../../click-query.ts'
import type { FeedClick, FeedSelection } from '../../click-store.ts'
import { isClickedSql } from '../../link-scope.queries.ts'
import type { BatchClick } from '../sealed-batch-writer.ts'

// Raw SQL, because these tables have no entities. Clicks to which somebody subscribes are kept in PostgreSQL for a moment,
// with the transaction that has counted them: its number says on each node what is new.

/** How long a node is interested in clicks after it has said so. */
const interestSeconds = 60

/** Says that a node has subscriptions to the clicks of these links and workspaces. Batches that follow are kept for it. */
export async function announceInterest(em: EntityManager, subjectIds: readonly string[]): Promise<void> {
  await executeUnlogged(em, announceSql, [JSON.stringify([...subjectIds].sort())])
}

const announceSql = `
  insert into click_feed_interest (subject_id, ends_at)
  select value, now() + interval '${interestSeconds} seconds' from jsonb_array_elements_text(?::jsonb)
  on conflict (subject_id) do update set ends_at = excluded.ends_at`

/** Keeps clicks for subscriptions, in the transaction that counts them. */
export async function storeLiveClicks(em: EntityManager, clicks: readonly BatchClick[]): Promise<void> {
  if (clicks.length === 0) return
  await executeUnlogged(em, storeSql, [JSON.stringify(clicks.map(toVisible))])
}

const storeSql = `
  insert into click_feed (id, url_id, click)
  select value->>'id', value->>'url_id', value from jsonb_array_elements(?::jsonb)`

/** The columns of a click that its owner may see. */
function toVisible({ at, referrer, bot, ...click }: BatchClick) {
  const { id, url_id, trigger, bot_name, rule_id, variant } = click
  const { utm_source, utm_medium, utm_campaign, utm_term, utm_content } = click
  const { country, region, city, device, browser, os } = click
  const described = Object.entries({ country, region, city, device, browser, os })
  return {
    ...{ id, url_id, created_at: at, trigger, referrer_host: referrer, is_bot: bot, bot_name, rule_id, variant },
    ...{ import_id: null, utm_source, utm_medium, utm_campaign, utm_term, utm_content },
    ...Object.fromEntries(described.map(([name, value]) => [name, value ?? unknownValue])),
  }
}

/** Reads the kept clicks of finished transactions from `from` on, in the order of their transactions. */
export async function readLiveClicks(
  em: EntityManager,
  from: bigint,
  { urlIds, workspaceIds }: FeedSelection,
): Promise<CommittedEvents<FeedClick>> {
  const rows = await executeUnlogged<LiveClickRow>(em, liveClicksSql, [
    String(from),
    JSON.stringify(urlIds),
    JSON.stringify(workspaceIds),
    maxBatchSize,
  ])
  const { upto = String(from) } = rows[0] ?? {}
  const events = rows.flatMap(({ tx, click, workspace_id }) => (tx === null ? [] : [{ ...click, tx, workspace_id }]))
  return takeWholeTransactions(events, BigInt(upto))
}

type LiveClickRow =
  | { readonly upto: string; readonly tx: null; readonly click: null; readonly workspace_id: null }
  | { readonly upto: string; readonly tx: string; readonly click: FeedClick; readonly workspace_id: string }

const liveClicksSql = `
  with ${finishedTransactionsSql}
  select mark.upto::text as upto, kept.*
    from mark
    left join (
      select feed.tx::text as tx, link.workspace_id, feed.click
        from click_feed as feed
        join link on link.id = feed.url_id
       where feed.tx >= ?::bigint and feed.tx < (select upto from mark) and ${isClickedSql}
         and (link.id in (select jsonb_array_elements_text(?::jsonb))
           or link.workspace_id in (select jsonb_array_elements_text(?::jsonb)))
       order by feed.tx, feed.click->>'created_at', feed.id
       limit ?) as kept on true
   order by kept.tx::bigint, kept.click->>'created_at', kept.click->>'id'`

/** Deletes what all subscriptions have had. A private click shares its transaction with visits whose times are exact. */
export async function deletePastFeed(em: EntityManager): Promise<void> {
  await executeUnlogged(em, `delete from click_feed where kept_at < now() - interval '2 minutes'`)
  await executeUnlogged(em, 'delete from click_feed_interest where ends_at < now()')
  // Nobody asks for these visits again.
  await executeUnlogged(em, `delete from click_grant where granted_at < now() - interval '1 hour'`)
}
