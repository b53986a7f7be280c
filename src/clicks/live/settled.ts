import type { EntityManager } from '../../database/open.ts'
import { quietly, run } from '../../database/quiet.ts'
import { mostAtOnce, type Settled, settledSql, type Written, wholeTransactions } from '../../graphql/live/settled.ts'
import { shownColumns } from '../picking.ts'
import { plannedSql } from '../rollups/fold.ts'

/** A click as the database has it, with the transaction that wrote it and the owner of its link. */
export interface WrittenClick extends Written {
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

export interface SettledClicks extends Settled<WrittenClick> {
  /** Of the single links, those that are still there. */
  readonly there: ReadonlySet<string>
}

/**
 * The clicks of transactions from `from` on that have ended and that no other can come before any more, in the order they
 * were written: two transactions may end in another order than they began, so that what is past the oldest open one has
 * to wait for it.
 */
export async function readSettled(
  em: EntityManager,
  from: bigint,
  { urlIds, ownerIds }: Listened,
): Promise<SettledClicks> {
  return em.transactional(async (inner) => {
    await run(inner, `select ${plannedSql}`)
    const listened = [JSON.stringify(urlIds), JSON.stringify(ownerIds)]
    const rows = await run<WrittenClick & { upto: string }>(inner, clicksSql, [`${from}`, ...listened, mostAtOnce])
    const there = await run<{ id: string }>(inner, 'select id from link where id in (?)', [[...urlIds, '']])
    const { upto = `${from}` } = rows[0] ?? {}
    const clicks = rows.filter(({ tx }) => tx !== null)
    return { ...wholeTransactions(clicks, BigInt(upto)), there: new Set(there.map(({ id }) => id)) }
  }, quietly())
}

/** New clicks are found by their transaction, whatever the planner thinks of their links. */
const clicksSql = `
  with ${settledSql},
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
