import { type Dimension, minShownClicks, unknownValue } from '../../click-query.ts'
import { countedValueSql } from '../rollups/dimensions.queries.ts'

// Raw SQL, because rows are cut at the limit in the database: there may be a million referrers.

const groupedValueSql = `case ${Object.entries(minShownClicks)
  .map(([dimension, minClicks]) => `when dimension = '${dimension}' and clicks < ${minClicks} then 'Other'`)
  .join(' ')} else value end`

/**
 * The table `ranked_value`: the values of each breakdown as they are shown, with their rank. All
 * grouping happens before the ranking, so that an answer with fewer rows is the beginning of an answer with more rows.
 */
export const rankedValueSql = (names: readonly Dimension[]) => `
    known_value as (
      select key, dimension, ${countedValueSql} as value, clicks
        from metric
        join unnest('{${names.join()}}'::text[]) as breakdown (dimension) using (dimension)
       where clicks > 0),
    dimension_value as (
      select key, dimension, value, clicks from known_value
      union all
      select key, breakdown.dimension, '${unknownValue}', clicks
        from metric
       cross join unnest('{${names.join()}}'::text[]) as breakdown (dimension)
       where metric.dimension = 'total'
      union all
      select key, dimension, '${unknownValue}', -clicks from known_value),
    merged_value as (
      select key, dimension, value, sum(clicks) as clicks
        from dimension_value
       group by key, dimension, value),
    shown_value as (
      select key, dimension, case when value = '${unknownValue}' then value else ${groupedValueSql} end as value, clicks
        from merged_value
       where clicks > 0),
    ranked_value as (
      select key, dimension, value, sum(clicks)::float8 as clicks,
             row_number() over (partition by key, dimension order by sum(clicks) desc, value collate "C") as rank
        from shown_value
       group by key, dimension, value)`
