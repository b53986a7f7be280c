import type { EntityManager } from '../../database/open.ts'
import { quietly, run } from '../../database/quiet.ts'
import { foldStep, prepare } from './fold.ts'

/** Days whose visitors are still told apart; a salt lives no longer than 48 hours. */
const daysKept = 2

/** Drops the sets of visitors of days whose salts are gone. */
export async function forgetVisitors(em: EntityManager, now: Date): Promise<void> {
  await run(em, `delete from click_visitor where day < ?::date - ${daysKept}`, [now.toISOString().slice(0, 10)])
}

/**
 * Has the index by transaction describe the pages that were filled since. Otherwise a vacuum does, which comes late and
 * in the embedded database never; until then every reader of the newest clicks goes through those pages.
 */
export async function summarizePages(em: EntityManager): Promise<void> {
  await run(
    em,
    `select brin_summarize_new_values(inhrelid::regclass) from pg_inherits where inhparent = 'click_tx_index'::regclass`,
  )
}

/**
 * Makes the watermark good after the rows were restored into another database, where transactions are counted anew and
 * those to come would count as folded. Folds what was not and makes every click older than any transaction. On a
 * database that was not moved it changes nothing.
 */
export async function startAnew(em: EntityManager): Promise<void> {
  await em.transactional(async (inner) => {
    await prepare(inner, 0)
    const [mark] = await run<{ tx: string }>(inner, movedSql)
    if (!mark) return
    await foldStep(inner, { from: mark.tx, upto: String(2n ** 62n) })
    await run(inner, 'update click set tx = 0 where tx > 0')
    await run(inner, 'update click_watermark set tx = 1')
  }, quietly())
}

const movedSql = `
  select tx::text as tx from click_watermark
   where tx > pg_snapshot_xmax(pg_current_snapshot())::text::bigint for update`
