import { Field, Int, ObjectType } from 'type-graphql'
import { listActivities } from '../../platform/audit-log/activity.queries.ts'
import type { ActivitySource } from '../../platform/audit-log/operations.types.ts'
import { ActivityItem } from '../accounts/index.ts'
import type { AccountSnapshot } from './account-snapshot.ts'
import type { CommandCenterArgs } from './command-center.inputs.ts'
import { builtInWorkflows } from './workflows.ts'

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

/** Returns a page of the activities in the range that match the filters. */
export async function readRecentActivity(
  { em, ownerId, span }: AccountSnapshot,
  { source, severity, workflowId, page, limit }: Omit<CommandCenterArgs, 'range'>,
): Promise<RecentActivity> {
  const requestedSource = source === 'all' ? undefined : source
  const filter = workflowId == null ? { source: requestedSource } : toActivityFilter(workflowId)
  const isEmpty = filter === null || (requestedSource !== undefined && filter.source !== requestedSource)
  if (isEmpty) return { items: [], page, limit, total: 0 }
  // No upper bound: if the clock of this node is behind, the snapshot holds activities later than its current time.
  const query = { from: span.from, ...filter, minSeverity: severity, page, limit }
  return { ...(await listActivities(em, ownerId, query)), page, limit }
}

/** The activities of a built-in workflow are all activities of its source. */
function toActivityFilter(workflowId: string): { source: ActivitySource; subjectId?: string } | null {
  const [kind, subjectId] = workflowId.split(':')
  if (kind === 'webhook' && subjectId) return { source: 'webhooks', subjectId }
  const workflow = builtInWorkflows.find(({ id }) => id === workflowId)
  return workflow ? { source: workflow.source } : null
}
