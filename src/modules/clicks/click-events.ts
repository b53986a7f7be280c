import type { EntityManager } from '../../platform/database/database.ts'
import { executeUnlogged, withoutQueryLog } from '../../platform/database/statements.ts'
import type { ClickPayload, DomainEvent } from '../../platform/events/domain-events.ts'
import type { EventPublisher } from '../../platform/events/event-publisher.ts'
import type { Clock } from '../../platform/shared/clock.ts'
import { type LinkExpiryDependencies, publishLinkExpiryEvents } from '../links/index.ts'
import { type PublishLimitEvents, prepareClickScan } from './rollups/fold.queries.ts'

/** About how many clicks are told of in one transaction. */
const batchSize = 500

/** How long a statement may take that looks for the clicks of transactions. */
const statementTimeoutMs = 60_000

/**
 * Announces clicks, and scans beside them, to those who listen, each once. It follows the transactions of clicks behind a
 * watermark, as folding does, so recording a click does nothing for it; where nobody listens this is one look into an
 * index. Any number of nodes may do so: one tells, the others find it doing so. Answers how many clicks were told of.
 */
export async function publishClickEvents({ orm, events, clock }: LinkExpiryDependencies): Promise<number> {
  const fork = () => orm.em.fork(withoutQueryLog())
  if ((await executeUnlogged(fork(), hasSubscribersSql)).length === 0) return 0
  return fork().transactional(async (em) => {
    await prepareClickScan(em, statementTimeoutMs)
    const txRange = await findTxRange(em)
    if (!txRange) return 0
    const rows = await executeUnlogged<ClickEventRow>(em, clicksSql, txRange)
    const now = clock.now()
    await events.publish(em, ...rows.flatMap((row) => toDomainEvents(row, now)))
    await executeUnlogged(em, 'update event_click_watermark set tx = ?::bigint', [txRange[1]])
    return rows.length
  }, withoutQueryLog())
}

/**
 * Brings the watermark into a database whose transactions are counted anew, because its rows were restored from another:
 * those to come would all seem to be told. To be called at start.
 */
export async function repairEventWatermark({ orm }: Pick<LinkExpiryDependencies, 'orm'>): Promise<void> {
  await orm.em.fork(withoutQueryLog()).transactional(async (em) => {
    await executeUnlogged(em, `update event_interest set since_tx = 0 where since_tx > ${nextTxSql}`)
    await executeUnlogged(em, `update event_click_watermark set tx = ${nextTxSql} where tx > ${nextTxSql}`)
  }, withoutQueryLog())
}

/** From which transaction to which, the last one not included; null when another node tells, or there is nothing to. */
async function findTxRange(em: EntityManager): Promise<[string, string] | null> {
  const [bounds] = await executeUnlogged<{ first: string; horizon: string }>(em, boundsSql)
  if (!bounds) return null
  const [found] = await executeUnlogged<{ upto: string | null }>(em, uptoSql, [bounds.first, bounds.horizon, batchSize])
  return found?.upto ? [bounds.first, found.upto] : null
}

interface ClickEventRow extends Omit<ClickPayload, 'clickedAt'> {
  readonly tx: string
  readonly ownerId: string
  readonly clickedAt: string | Date
  readonly qrId: string | null
  /** Whether somebody wants to hear of it as a click, and as a scan. */
  readonly isWanted: boolean
  readonly isScanWanted: boolean
}

function toDomainEvents(row: ClickEventRow, at: Date): DomainEvent[] {
  const { tx: _, ownerId, clickedAt, qrId, isWanted, isScanWanted, ...facts } = row
  const click = { ...facts, clickedAt: new Date(clickedAt).toISOString() }
  const common = { ownerId, actor: 'system', linkId: click.linkId, at }
  return [
    ...(isWanted ? [{ ...common, kind: 'link.clicked' as const, data: { click } }] : []),
    ...(isScanWanted ? [{ ...common, kind: 'qr.scanned' as const, data: { click, qrId } }] : []),
  ]
}

const nextTxSql = 'pg_snapshot_xmax(pg_current_snapshot())::text::bigint'

const clickEventKindsSql = `kind in ('link.clicked', 'qr.scanned')`

const hasSubscribersSql = `select 1 from event_interest where ${clickEventKindsSql} limit 1`

/** Transactions at or above the snapshot's xmin may not have ended: one of them could still come before another. */
const boundsSql = `
  with mark as (select tx from event_click_watermark for update skip locked)
  select greatest(mark.tx, wanted.since)::text as first,
         pg_snapshot_xmin(pg_current_snapshot())::text as horizon
    from mark, (select min(since_tx) as since from event_interest where ${clickEventKindsSql}) as wanted
   where wanted.since is not null`

const uptoSql = `
  select (max(tx) + 1)::text as upto
    from (select tx from click where tx >= ?::bigint and tx < ?::bigint order by tx limit ?) as oldest`

const unpublishedSql = 'click.tx >= ?::bigint and click.tx < ?::bigint'

function hasInterestSql(kind: 'link.clicked' | 'qr.scanned'): string {
  return `exists (
    select 1 from event_interest as interest
     where interest.owner_id = link.owner_id and interest.kind = '${kind}'
       and interest.link_id in ('', link.id) and interest.since_tx <= click.tx)`
}

const clicksSql = `
  select * from (
    select click.tx, click.id, link.id as "linkId", link.owner_id as "ownerId", link.code, click.country, click.device,
           click.browser, click.os, click.referrer_host as "referrerHost", click.trigger, click.is_bot as "isBot",
           click.created_at as "clickedAt", qr.id as "qrId", ${hasInterestSql('link.clicked')} as "isWanted",
           click.trigger = 'qr' and ${hasInterestSql('qr.scanned')} as "isScanWanted"
      from click join link on link.id = click.url_id left join dynamic_qr as qr on qr.link_id = link.id
     where ${unpublishedSql} and link.owner_id is not null) as fresh
   where "isWanted" or "isScanWanted"
   order by tx, id`

/** Clicks of longer ago are folded when a database is brought up from before there was folding: no news to anybody. */
const maxEventAgeMs = 24 * 3600 * 1000

/**
 * Announces links whose limit granted its last click, once for each limit a link had, with the folding of that click:
 * that goes over all clicks anyhow, each once, and holds their links, so the click itself is not slower for it.
 */
export function createLimitEventPublisher(events: EventPublisher, clock: Clock): PublishLimitEvents {
  return async (em, { from, upto }) => {
    const now = clock.now()
    const exhausted = await executeUnlogged<{ id: string }>(em, limitReachedSql, [
      from,
      upto,
      new Date(now.getTime() - maxEventAgeMs),
    ])
    await publishLinkExpiryEvents(em, events, 'link.limit_reached', exhausted, now)
  }
}

const limitReachedSql = `
  insert into event_link_end (link_id, kind, mark)
  select link.id, 'link.limit_reached', link.click_limit::text from link
   where link.id in (
     select url_id from click
      where click.tx >= ?::bigint and click.tx < ?::bigint and not click.is_bot and click.created_at > ?)
     and link.current_clicks >= link.click_limit and link.owner_id is not null
  on conflict do nothing
  returning link_id as id`
