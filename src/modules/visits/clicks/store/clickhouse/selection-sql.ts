import type { FilterValues } from '../../filters/filter-text.ts'
import type { TimeRange } from '../../time-range.ts'
import { listSiteHosts } from '../../tracking/referrer.ts'
import type { ClickFilters, FilterName } from '../click-query.ts'
import { type ColumnFilter, countriesOfContinents, createFilterColumns } from '../filter-columns.ts'
import type { ResolvedScope } from './scope.queries.ts'

/** Collects the values of a statement. */
export class Params {
  readonly values: Record<string, unknown> = {}
  private count = 0

  /** The placeholder of a value of this type. */
  bind(value: unknown, type: string): string {
    const name = `p${++this.count}`
    this.values[name] = value
    return `{${name}:${type}}`
  }
}

/** An instant as ClickHouse reads it, to the millisecond in UTC. */
export const formatInstant = (at: Date): string => at.toISOString().replace('T', ' ').replace('Z', '')

const instantType = `DateTime64(3, 'UTC')`

export function rangeSql({ from, to }: TimeRange, params: Params, column = 'created_at'): string[] {
  return [
    ...(from ? [`${column} >= ${params.bind(formatInstant(from), instantType)}`] : []),
    ...(to ? [`${column} < ${params.bind(formatInstant(to), instantType)}`] : []),
  ]
}

/** The clicks of the links of a scope. */
export function scopeSql(scope: ResolvedScope, params: Params): string {
  const isIn = (column: string, ids: readonly string[]) => `${column} in ${params.bind(ids, 'Array(String)')}`
  const areOf = (links: readonly { readonly id: string; readonly workspaceIds: readonly string[] }[]) => {
    const workspaceIds = new Set(links.flatMap((link) => link.workspaceIds))
    const ids = links.map(({ id }) => id)
    return `${isIn('workspace_id', [...workspaceIds])} and ${isIn('url_id', ids)}`
  }
  if (scope.kind === 'links') return areOf(scope.links)
  const { workspaceIds, includesViews, goneIds, moved } = scope
  const own = [
    isIn('workspace_id', workspaceIds),
    ...(goneIds.length > 0 ? [`not ${isIn('url_id', goneIds)}`] : []),
  ].join(' and ')
  const all = moved.length > 0 ? `(${own} or ${areOf(moved)})` : own
  return includesViews ? all : `${all} and not is_view`
}

/** Whether a link is in privacy mode now. */
export function hiddenSql(scope: ResolvedScope, params: Params): string {
  const ids =
    scope.kind === 'links' ? scope.links.filter(({ isPrivate }) => isPrivate).map(({ id }) => id) : scope.privateIds
  return ids.length > 0 ? `url_id in ${params.bind(ids, 'Array(String)')}` : 'false'
}

/** The visitor of a click, 0 for none. A link that is in privacy mode now withholds its visitors. */
export function visitorSql(scope: ResolvedScope, params: Params): string {
  return `if(${hiddenSql(scope, params)}, 0, visitor)`
}

/** As PostgreSQL does it: the capital I with a dot becomes a plain i. */
export const lowerSql = (text: string) => `lowerUTF8(replaceAll(${text}, 'İ', 'i'))`

const orUnknown = (column: string) => `ifNull(${column}, 'Unknown')`

const filterColumns = createFilterColumns({
  orUnknown,
  // Only a click in privacy mode has no device. Whether such a click came directly is unknown.
  referrer: `ifNull(referrer_host, if(isNull(device), 'Unknown', 'Direct'))`,
  trigger: 'trigger',
})

/** The filters by values, one condition for each. */
export function filterSql(filters: ClickFilters, params: Params): string[] {
  return Object.entries(filters).map(([key, filter]) => {
    const name = key as FilterName
    const sql =
      name === 'city'
        ? citySql(filter, params)
        : name === 'continent'
          ? continentSql(filter, params)
          : columnSql(name, filter, params)
    return filter.isExcluded ? `not (${sql})` : sql
  })
}

const lowered = (values: readonly string[], params: Params) =>
  `arrayMap(value -> ${lowerSql('value')}, ${params.bind(values, 'Array(String)')})`

function columnSql(name: ColumnFilter, { values }: FilterValues, params: Params): string {
  const listed = name === 'referrer' ? values.flatMap(listSiteHosts) : values
  return `has(${lowered(listed, params)}, ${lowerSql(`assumeNotNull(${filterColumns[name]})`)})`
}

/** A city matches by its name, and by its name after its country or its region. */
function citySql({ values }: FilterValues, params: Params): string {
  const listed = lowered(values, params)
  const names = [orUnknown('city'), `ifNull(concat(country, ':', city), '')`, `ifNull(concat(region, ':', city), '')`]
  return `(${names.map((name) => `has(${listed}, ${lowerSql(`assumeNotNull(${name})`)})`).join(' or ')})`
}

function continentSql({ values }: FilterValues, params: Params): string {
  const { countries, isExcluded } = countriesOfContinents(values)
  const sql = `assumeNotNull(ifNull(country, '')) in ${params.bind(countries, 'Array(String)')}`
  return isExcluded ? `not (${sql})` : sql
}
