import type { EntityManager } from '../../../../../platform/database/database.ts'
import type { ClickHistory, LinkScope } from '../click-query.ts'
import type { ClickHouse } from './clickhouse.ts'
import { isEmpty, resolveScope } from './scope.queries.ts'
import { Params, scopeSql } from './selection-sql.ts'

/** The history of each link of a scope, or of all its links together. */
export async function readHistory(
  em: EntityManager,
  clickHouse: ClickHouse,
  linkScope: LinkScope,
  { isPerLink, includeBots }: { readonly isPerLink: boolean; readonly includeBots: boolean },
): Promise<ClickHistory[]> {
  const scope = await resolveScope(em, linkScope, isPerLink)
  const firstClicks = new Map<string, Date>()
  if (!isEmpty(scope)) {
    const params = new Params()
    const rows = await clickHouse.query<{ key: string; at: number }>(
      `select ${isPerLink ? 'url_id' : `''`} as key, toUnixTimestamp64Milli(min(created_at)) as at
         from click
        where ${scopeSql(scope, params)} ${includeBots ? '' : 'and not is_bot'}
        group by key
       having count() > 0`,
      params.values,
    )
    for (const { key, at } of rows) firstClicks.set(key, new Date(at))
  }
  const toHistory = (key: string, hasPrivateLinks: boolean, hasOtherLinks: boolean): ClickHistory => ({
    ...{ key, hasPrivateLinks, hasOtherLinks },
    ...{ firstClick: firstClicks.get(key) ?? null, deleted: null },
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
