import type { EntityManager } from '../../../platform/database/database.ts'
import { executeUnlogged } from '../../../platform/database/statements.ts'
import { type PurgeStep, purgeSliceSize } from '../../../platform/jobs/workspace-purge.ts'
import type { Clock } from '../../../platform/shared/time.ts'
import { unclickedReservationMs } from './codes/short-code.service.ts'

// Raw SQL, because rows of a workspace are deleted in slices.

/** Links deleted at once. Each link takes its rows in a dozen tables along. */
const maxLinks = 100

/** Deletes links of a workspace. Like for other deleted links, their codes stay as tombstones. */
export function createLinkPurgeStep(clock: Clock): PurgeStep {
  return async (em, workspaceId) => {
    const releasedAt = new Date(clock.now().getTime() + unclickedReservationMs)
    return (await executeUnlogged(em, deleteLinksSql, [workspaceId, releasedAt])).length
  }
}

/** The foreign key from codes is checked at the end of the transaction. */
const deleteLinksSql = `
  with doomed as materialized (
    select id from link where workspace_id = ? order by created_at desc, id desc limit ${maxLinks} for update),
  tombstone as (
    update code
       set link_id = null, workspace_id = null,
           released_at = case when link.current_clicks > 0 then null else ?::timestamptz end
      from link
     where link.id in (select id from doomed) and code.link_id = link.id)
  delete from link where id in (select id from doomed) returning id`

/** Removes the workspace from its tombstones. Only this workspace could use their codes again. */
export async function forgetFormerOwner(em: EntityManager, workspaceId: string): Promise<number> {
  return (await executeUnlogged(em, forgetOwnerSql, [workspaceId])).length
}

const forgetOwnerSql = `
  update code set workspace_id = null
   where key in (select key from code where workspace_id = ? limit ${purgeSliceSize})
  returning key`
