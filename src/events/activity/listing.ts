import type { EntityManager } from '../../database/open.ts'
import { type Severity, type Source, severities } from '../operations.ts'

/** An activity as its owner reads it. */
export interface ActivityItem {
  readonly id: string
  readonly type: string
  readonly actor: string
  readonly subjectType: string
  readonly subjectId: string
  readonly summary: string
  readonly severity: Severity
  readonly source: Source
  readonly createdAt: Date
}

/** Which activities are asked for; what is absent or null does not matter. */
export interface ActivityWish {
  /** From this instant on, and before the other. */
  readonly from?: Date | null
  readonly to?: Date | null
  readonly type?: string | null
  readonly source?: Source | null
  /** That severity and above. */
  readonly minSeverity?: Severity | null
  readonly subjectId?: string | null
  readonly page: number
  readonly limit: number
}

/** Activities are counted up to here: to count hundreds of thousands would take longer than to read a page of them. */
export const mostCounted = 10_000

/** A page of what was done to what an account has, newest first, and how many there are, counted up to `mostCounted`. */
export async function activitiesOf(
  em: EntityManager,
  ownerId: string,
  wish: ActivityWish,
): Promise<{ items: ActivityItem[]; total: number }> {
  const { page, limit } = wish
  const { sql, values } = conditionOf(ownerId, wish)
  const rows = await em.execute<ActivityRow[]>(`${itemsSql} where ${sql} ${pageSql}`, [
    ...[...values, limit],
    (page - 1) * limit,
  ])
  const counting = `select count(*)::int as total from (select 1 from activity where ${sql} limit ?) as counted`
  const [counted] = await em.execute<{ total: number }[]>(counting, [...values, mostCounted])
  return { items: rows.map(itemOf), total: counted?.total ?? 0 }
}

/** An activity as the database tells it. */
export interface ActivityRow extends Omit<ActivityItem, 'createdAt'> {
  readonly createdAt: string | Date
}

export function itemOf({ createdAt, ...row }: ActivityRow): ActivityItem {
  return { ...row, createdAt: new Date(createdAt) }
}

/** Whether something is as grave as that, or graver. */
export function isAtLeast(severity: Severity, least: Severity): boolean {
  return severities.indexOf(severity) >= severities.indexOf(least)
}

function conditionOf(ownerId: string, { from, to, type, source, minSeverity, subjectId }: ActivityWish) {
  const least = minSeverity ?? 'info'
  const grave = least === 'info' ? null : severities.filter((each) => isAtLeast(each, least))
  const conditions: readonly (readonly [sql: string, value: unknown])[] = [
    ['owner_id = ?', ownerId],
    ['created_at >= ?', from],
    ['created_at < ?', to],
    ['type = ?', type],
    ['subject_id = ?', subjectId],
    // With the words of `activity_notable_index`, so that what is rare is not looked for among all that is not.
    [source === 'lifecycle' ? 'source = ?' : `source = ? and source <> 'lifecycle'`, source],
    [`severity in (?) and severity <> 'info'`, grave],
  ]
  const asked = conditions.filter(([, value]) => value != null)
  return { sql: asked.map(([sql]) => sql).join(' and '), values: asked.map(([, value]) => value) }
}

export const activityColumns = `
  id, type, actor, subject_type as "subjectType", subject_id as "subjectId", summary, severity, source,
  created_at as "createdAt"`

const itemsSql = `select ${activityColumns} from activity`

const pageSql = 'order by created_at desc, id desc limit ? offset ?'
