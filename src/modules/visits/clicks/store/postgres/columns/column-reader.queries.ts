import type { EntityManager } from '../../../../../../platform/database/database.ts'
import type { CountPlan } from '../counting/count-plan.ts'
import { type Bind, createBinder, type LinkSelection, selectedLinkSql } from '../counting/link-selection.queries.ts'
import { utcDaySql } from '../rollups/dimensions.queries.ts'
import { isUnfoldedSql } from '../rollups/watermark.queries.ts'
import type { FilterClause } from '../selection.queries.ts'
import { dayStartSql, hasAllFoldedClicksSql } from './click-columns.queries.ts'
import { type ColumnGroup, columnGroups, groupsByFilter } from './column-groups.ts'

// Raw SQL, because the table has no entity, and the database compares a filter with the dictionaries, like with clicks.

/** A UTC day of a link whose clicks are all in columns. */
export interface ColumnDay {
  readonly urlId: string
  /** Such as `2026-11-25`. */
  readonly day: string
  readonly clicks: number
  readonly isPrivate: boolean
  /**
   * For each group with a filter, a text with `1` for each matching combination of the dictionary, and `0` for each
   * other combination.
   */
  readonly matches: Readonly<Partial<Record<ColumnGroup, string>>>
}

/**
 * The days in the range on which columns have all clicks, even the clicks that are not folded. The newest day is first.
 */
export function findColumnDays(
  em: EntityManager,
  { range, clauses }: CountPlan,
  selection: LinkSelection,
): Promise<ColumnDay[]> {
  const { values, bind } = createBinder()
  const linksSql = selectedLinkSql(selection, bind)
  const matches = matchesSql(clauses, bind)
  const conditions = [
    ...(range.from ? [`stored.day >= ${utcDaySql(`${bind(range.from.toISOString())}::timestamptz`)}`] : []),
    ...(range.to ? [`${dayStartSql('stored.day')} < ${bind(range.to.toISOString())}::timestamptz`] : []),
    hasAllFoldedClicksSql('stored'),
  ]
  return em.execute<ColumnDay[]>(
    `with ${linksSql},
     unfolded_day as materialized (
       select distinct url_id, ${utcDaySql('created_at')} as day
         from click
        where ${isUnfoldedSql})
     select stored.url_id as "urlId", stored.day::text as day, clicks, is_private as "isPrivate", ${matches} as matches
       from selected_link
       join click_day_columns as stored on url_id = selected_link.id
      where ${conditions.join(' and ')}
        and not exists (select 1
                          from unfolded_day
                         where unfolded_day.url_id = stored.url_id and unfolded_day.day = stored.day)
      order by stored.day desc, stored.url_id`,
    values,
  )
}

function matchesSql(clauses: readonly FilterClause[], bind: Bind): string {
  const groups = [...Map.groupBy(clauses, ({ name }) => groupsByFilter[name])].map(([group, groupClauses]) => {
    for (const value of groupClauses.flatMap((clause) => clause.values)) bind(value)
    return `'${group}', ${matchSql(group, groupClauses.map(({ sql }) => sql).join(' and '))}`
  })
  return `json_build_object(${groups.join(', ')})`
}

const matchSql = (group: ColumnGroup, condition: string) => `
            (select string_agg(case when ${condition} then '1' else '0' end, '' order by place)
               from jsonb_array_elements(dictionaries->'${group}') with ordinality as combination (value, place)
              cross join lateral (select ${clickColumnsSql(group)}) as click)`

/** The columns that the filters of a group read. The value of the referrer also says whether a click came directly. */
function clickColumnsSql(group: ColumnGroup): string {
  const columns = Object.keys(columnGroups[group]).map((column, index) => `value->>${index} as ${column}`)
  return [...columns, ...(group === 'referrer' ? ['null as device'] : [])].join(', ')
}

export interface StoredColumns {
  readonly urlId: string
  readonly day: string
  /** As JSON. */
  readonly dictionaries: string
  readonly columns: Uint8Array
}

/** Reads the columns of days. */
export async function readColumns(em: EntityManager, days: readonly ColumnDay[]): Promise<StoredColumns[]> {
  if (days.length === 0) return []
  const wanted = JSON.stringify(days.map(({ urlId, day }) => ({ url_id: urlId, day })))
  return em.execute<StoredColumns[]>(columnsSql, [wanted])
}

const columnsSql = `
  select stored.url_id as "urlId", stored.day::text as day, dictionaries::text as dictionaries, columns
    from jsonb_to_recordset(?::jsonb) as wanted (url_id text, day date)
    join click_day_columns as stored on stored.url_id = wanted.url_id and stored.day = wanted.day`
