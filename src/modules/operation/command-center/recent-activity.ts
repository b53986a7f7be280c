import { Field, Int, ObjectType } from 'type-graphql'
import {
  type ActivityFilter,
  listActivities as listActivityPage,
} from '../../../platform/audit-log/activity.queries.ts'
import type { ActivitySource } from '../../../platform/audit-log/operations.types.ts'
import { InheritsAccess } from '../../../platform/auth/authorization.ts'
import type { EntityManager } from '../../../platform/database/database.ts'
import { readSlice } from '../../../platform/graphql/pagination/keyset.ts'
import type { ConnectionArgs } from '../../../platform/graphql/pagination/page.inputs.ts'
import { createConnection } from '../../../platform/graphql/pagination/pagination.ts'
import {
  ActivityConnection,
  ActivityItem,
  findActivityConnection,
  newestActivitiesFirst,
} from '../../identity/accounts/index.ts'
import type { AccountSnapshot } from './account-snapshot.ts'
import type { CommandCenterArgs } from './command-center.inputs.ts'
import { builtInWorkflows } from './workflows.ts'

@InheritsAccess()
@ObjectType({ description: 'A page of activities.' })
export class RecentActivity {
  @Field(() => [ActivityItem], { description: 'The activities of this page, newest first.' })
  items!: ActivityItem[]

  @Field(() => Int, { description: 'Number of the page, from 1.' })
  page!: number

  @Field(() => Int, { description: 'Activities per page.' })
  limit!: number

  @Field(() => Int, { description: 'Number of activities on all pages, counted up to 10,000.' })
  total!: number
}

type ListFilter = Pick<CommandCenterArgs, 'source' | 'severity' | 'workflowId'>

/** The activities in the range that the filters select; null when they exclude all of them. */
export function buildActivityFilter(
  { span }: Pick<AccountSnapshot, 'span'>,
  { source, severity, workflowId }: ListFilter,
  readableTypes: ActivityFilter['readableTypes'],
): ActivityFilter | null {
  const requestedSource = source === 'all' ? undefined : source
  const filter = workflowId == null ? { source: requestedSource } : toActivityFilter(workflowId)
  if (filter === null || (requestedSource !== undefined && filter.source !== requestedSource)) return null
  // No upper bound: if the clock of this node is behind, the snapshot contains activities that are later than this
  // clock.
  return { from: span.from, ...filter, minSeverity: severity, readableTypes }
}

/** A page of the activities in the form of REST. */
export async function readRecentActivity(
  { em, workspaceId }: AccountSnapshot,
  filter: ActivityFilter | null,
  page: number,
  limit: number,
): Promise<RecentActivity> {
  const activities = filter && (await listActivityPage(em, workspaceId, { ...filter, page, limit }))
  return { items: [], total: 0, ...activities, page, limit }
}

/** The activities in the form of GraphQL. */
export async function listActivities(
  em: EntityManager,
  workspaceId: string,
  filter: ActivityFilter | null,
  args: ConnectionArgs,
): Promise<ActivityConnection> {
  if (filter) return findActivityConnection(em, workspaceId, filter, args)
  const order = newestActivitiesFirst
  return createConnection(ActivityConnection, [], { order, slice: readSlice(order, args), countAll: async () => 0 })
}

/** The activities of a built-in workflow are all activities of its source. */
function toActivityFilter(workflowId: string): { source: ActivitySource; subjectId?: string } | null {
  const [kind, subjectId] = workflowId.split(':')
  if (kind === 'webhook' && subjectId) return { source: 'webhooks', subjectId }
  const workflow = builtInWorkflows.find(({ id }) => id === workflowId)
  return workflow ? { source: workflow.source } : null
}
