import type { EntityManager } from '../../../../../platform/database/database.ts'
import type { ClickHouseQueries } from './clickhouse.ts'
import { findMovedWorkspaces } from './scope.queries.ts'
import { Params, rangeSql } from './selection-sql.ts'

/** The workspaces whose links people have clicked after an instant. A link that has moved counts where it is now. */
export async function findClickedWorkspaces(
  em: EntityManager,
  clickHouse: ClickHouseQueries,
  since: Date,
): Promise<string[]> {
  const moved = await findMovedWorkspaces(em)
  const params = new Params()
  const ids = params.bind([...moved.keys()], 'Array(String)')
  const rows = await clickHouse.query<{ workspaceId: string; movedId: string }>(
    `select distinct workspace_id as workspaceId, if(url_id in ${ids}, url_id, '') as movedId
       from click
      where ${rangeSql({ from: new Date(since.getTime() + 1), to: null }, params).join(' and ')} and not is_bot`,
    params.values,
  )
  const found = rows.map(({ workspaceId, movedId }) => (movedId === '' ? workspaceId : (moved.get(movedId) ?? '')))
  return [...new Set(found)].filter((id) => id !== '')
}
