import { executeUnlogged } from '../../../platform/database/statements.ts'
import type { PurgedAccount } from '../../../platform/jobs/account-purge.ts'
import type { PurgeStep } from '../../../platform/jobs/workspace-purge.ts'

// Raw SQL, because a delete of the ORM has no limit.

/** The same slice size as for rows of a workspace. */
export const deleteFilesOfAccount: PurgeStep<PurgedAccount> = async (em, { id }) => {
  const sql = `
    delete from stored_file
     where id in (select id from stored_file where account_id = ? limit 4)
    returning id`
  return (await executeUnlogged(em, sql, [id])).length
}

/** A file has up to some hundred chunks, which are deleted with it, so a slice is small. */
export const deleteFilesOfWorkspace: PurgeStep = async (em, workspaceId) => {
  const sql = `
    delete from stored_file
     where id in (select id from stored_file where workspace_id = ? limit 4)
    returning id`
  return (await executeUnlogged(em, sql, [workspaceId])).length
}
