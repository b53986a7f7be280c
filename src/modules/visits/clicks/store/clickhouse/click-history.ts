import type { EntityManager } from '../../../../../platform/database/database.ts'
import type { ClickHistory, DeletedPeriod, LinkScope } from '../click-query.ts'
import type { ClickHouseQueries } from './clickhouse.ts'
import { isEmpty, type ResolvedScope, resolveScope } from './scope.queries.ts'
import { Params, scopeSql } from './selection-sql.ts'
import type { RetentionView } from './totals/retention-view.ts'

/** The history of each link of a scope, or of all its links together. */
export async function readHistory(
  em: EntityManager,
  clickHouse: ClickHouseQueries,
  linkScope: LinkScope,
  { isPerLink, includeBots }: { readonly isPerLink: boolean; readonly includeBots: boolean },
  view: RetentionView,
): Promise<ClickHistory[]> {
  const scope = await resolveScope(em, linkScope, isPerLink)
  const firstClicks = new Map<string, Date>()
  const deleted = new Map<string, DeletedPeriod>()
  if (!isEmpty(scope)) {
    const params = new Params()
    const rows = await clickHouse.query<{ key: string; at: number }>(
      `select ${isPerLink ? 'url_id' : `''`} as key, toUnixTimestamp64Milli(min(created_at)) as at
         from click
        where ${[`(${scopeSql(scope, params)})`, ...view.clicksSql(params)].join(' and ')} ${includeBots ? '' : 'and not is_bot'}
        group by key
       having count() > 0`,
      params.values,
    )
    for (const { key, at } of rows) firstClicks.set(key, new Date(at))
    for (const total of view.hasTotals ? await readTotals(clickHouse, scope, view, isPerLink) : []) {
      const { key, from, to } = total
      deleted.set(key, { from: new Date(from), to: new Date(to) })
      const first = includeBots ? from : total.firstOfPeople
      if (first !== null && first < (firstClicks.get(key)?.getTime() ?? Number.POSITIVE_INFINITY))
        firstClicks.set(key, new Date(first))
    }
  }
  const toHistory = (key: string, hasPrivateLinks: boolean, hasOtherLinks: boolean): ClickHistory => ({
    ...{ key, hasPrivateLinks, hasOtherLinks },
    ...{ firstClick: firstClicks.get(key) ?? null, deleted: deleted.get(key) ?? null },
  })
  if (scope.kind === 'workspaces') return [toHistory('', scope.privateIds.length > 0, scope.hasOtherLinks)]
  const { links } = scope
  return isPerLink
    ? links.map(({ id, isPrivate }) => toHistory(id, isPrivate, !isPrivate))
    : [
        toHistory(
          '',
          links.some(({ isPrivate }) => isPrivate),
          links.some(({ isPrivate }) => !isPrivate),
        ),
      ]
}

/** From the first to the last quarter of an hour with totals, in milliseconds. */
interface TotalPeriod {
  readonly key: string
  readonly from: number
  readonly to: number
  /** The first quarter with a click by a person; null for none. */
  readonly firstOfPeople: number | null
}

function readTotals(
  clickHouse: ClickHouseQueries,
  scope: ResolvedScope,
  view: RetentionView,
  isPerLink: boolean,
): Promise<TotalPeriod[]> {
  const params = new Params()
  return clickHouse.query<TotalPeriod>(
    `select ${isPerLink ? 'url_id' : `''`} as key, toInt64(toUnixTimestamp(min(starts_at))) * 1000 as from,
            toInt64(toUnixTimestamp(max(starts_at)) + 900) * 1000 as to,
            toInt64(toUnixTimestamp(minIf(toNullable(starts_at), clicks > 0))) * 1000 as firstOfPeople
       from click_total
      where ${[`(${scopeSql(scope, params)})`, ...view.totalsSql(params)].join(' and ')} and span = 'quarter'
      group by key
     having count() > 0`,
    params.values,
  )
}
