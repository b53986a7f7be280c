import type { EntityManager } from '../../../../platform/database/database.ts'
import { executeUnlogged } from '../../../../platform/database/statements.ts'

/**
 * Copies the clicks of links to their totals, by which lists are sorted. `latestClicksSql` selects the clicked links as
 * `link_id`, and the time of their last click as `last_click_at`. Raw SQL, because it is one statement for all of these
 * links.
 */
export async function updateClickTotals(
  em: EntityManager,
  latestClicksSql: string,
  values: readonly unknown[],
): Promise<void> {
  const sql = `
    update link_click_total as total
       set clicks = link.current_clicks, last_click_at = greatest(total.last_click_at, latest.last_click_at)
      from (${latestClicksSql}) as latest
      join link on link.id = latest.link_id
     where total.link_id = latest.link_id`
  await executeUnlogged(em, sql, [...values])
}
