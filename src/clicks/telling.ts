import type { EntityManager } from '../database/open.ts'
import { quietly, run } from '../database/quiet.ts'
import type { ClickFacts, Happening } from '../events/kinds.ts'
import type { TellingParts } from '../links/index.ts'
import { prepare } from './rollups/fold.ts'

/** About how many clicks are told of in one transaction. */
const mostAtOnce = 500

/** How long a statement may take that looks for the clicks of transactions. */
const patienceMs = 60_000

/**
 * Announces clicks, and scans beside them, to those who listen, each once. It follows the transactions of clicks behind a
 * watermark, as folding does, so recording a click does nothing for it; where nobody listens this is one look into an
 * index. Any number of nodes may do so: one tells, the others find it doing so. Answers how many clicks were told of.
 */
export async function tellClicks({ orm, events, clock }: TellingParts): Promise<number> {
  const fork = () => orm.em.fork(quietly())
  if ((await run(fork(), listensSql)).length === 0) return 0
  return fork().transactional(async (em) => {
    await prepare(em, patienceMs)
    const span = await spanOf(em)
    if (!span) return 0
    const clicks = await run<ToldClick>(em, clicksSql, span)
    const now = clock.now()
    await events.announce(em, ...clicks.flatMap((click) => happeningsOf(click, now)))
    await run(em, 'update event_click_watermark set tx = ?::bigint', [span[1]])
    return clicks.length
  }, quietly())
}

/**
 * Brings the watermark into a database whose transactions are counted anew, because its rows were restored from another:
 * those to come would all seem to be told. To be called at start.
 */
export async function resumeTelling({ orm }: Pick<TellingParts, 'orm'>): Promise<void> {
  await orm.em.fork(quietly()).transactional(async (em) => {
    await run(em, `update event_interest set since_tx = 0 where since_tx > ${nextTxSql}`)
    await run(em, `update event_click_watermark set tx = ${nextTxSql} where tx > ${nextTxSql}`)
  }, quietly())
}

/** From which transaction to which, the last one not included; null when another node tells, or there is nothing to. */
async function spanOf(em: EntityManager): Promise<[string, string] | null> {
  const [bounds] = await run<{ first: string; horizon: string }>(em, boundsSql)
  if (!bounds) return null
  const [found] = await run<{ upto: string | null }>(em, uptoSql, [bounds.first, bounds.horizon, mostAtOnce])
  return found?.upto ? [bounds.first, found.upto] : null
}

interface ToldClick extends Omit<ClickFacts, 'clickedAt'> {
  readonly tx: string
  readonly ownerId: string
  readonly clickedAt: string | Date
  readonly qrId: string | null
  /** Whether somebody wants to hear of it as a click, and as a scan. */
  readonly isWanted: boolean
  readonly isScanWanted: boolean
}

function happeningsOf(told: ToldClick, at: Date): Happening[] {
  const { tx: _, ownerId, clickedAt, qrId, isWanted, isScanWanted, ...facts } = told
  const click = { ...facts, clickedAt: new Date(clickedAt).toISOString() }
  const common = { ownerId, actor: 'system', linkId: click.linkId, at }
  return [
    ...(isWanted ? [{ ...common, kind: 'link.clicked' as const, data: { click } }] : []),
    ...(isScanWanted ? [{ ...common, kind: 'qr.scanned' as const, data: { click, qrId } }] : []),
  ]
}

const nextTxSql = 'pg_snapshot_xmax(pg_current_snapshot())::text::bigint'

const followedSql = `kind in ('link.clicked', 'qr.scanned')`

const listensSql = `select 1 from event_interest where ${followedSql} limit 1`

/** Transactions at or above the snapshot's xmin may not have ended: one of them could still come before another. */
const boundsSql = `
  with mark as (select tx from event_click_watermark for update skip locked)
  select greatest(mark.tx, wanted.since)::text as first,
         pg_snapshot_xmin(pg_current_snapshot())::text as horizon
    from mark, (select min(since_tx) as since from event_interest where ${followedSql}) as wanted
   where wanted.since is not null`

const uptoSql = `
  select (max(tx) + 1)::text as upto
    from (select tx from click where tx >= ?::bigint and tx < ?::bigint order by tx limit ?) as oldest`

const freshSql = 'click.tx >= ?::bigint and click.tx < ?::bigint'

function wantedSql(kind: 'link.clicked' | 'qr.scanned'): string {
  return `exists (
    select 1 from event_interest as interest
     where interest.owner_id = link.owner_id and interest.kind = '${kind}'
       and interest.link_id in ('', link.id) and interest.since_tx <= click.tx)`
}

const clicksSql = `
  select * from (
    select click.tx, click.id, link.id as "linkId", link.owner_id as "ownerId", link.code, click.country, click.device,
           click.browser, click.os, click.referrer_host as "referrerHost", click.trigger, click.is_bot as "isBot",
           click.created_at as "clickedAt", qr.id as "qrId", ${wantedSql('link.clicked')} as "isWanted",
           click.trigger = 'qr' and ${wantedSql('qr.scanned')} as "isScanWanted"
      from click join link on link.id = click.url_id left join dynamic_qr as qr on qr.link_id = link.id
     where ${freshSql} and link.owner_id is not null) as fresh
   where "isWanted" or "isScanWanted"
   order by tx, id`
