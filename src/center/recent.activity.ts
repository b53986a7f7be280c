import { activitiesOf } from '../events/activity/listing.ts'
import type { Source } from '../events/operations.ts'
import type { CommandCenterArgs } from './args.ts'
import type { Question } from './question.ts'
import type { RecentActivity } from './recent.ts'

/** Which activities belong to the workflows of the service itself: all of their source. */
const sourceOf: Readonly<Record<string, Source>> = {
  'link-health': 'link_health',
  'anomaly-detector': 'clicks',
  lifecycle: 'lifecycle',
}

/** A page of what was done in the range, of the source and the workflow that are wanted. */
export async function recentActivityOf(
  { em, ownerId, span }: Question,
  { source, severity, workflowId, page, limit }: Omit<CommandCenterArgs, 'range'>,
): Promise<RecentActivity> {
  const wanted = source === 'all' ? undefined : source
  const about = workflowId == null ? { source: wanted } : activitiesAbout(workflowId)
  const isNone = about === null || (wanted !== undefined && about.source !== wanted)
  if (isNone) return { items: [], page, limit, total: 0 }
  // Up to what the snapshot holds, which for a node whose clock is behind may be later than its now.
  const wish = { from: span.from, ...about, minSeverity: severity, page, limit }
  return { ...(await activitiesOf(em, ownerId, wish)), page, limit }
}

function activitiesAbout(workflowId: string): { source: Source; subjectId?: string } | null {
  const [kind, subjectId] = workflowId.split(':')
  if (kind === 'webhook' && subjectId) return { source: 'webhooks', subjectId }
  const source = Object.hasOwn(sourceOf, workflowId) ? sourceOf[workflowId] : undefined
  return source ? { source } : null
}
