import type { EntityManager } from '../../../../../platform/database/database.ts'
import { executeUnlogged } from '../../../../../platform/database/statements.ts'
import type { Logger } from '../../../../../platform/shared/logger.ts'
import type { ClickHouseLayout } from './clickhouse.schema.ts'
import type { ClickHouse } from './clickhouse.ts'

/** The table that has the rows: on a cluster, each server changes its own. */
export const rowsOf = (table: 'click' | 'click_total', { cluster }: ClickHouseLayout) =>
  cluster === null ? table : `${table}_shard on cluster ${cluster}`

/** Links in one statement of ClickHouse. */
const maxLinks = 10_000

/** A deleted link that may have clicks. A batch that brings some gives it another version. */
export interface DeletedLink {
  readonly id: string
  readonly version: string
}

export function findDeletedLinks(em: EntityManager): Promise<DeletedLink[]> {
  return executeUnlogged<DeletedLink>(em, deletedLinksSql)
}

const deletedLinksSql = `select url_id as id, xmin::text as version from click_deletion order by url_id limit ${maxLinks}`

/** Call it when the links have no clicks any more. Those stay for which a batch has brought some since they were found. */
export async function forgetDeletedLinks(em: EntityManager, links: readonly DeletedLink[]): Promise<void> {
  if (links.length > 0) await executeUnlogged(em, forgetSql, [JSON.stringify(links)])
}

const forgetSql = `
  delete from click_deletion
   using jsonb_to_recordset(?::jsonb) as gone (id text, version text)
   where url_id = gone.id and click_deletion.xmin::text = gone.version`

/** Deletes all clicks of links. Returns the links of which nothing is left: a batch may have brought more meanwhile. */
export async function deleteClicksOfLinks(
  clickHouse: ClickHouse,
  layout: ClickHouseLayout,
  linkIds: readonly string[],
): Promise<string[]> {
  if (linkIds.length === 0) return []
  const params = { ids: linkIds }
  for (const table of ['click', 'click_total'] as const)
    await clickHouse.command(`delete from ${rowsOf(table, layout)} where url_id in {ids:Array(String)}`, params)
  const rows = await clickHouse.query<{ id: string }>(
    'select distinct url_id as id from click where url_id in {ids:Array(String)}',
    params,
  )
  const left = new Set(rows.map(({ id }) => id))
  return linkIds.filter((id) => !left.has(id))
}

/**
 * Compares in each month how many rows and how many clicks there are, and has the parts of months with duplicates merged.
 * Returns how many duplicates there were. Duplicates come when a batch is repeated whose token ClickHouse has forgotten.
 */
export async function removeDuplicates(
  clickHouse: ClickHouse,
  layout: ClickHouseLayout,
  log: Pick<Logger, 'warn'>,
): Promise<number> {
  const months = await clickHouse.query<{ month: number; rows: number; clicks: number }>(
    'select toYYYYMM(created_at) as month, count() as rows, uniqExact(id) as clicks from click group by month order by month',
  )
  const bad = months.filter(({ rows, clicks }) => rows > clicks)
  for (const { month, rows, clicks } of bad) {
    log.warn(
      { month, duplicates: rows - clicks },
      'clicks are in ClickHouse twice; the parts of their month are merged',
    )
    await clickHouse.command(`optimize table ${rowsOf('click', layout)} partition ${month} final`)
  }
  return bad.reduce((sum, { rows, clicks }) => sum + rows - clicks, 0)
}
