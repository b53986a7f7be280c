import type { EntityManager } from '../../database/open.ts'
import { quietly, run } from '../../database/quiet.ts'
import { shownColumns } from '../picking.ts'
import { plannedSql } from '../rollups/fold.ts'

/** A click as the database has it, with the transaction that wrote it and the owner of its link. */
export interface WrittenClick {
  readonly tx: string
  readonly owner_id: string
  readonly url_id: string
  readonly is_bot: boolean
  readonly [column: string]: unknown
}

/** Whose clicks are listened to: those of single links, and those of all links of accounts. */
export interface Listened {
  readonly urlIds: readonly string[]
  readonly ownerIds: readonly string[]
}

export interface Settled {
  readonly clicks: readonly WrittenClick[]
  /** The first transaction that is not among them; where to go on. */
  readonly upto: bigint
  /** Whether more could be read at once. */
  readonly isCut: boolean
  /** Of the single links, those that are still there. */
  readonly urlIds: ReadonlySet<string>
}

/** Clicks taken at once; the rest is left to the next look. A transaction writes fewer. */
const mostAtOnce = 5_000

/**
 * The clicks of transactions from `from` on that have ended and that no other can come before any more, in the order they
 * were written: two transactions may end in another order than they began, so that what is past the oldest open one has
 * to wait for it.
 */
export async function readSettled(em: EntityManager, from: bigint, { urlIds, ownerIds }: Listened): Promise<Settled> {
  return em.transactional(async (inner) => {
    await run(inner, `select ${plannedSql}`)
    const listened = [JSON.stringify(urlIds), JSON.stringify(ownerIds)]
    const rows = await run<WrittenClick & { upto: string }>(inner, settledSql, [`${from}`, ...listened, mostAtOnce])
    const there = await run<{ id: string }>(inner, 'select id from link where id in (?)', [[...urlIds, '']])
    const { upto = `${from}` } = rows[0] ?? {}
    const clicks = rows.filter(({ tx }) => tx !== null)
    return { ...wholeTransactions(clicks, BigInt(upto)), urlIds: new Set(there.map(({ id }) => id)) }
  }, quietly())
}

/** When not all were taken, the last transaction may have been cut, and is left out. */
function wholeTransactions(clicks: readonly WrittenClick[], upto: bigint): Omit<Settled, 'urlIds'> {
  const last = clicks.at(-1)
  if (!last || clicks.length < mostAtOnce) return { clicks, upto, isCut: false }
  return { clicks: clicks.filter(({ tx }) => tx !== last.tx), upto: BigInt(last.tx), isCut: true }
}

/** New clicks are found by their transaction, whatever the planner thinks of their links. */
const settledSql = `
  with mark as materialized (select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as upto),
  fresh as materialized (
    select click.tx, ${shownColumns('click')} from click where tx >= ?::bigint and tx < (select upto from mark))
  select mark.upto::text as upto, listened.*
    from mark left join (
      select fresh.tx::text as tx, link.owner_id, ${shownColumns('fresh')}
        from fresh join link on link.id = fresh.url_id
       where link.id in (select jsonb_array_elements_text(?::jsonb))
          or link.owner_id in (select jsonb_array_elements_text(?::jsonb))
       order by fresh.tx, fresh.created_at, fresh.id
       limit ?
    ) as listened on true
   order by listened.tx::bigint, listened.created_at, listened.id`
