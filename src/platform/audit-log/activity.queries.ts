import type { Actor } from '../auth/caller.ts'
import type { EntityManager, Orm } from '../database/database.ts'
import { executeUnlogged, withoutQueryLog } from '../database/statements.ts'
import { newBackdatedId, newId } from '../shared/ids.ts'
import type { ActivityRecord, FieldChange } from './activity.entity.ts'
import type { ActivityType, SubjectType } from './activity-types.ts'
import { type ActivitySource, type Severity, severities } from './operations.types.ts'

/** An action on a resource of a workspace, to be recorded in its audit log. */
export interface Activity {
  readonly workspaceId: string
  /** If there is an event, its kind. */
  readonly type: ActivityType
  readonly actor: Actor
  readonly subjectType: SubjectType
  readonly subjectId: string
  /** One sentence without secrets. */
  readonly summary: string
  readonly severity: Severity
  readonly source: ActivitySource
  readonly at: Date
  /** A private visit caused it: `at` is the start of its hour, and the id contains no other time. */
  readonly isPrivate?: boolean | undefined
  readonly changes?: readonly FieldChange[] | undefined
}

/** Records activities in the transaction of their cause. */
export async function recordActivities(em: EntityManager, ...activities: readonly Activity[]): Promise<void> {
  if (activities.length > 0) await executeUnlogged(em, insertActivitiesSql('?'), [toActivityRowsJson(activities)])
}

/** What `insertActivitiesSql` takes: the activities, with ids. */
export function toActivityRowsJson(activities: readonly Activity[]): string {
  const createId = ({ at, isPrivate }: Activity) => (isPrivate ? newBackdatedId('log', at) : newId('log', at))
  return JSON.stringify(
    activities.map((activity) => ({ ...activity, ...toActorColumns(activity.actor), id: createId(activity) })),
  )
}

function toActorColumns(actor: Actor): Pick<ActivityRecord, 'actor' | 'onBehalfOf'> {
  return typeof actor === 'string' ? { actor, onBehalfOf: null } : { actor: actor.id, onBehalfOf: actor.accountId }
}

/** One statement for many activities. The event publisher makes it part of a statement of its own. */
export const insertActivitiesSql = (parameter: string) => `
  insert into activity (id, workspace_id, type, actor, on_behalf_of, subject_type, subject_id, summary, severity, source, changes, created_at)
  select value->>'id', value->>'workspaceId', value->>'type', value->>'actor', value->>'onBehalfOf',
         value->>'subjectType', value->>'subjectId', value->>'summary', value->>'severity', value->>'source', value->'changes', (value->>'at')::timestamptz
    from jsonb_array_elements(${parameter}::jsonb)`

/** An entry of the audit log, as its owner reads it. */
export type ActivityEntry = Pick<
  ActivityRecord,
  | 'id'
  | 'type'
  | 'actor'
  | 'onBehalfOf'
  | 'subjectType'
  | 'subjectId'
  | 'summary'
  | 'severity'
  | 'source'
  | 'changes'
  | 'createdAt'
>

/** Filters that are absent or null match every activity. */
export interface ActivityFilter {
  /** `from` is inclusive, `to` is exclusive. */
  readonly from?: Date | null
  readonly to?: Date | null
  readonly type?: ActivityType | null
  readonly source?: ActivitySource | null
  /** This severity and higher ones. */
  readonly minSeverity?: Severity | null
  readonly subjectId?: string | null
  /** See `listReadableTypes`. */
  readonly readableTypes?: readonly ActivityType[] | null
}

/** Totals are counted up to this number: a count of hundreds of thousands takes longer than a page. */
export const maxCountedActivities = 10_000

/** A page of the audit log, newest first. Raw SQL: the count is bounded, and an index has the same conditions. */
export async function listActivities(
  em: EntityManager,
  workspaceId: string,
  filter: ActivityFilter & { readonly page: number; readonly limit: number },
): Promise<{ items: ActivityEntry[]; total: number }> {
  const { page, limit } = filter
  const { sql, values } = buildWhereClause(workspaceId, filter)
  const rows = await em.execute<ActivityRow[]>(`${selectActivitiesSql} where ${sql} ${orderAndPageSql}`, [
    ...values,
    limit,
    (page - 1) * limit,
  ])
  return { items: rows.map(toActivityEntry), total: await countActivities(em, workspaceId, filter) }
}

/** Counts up to `maxCountedActivities`. */
export async function countActivities(em: EntityManager, workspaceId: string, filter: ActivityFilter): Promise<number> {
  const { sql, values } = buildWhereClause(workspaceId, filter)
  const countSql = `select count(*)::int as total from (select 1 from activity where ${sql} limit ?) as counted`
  const [counted] = await em.execute<{ total: number }[]>(countSql, [...values, maxCountedActivities])
  return counted?.total ?? 0
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

function buildWhereClause(workspaceId: string, { from, to, type, source, minSeverity, ...filter }: ActivityFilter) {
  const lowestSeverity = minSeverity ?? 'info'
  const includedSeverities =
    lowestSeverity === 'info' ? null : severities.filter((each) => isAtLeastSeverity(each, lowestSeverity))
  const conditions: readonly (readonly [sql: string, value: unknown])[] = [
    ['workspace_id = ?', workspaceId],
    ['created_at >= ?', from],
    ['created_at < ?', to],
    ['type = ?', type],
    ['subject_id = ?', filter.subjectId],
    ['type in (?)', filter.readableTypes],
    // The added conditions let PostgreSQL use `activity_notable_index`, which leaves out the frequent activities.
    [source === 'lifecycle' ? 'source = ?' : `source = ? and source <> 'lifecycle'`, source],
    [`severity in (?) and severity <> 'info'`, includedSeverities],
  ]
  const activeConditions = conditions.filter(([, value]) => value != null)
  return { sql: activeConditions.map(([sql]) => sql).join(' and '), values: activeConditions.map(([, value]) => value) }
}

export const activityColumns = `
  id, type, actor, on_behalf_of as "onBehalfOf", subject_type as "subjectType", subject_id as "subjectId", summary, severity, source, changes,
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
