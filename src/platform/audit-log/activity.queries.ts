import type { EntityManager, Orm } from '../database/database.ts'
import { executeUnlogged, withoutQueryLog } from '../database/statements.ts'
import { newId } from '../shared/ids.ts'
import { type ActivitySource, type Severity, severities } from './operations.types.ts'

/** Something that was done to what an account has, as its owner reads it later. */
export interface Activity {
  readonly ownerId: string
  /** Such as `link.created`: the kind of its event where there is one. */
  readonly type: string
  /** Who did it: the account, the API key or app it used, or `system` for the service itself. */
  readonly actor: string
  /** Such as `link` or `webhook`. */
  readonly subjectType: string
  readonly subjectId: string
  /** One sentence, in words that hold no secret. */
  readonly summary: string
  readonly severity: Severity
  readonly source: ActivitySource
  readonly at: Date
}

/** Notes what was done, in the transaction of its cause: both come to be, or neither. */
export async function recordActivities(em: EntityManager, ...activities: readonly Activity[]): Promise<void> {
  if (activities.length > 0) await executeUnlogged(em, insertActivitiesSql, [toActivityRowsJson(activities)])
}

/** The parameter of `activitiesSql`: the activities, each with an id of its own. */
export function toActivityRowsJson(activities: readonly Activity[]): string {
  return JSON.stringify(activities.map((activity) => ({ ...activity, id: newId('log', activity.at) })))
}

export const insertActivitiesSql = `
  insert into activity (id, owner_id, type, actor, subject_type, subject_id, summary, severity, source, created_at)
  select value->>'id', value->>'ownerId', value->>'type', value->>'actor', value->>'subjectType', value->>'subjectId',
         value->>'summary', value->>'severity', value->>'source', (value->>'at')::timestamptz
    from jsonb_array_elements(?::jsonb)`

/** An activity as its owner reads it. */
export interface ActivityEntry {
  readonly id: string
  readonly type: string
  readonly actor: string
  readonly subjectType: string
  readonly subjectId: string
  readonly summary: string
  readonly severity: Severity
  readonly source: ActivitySource
  readonly createdAt: Date
}

/** Which activities are asked for; what is absent or null does not matter. */
export interface ActivityFilter {
  /** From this instant on, and before the other. */
  readonly from?: Date | null
  readonly to?: Date | null
  readonly type?: string | null
  readonly source?: ActivitySource | null
  /** That severity and above. */
  readonly minSeverity?: Severity | null
  readonly subjectId?: string | null
  readonly page: number
  readonly limit: number
}

/** Activities are counted up to here: to count hundreds of thousands would take longer than to read a page of them. */
export const maxCountedActivities = 10_000

/** A page of what was done to what an account has, newest first, and how many there are, counted up to `mostCounted`. */
export async function listActivities(
  em: EntityManager,
  ownerId: string,
  filter: ActivityFilter,
): Promise<{ items: ActivityEntry[]; total: number }> {
  const { page, limit } = filter
  const { sql, values } = buildWhereClause(ownerId, filter)
  const rows = await em.execute<ActivityRow[]>(`${selectActivitiesSql} where ${sql} ${orderAndPageSql}`, [
    ...[...values, limit],
    (page - 1) * limit,
  ])
  const countSql = `select count(*)::int as total from (select 1 from activity where ${sql} limit ?) as counted`
  const [counted] = await em.execute<{ total: number }[]>(countSql, [...values, maxCountedActivities])
  return { items: rows.map(toActivityEntry), total: counted?.total ?? 0 }
}

/** An activity as the database tells it. */
export interface ActivityRow extends Omit<ActivityEntry, 'createdAt'> {
  readonly createdAt: string | Date
}

export function toActivityEntry({ createdAt, ...row }: ActivityRow): ActivityEntry {
  return { ...row, createdAt: new Date(createdAt) }
}

/** Whether something is as grave as that, or graver. */
export function isAtLeastSeverity(severity: Severity, minSeverity: Severity): boolean {
  return severities.indexOf(severity) >= severities.indexOf(minSeverity)
}

function buildWhereClause(ownerId: string, { from, to, type, source, minSeverity, subjectId }: ActivityFilter) {
  const lowestSeverity = minSeverity ?? 'info'
  const includedSeverities =
    lowestSeverity === 'info' ? null : severities.filter((each) => isAtLeastSeverity(each, lowestSeverity))
  const conditions: readonly (readonly [sql: string, value: unknown])[] = [
    ['owner_id = ?', ownerId],
    ['created_at >= ?', from],
    ['created_at < ?', to],
    ['type = ?', type],
    ['subject_id = ?', subjectId],
    // With the words of `activity_notable_index`, so that what is rare is not looked for among all that is not.
    [source === 'lifecycle' ? 'source = ?' : `source = ? and source <> 'lifecycle'`, source],
    [`severity in (?) and severity <> 'info'`, includedSeverities],
  ]
  const activeConditions = conditions.filter(([, value]) => value != null)
  return { sql: activeConditions.map(([sql]) => sql).join(' and '), values: activeConditions.map(([, value]) => value) }
}

export const activityColumns = `
  id, type, actor, subject_type as "subjectType", subject_id as "subjectId", summary, severity, source,
  created_at as "createdAt"`

const selectActivitiesSql = `select ${activityColumns} from activity`

const orderAndPageSql = 'order by created_at desc, id desc limit ? offset ?'

/**
 * Makes activities older than any transaction whose rows were restored from another database: transactions are counted
 * anew here, and theirs would once more seem to be new to whoever listens. To be called at start.
 */
export async function resetRestoredActivities(orm: Orm): Promise<void> {
  await executeUnlogged(orm.em.fork(withoutQueryLog()), resetRestoredActivitiesSql)
}

const resetRestoredActivitiesSql = `
  update activity set tx = 0 where tx > pg_snapshot_xmax(pg_current_snapshot())::text::bigint`
