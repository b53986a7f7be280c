import type { EntityManager } from '../../../../../platform/database/database.ts'
import { executeUnlogged } from '../../../../../platform/database/statements.ts'
import { purgeSliceSize } from '../../../../../platform/jobs/workspace-purge.ts'
import { deleteClicksOfLinks, findDeletedLinks, rowsOf } from '../clickhouse/click-removal.ts'
import type { ClickHouseLayout } from '../clickhouse/clickhouse.schema.ts'
import type { ClickHouse } from '../clickhouse/clickhouse.ts'
import type { StoreName } from './engine.queries.ts'
import { emptyPostgres } from './moved-totals.queries.ts'

// Raw SQL, because rows are deleted in slices, and whole tables at once.

/** The rows of the store that clicks have left, or are copied to. */
export interface FormerRowsOptions {
  readonly clickHouse: ClickHouse
  readonly layout: ClickHouseLayout
  fork(): EntityManager
}

/** Deletes the clicks of deleted links from a store that is not in use. The store in use forgets these links afterwards. */
export async function* deleteFormerOfLinks(
  { clickHouse, layout, fork }: FormerRowsOptions,
  former: StoreName,
): AsyncGenerator<void> {
  if (former === 'clickhouse') {
    const links = await findDeletedLinks(fork())
    await deleteClicksOfLinks(
      clickHouse,
      layout,
      links.map(({ id }) => id),
    )
    return
  }
  for (const table of ['click', 'click_visitor'])
    while ((await executeUnlogged(fork(), deleteOfLinksSql(table))).length > 0) yield
}

const deleteOfLinksSql = (table: string) => `
  with slice as materialized (
    select tableoid, ctid from ${table} where url_id in (select url_id from click_deletion) limit ${purgeSliceSize})
  delete from ${table} using slice where ${table}.tableoid = slice.tableoid and ${table}.ctid = slice.ctid
  returning 1`

/** Deletes all rows of a store that clicks have left. */
export async function deleteFormerRows(
  { clickHouse, layout, fork }: FormerRowsOptions,
  former: StoreName,
): Promise<void> {
  if (former === 'postgresql') {
    await emptyPostgres(fork())
    await executeUnlogged(fork(), 'update click_engine set changed_at = null')
    return
  }
  await emptyClickHouse(clickHouse, layout)
  await executeUnlogged(fork(), 'delete from click_former_workspace')
  await executeUnlogged(fork(), 'delete from click_engine')
}

export async function emptyClickHouse(clickHouse: ClickHouse, layout: ClickHouseLayout): Promise<void> {
  for (const table of ['click', 'click_total'] as const)
    await clickHouse.command(`truncate table ${rowsOf(table, layout)}`)
}
