import { newId } from '../../base/ids.ts'
import type { EntityManager } from '../../database/open.ts'
import { run } from '../../database/quiet.ts'
import type { Activity } from './activity.ts'

/** Notes what was done, in the transaction of its cause: both come to be, or neither. */
export async function noteActivity(em: EntityManager, ...activities: readonly Activity[]): Promise<void> {
  if (activities.length > 0) await run(em, activitiesSql, [rowsOf(activities)])
}

/** The parameter of `activitiesSql`: the activities, each with an id of its own. */
export function rowsOf(activities: readonly Activity[]): string {
  return JSON.stringify(activities.map((activity) => ({ ...activity, id: newId('log', activity.at) })))
}

export const activitiesSql = `
  insert into activity (id, owner_id, type, actor, subject_type, subject_id, summary, severity, source, created_at)
  select value->>'id', value->>'ownerId', value->>'type', value->>'actor', value->>'subjectType', value->>'subjectId',
         value->>'summary', value->>'severity', value->>'source', (value->>'at')::timestamptz
    from jsonb_array_elements(?::jsonb)`
