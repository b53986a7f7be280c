import { Field, ID, Int, ObjectType } from 'type-graphql'
import type { EntityManager } from '../database/open.ts'
import { run } from '../database/quiet.ts'
import { type Severity, type Source, severities } from '../events/operations.ts'

@ObjectType({ description: 'Something that was done to what the account has.' })
export class ActivityItem {
  @Field(() => ID, { description: 'Identifier of the activity, such as `act_01k...`.' })
  id!: string

  @Field(() => String, { description: 'What was done, such as `link.created`.' })
  type!: string

  @Field(() => String, { description: 'Who did it: an account, an API key, an application, or `system`.' })
  actor!: string

  @Field(() => String, { description: 'What it was done to, such as `link` or `webhook`.' })
  subjectType!: string

  @Field(() => ID, { description: 'Identifier of what it was done to.' })
  subjectId!: string

  @Field(() => String, { description: 'The same in a sentence.' })
  summary!: string

  @Field(() => String, { description: '`info`, `warning`, `error` or `critical`.' })
  severity!: Severity

  @Field(() => String, { description: 'What it belongs to, such as `webhooks`.' })
  source!: Source

  @Field(() => Date, { description: 'When it was done.' })
  createdAt!: Date
}

@ObjectType({ description: 'A page of what was done.' })
export class RecentActivity {
  @Field(() => [ActivityItem], { description: 'The activities of this page, the newest first.' })
  items!: ActivityItem[]

  @Field(() => Int, { description: 'Which page it is, from 1.' })
  page!: number

  @Field(() => Int, { description: 'Activities on a page.' })
  limit!: number

  @Field(() => Int, { description: 'Activities on all pages, counted up to 10,000.' })
  total!: number
}

/** Which activities are wanted; both instants are part of the time. */
export interface ActivitiesWish {
  readonly from: Date
  readonly to: Date
  readonly source?: Source | undefined
  readonly minSeverity?: Severity | undefined
  readonly subjectId?: string | undefined
  readonly page: number
  readonly limit: number
}

/** Activities that are counted; more cost more than anybody learns from the number. */
const mostCounted = 10_000

/** A page of what was done to what an account has, the newest first. */
export async function activitiesOf(
  em: EntityManager,
  ownerId: string,
  wish: ActivitiesWish,
): Promise<{ items: ActivityItem[]; total: number }> {
  const { from, to, source = null, minSeverity = 'info', subjectId = null, page, limit } = wish
  const grave = severities.slice(severities.indexOf(minSeverity))
  const meant = [ownerId, from, to, grave, source, source, subjectId, subjectId]
  const items = await run<ActivityItem>(em, itemsSql, [...meant, limit, (page - 1) * limit])
  const [counted] = await run<{ total: number }>(em, totalSql, [...meant, mostCounted])
  return {
    items: items.map((item) => ({ ...item, createdAt: new Date(item.createdAt) })),
    total: counted?.total ?? 0,
  }
}

const meantSql = `
  from activity
 where owner_id = ? and created_at >= ? and created_at <= ? and severity in (?)
   and (?::text is null or source = ?) and (?::text is null or subject_id = ?)`

const itemsSql = `
  select id, type, actor, subject_type as "subjectType", subject_id as "subjectId", summary, severity, source,
         created_at as "createdAt"
  ${meantSql} order by created_at desc, id desc limit ? offset ?`

const totalSql = `select count(*)::int as total from (select 1 ${meantSql} limit ?) as counted`
