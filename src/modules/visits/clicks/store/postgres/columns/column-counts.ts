import { dimensionColumns, dimensionValuesSql } from '../rollups/dimensions.queries.ts'

/** Clicks, by people and by bots. */
export interface ClickCount {
  readonly clicks: number
  readonly bot_clicks: number
}

/** Counts of a dimension without breakdown, as in the table `dimension_count`. */
export interface DimensionCount extends ClickCount {
  readonly key: string
  readonly dimension: string
  readonly value: string
  readonly visitors: number
  readonly last_at: string | null
}

/** Counts of a combination of some columns of `click`; the other columns are missing. */
export interface CombinationCount extends ClickCount {
  readonly key: string
  readonly [column: string]: string | number | null
}

/** A period in which the clicks of a link are read from its rows. It may be empty. */
export interface RowPeriod {
  readonly url_id: string
  readonly from_at: string
  readonly to_at: string
}

/** What was counted from columns, and which rows of the links with columns are left to read. */
export interface ColumnCounts {
  readonly dimensions: readonly DimensionCount[]
  readonly combinations: readonly CombinationCount[]
  readonly rowPeriods: readonly RowPeriod[]
}

/**
 * The table `column_count` has the same rows as `dimension_count`. The table `row_period` has the links, and the
 * periods in which rows are read. A combination without the referrer column does not count as direct.
 */
export function columnCountTablesSql(
  { dimensions, combinations, rowPeriods }: ColumnCounts,
  bind: (value: unknown) => string,
): string {
  return `column_count as (
      select key, dimension, value, clicks, bot_clicks, visitors, last_at
        from jsonb_to_recordset(${bind(JSON.stringify(dimensions))}::jsonb) as counted (
             key text, dimension text, value text, clicks bigint, bot_clicks bigint, visitors bigint, last_at timestamptz)
      union all
      select key, dimension, value, clicks, bot_clicks, 0, null
        from jsonb_to_recordset(${bind(JSON.stringify(combinations))}::jsonb) as counted (
             key text, ${dimensionColumns.replaceAll(/\w+/g, '$& text')}, clicks bigint, bot_clicks bigint)
       cross join lateral ${dimensionValuesSql}
       where value is not null and (dimension = 'referrer') = (referrer_host is not null)),
    row_period as materialized (
      select selected_link.*, coalesce(from_at, '-infinity') as from_at, coalesce(to_at, 'infinity') as to_at
        from selected_link
        left join jsonb_to_recordset(${bind(JSON.stringify(rowPeriods))}::jsonb) as period (
                  url_id text, from_at timestamptz, to_at timestamptz) on url_id = selected_link.id),`
}
