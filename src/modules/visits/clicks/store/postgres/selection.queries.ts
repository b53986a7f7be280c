import type { FilterValues } from '../../filters/filter-text.ts'
import { listSiteHosts } from '../../tracking/referrer.ts'
import type { ClickFilters, ClickSelection, FilterName } from '../click-query.ts'
import { type ColumnFilter, countriesOfContinents, createFilterColumns } from '../filter-columns.ts'
import { joinClauses, type WhereClause } from '../link-scope.queries.ts'

// Raw SQL, because these are the conditions of statements that read and count clicks.

const filterColumns = createFilterColumns({
  orUnknown,
  // Only a click in privacy mode has no device. Whether such a click came directly is unknown.
  referrer: `coalesce(click.referrer_host, case when click.device is null then 'Unknown' else 'Direct' end)`,
  trigger: 'click.trigger',
})

/** The condition of one filter. */
export interface FilterClause extends WhereClause {
  readonly name: FilterName
}

function orUnknown(column: string): string {
  return `coalesce(click.${column}, 'Unknown')`
}

/** The filters by values, one condition for each. Values match case-insensitively. */
export function buildFilterClauses(filters: ClickFilters): FilterClause[] {
  return Object.entries(filters).map(([name, filter]) => {
    if (name === 'city') return buildCityClause(filter)
    return name === 'continent' ? buildContinentClause(filter) : buildColumnClause(name as ColumnFilter, filter)
  })
}

function buildColumnClause(name: ColumnFilter, filter: FilterValues): FilterClause {
  const values = name === 'referrer' ? filter.values.flatMap(listSiteHosts) : filter.values
  return {
    name,
    sql: `lower(${filterColumns[name]}) ${filter.isExcluded ? 'not in' : 'in'} (${lowered(values)})`,
    values: [...values],
  }
}

/** The database lowers both sides, because JavaScript may treat letters beyond ASCII differently. */
function lowered(values: readonly string[]): string {
  return values.map(() => 'lower(?::text)').join(', ')
}

/** A city matches by its name, and by its name after its country or its region. */
function buildCityClause({ values, isExcluded }: FilterValues): FilterClause {
  const names = [orUnknown('city'), `click.country || ':' || click.city`, `click.region || ':' || click.city`]
  const sql = `array[${names.map((name) => `lower(${name})`).join(', ')}] && array[${lowered(values)}]`
  return { name: 'city', sql: isExcluded ? `not (${sql})` : sql, values: [...values] }
}

function buildContinentClause({ values, isExcluded }: FilterValues): FilterClause {
  const listed = countriesOfContinents(values)
  const not = isExcluded !== listed.isExcluded ? 'not ' : ''
  const sql = `${not}coalesce(click.country, '') = any(string_to_array(?, ' '))`
  return { name: 'continent', sql, values: [listed.countries.join(' ')] }
}

/** The filters and the period of a selection, as a condition on `click`. */
export function buildWhereClause({ filters, range: { from, to }, includeBots }: ClickSelection): WhereClause {
  const clauses: WhereClause[] = [
    ...(includeBots ? [] : [{ sql: 'not click.is_bot', values: [] }]),
    ...buildFilterClauses(filters),
    ...(from ? [{ sql: 'click.created_at >= ?::timestamptz', values: [from.toISOString()] }] : []),
    ...(to ? [{ sql: 'click.created_at < ?::timestamptz', values: [to.toISOString()] }] : []),
  ]
  return joinClauses(clauses)
}
