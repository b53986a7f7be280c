import type { EntityManager } from '../database/database.ts'
import { executeUnlogged } from '../database/statements.ts'
import { pgBossSchema } from '../database/tables.ts'
import type { PurgedAccount } from './account-purge.ts'
import { type PurgeStep, purgeSliceSize } from './workspace-purge.ts'

// Raw SQL, because texts are searched, and statements of the ORM have no limit. They read whole tables, which are kept for
// weeks only, once for each deleted account or workspace.

/** Jobs, mostly of mails, that name the account. */
export const deleteJobsAbout: PurgeStep<PurgedAccount> = (em, { id, email }) => deleteJobs(em, [id, quote(email)])

/** Jobs that name the workspace. */
export const deleteJobsOfWorkspace: PurgeStep = (em, id) => deleteJobs(em, [id])

async function deleteJobs(em: EntityManager, texts: readonly string[]): Promise<number> {
  const sql = `
    delete from ${pgBossSchema}.job
     where id in (select id from ${pgBossSchema}.job
                   where exists (select from jsonb_array_elements_text(?::jsonb) as named
                                  where position(named in concat_ws(' ', group_id, data)) > 0)
                   limit ${purgeSliceSize})
    returning 1`
  return (await executeUnlogged(em, sql, [JSON.stringify(texts)])).length
}

/** Events of workspaces of others, with their deliveries, that name the account. */
export const deleteEventsAbout: PurgeStep<PurgedAccount> = async (em, { id, email }) => {
  const sql = `
    delete from event
     where id in (select id from event where position(? in payload) > 0 or position(? in payload) > 0 limit ${purgeSliceSize})
    returning 1`
  return (await executeUnlogged(em, sql, [id, quote(email)])).length
}

/** Activities of workspaces of others that name the account as a member: their sentences get no name. */
export const rewriteActivitiesAbout: PurgeStep<PurgedAccount> = async (em, { id, name, email }) => {
  const sql = `
    update activity set summary = 'The account of this member was deleted.'
     where id in (
       select id from activity
        where position(? in summary) > 0
           or (position(? in summary) > 0 and (subject_type = 'member' or type = 'workspace.transferred')
               and workspace_id in (select workspace_id from activity where actor = ?))
        limit ${purgeSliceSize})
    returning 1`
  return (await executeUnlogged(em, sql, [email, quote(name), id])).length
}

/** As it stands in JSON and in sentences. */
const quote = (text: string) => JSON.stringify(text)
