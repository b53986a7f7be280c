import type { EntityManager, Orm } from '../database/database.ts'
import { executeUnlogged, withoutQueryLog } from '../database/statements.ts'
import { newId } from '../shared/ids.ts'
import type { ActivityRecord } from './activity.entity.ts'
import { type ActivitySource, type Severity, severities } from './operations.types.ts'

/** An action on a resource of an account, to be recorded in its audit log. */
export interface Activity {
  readonly ownerId: string
  /** Such as `link.created`. If there is an event, its kind. */
  readonly type: string
  /** The id of the account, API key or application that did it, or `system` for the service itself. */
  readonly actor: string
  /** Such as `link` or `webhook`. */
  readonly subjectType: string
  readonly subjectId: string
  /** One sentence without secrets. */
  readonly summary: string
  readonly severity: Severity
  readonly source: ActivitySource
  readonly at: Date
}

/** Records activities in the transaction of their cause. */
export async function recordActivities(em: EntityManager, ...activities: readonly Activity[]): Promise<void> {
  if (activities.length > 0) await executeUnlogged(em, insertActivitiesSql, [toActivityRowsJson(activities)])
}

/** The parameter of `insertActivitiesSql`: the activities, with ids. */
export function toActivityRowsJson(activities: readonly Activity[]): string {
  return JSON.stringify(activities.map((activity) => ({ ...activity, id: newId('log', activity.at) })))
}

/** One statement for many activities. The event publisher makes it part of a statement of its own. */
export const insertActivitiesSql = `
  insert into activity (id, owner_id, type, actor, subject_type, subject_id, summary, severity, source, created_at)
  select value->>'id', value->>'ownerId', value->>'type', value->>'actor', value->>'subjectType', value->>'subjectId',
         value->>'summary', value->>'severity', value->>'source', (value->>'at')::timestamptz
    from jsonb_array_elements(?::jsonb)`

/** An entry of the audit log, as its owner reads it. */
export type ActivityEntry = Pick<
  ActivityRecord,
  'id' | 'type' | 'actor' | 'subjectType' | 'subjectId' | 'summary' | 'severity' | 'source' | 'createdAt'
>

/** Filters that are absent or null match every activity. */
export interface ActivityFilter {
  /** `from` is inclusive, `to` is exclusive. */
  readonly from?: Date | null
  readonly to?: Date | null
  readonly type?: string | null
  readonly source?: ActivitySource | null
  /** This severity and higher ones. */
  readonly minSeverity?: Severity | null
  readonly subjectId?: string | null
  readonly page: number
  readonly limit: number
}

/** Totals are counted up to this number: a count of hundreds of thousands takes longer than a page. */
export const maxCountedActivities = 10_000

/** A page of the audit log, newest first. Raw SQL: the count is bounded, and conditions repeat those of an index. */
export async function listActivities(
  em: EntityManager,
  ownerId: string,
  filter: ActivityFilter,
): Promise<{ items: ActivityEntry[]; total: number }> {
  const { page, limit } = filter
  const { sql, values } = buildWhereClause(ownerId, filter)
  const rows = await em.execute<ActivityRow[]>(`${selectActivitiesSql} where ${sql} ${orderAndPageSql}`, [
    ...values,
    limit,
    (page - 1) * limit,
  ])
  const countSql = `select count(*)::int as total from (select 1 from activity where ${sql} limit ?) as counted`
  const [counted] = await em.execute<{ total: number }[]>(countSql, [...values, maxCountedActivities])
  return { items: rows.map(toActivityEntry), total: counted?.total ?? 0 }
}

/** An activity as selected by `activityColumns`. */
export interface ActivityRow extends Omit<ActivityEntry, 'createdAt'> {
  readonly createdAt: string | Date
}

export function toActivityEntry({ createdAt, ...row }: ActivityRow): ActivityEntry {
  return { ...row, createdAt: new Date(createdAt) }
}

/** Whether a severity is at least another one. */
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
    // The added conditions let PostgreSQL use `activity_notable_index`, which leaves out the frequent activities.
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
 * Resets the transaction ids of activities that were restored from another database. Those ids may lie in the future of
 * this database, where subscriptions would later take the activities for new ones. To be called at start.
 */
export async function resetRestoredActivities(orm: Orm): Promise<void> {
  await executeUnlogged(orm.em.fork(withoutQueryLog()), resetRestoredActivitiesSql)
}

const resetRestoredActivitiesSql = `
  update activity set tx = 0 where tx > pg_snapshot_xmax(pg_current_snapshot())::text::bigint`
