import { type Activity, recordActivities } from '../../../platform/audit-log/activity.queries.ts'
import type { ActivityType } from '../../../platform/audit-log/activity-types.ts'
import { findActor } from '../../../platform/auth/caller.ts'
import type { EntityManager } from '../../../platform/database/database.ts'
import type { DomainEvent, MembershipEnd } from '../../../platform/events/domain-events.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import type { Invitation } from './invitation.entity.ts'
import type { Membership } from './membership.entity.ts'
import type { Workspace } from './workspace.entity.ts'

/**
 * The data of an activity besides its sentence. All members read the activity log, so a summary does not contain the
 * address of an invited person.
 */
type Subject = Pick<Activity, 'workspaceId' | 'subjectType' | 'subjectId'>

type WorkspaceActivityType = Extract<ActivityType, `workspace.${string}`>

export const aboutWorkspace = ({ id }: Workspace): Subject => ({
  workspaceId: id,
  subjectType: 'workspace',
  subjectId: id,
})

export const aboutMember = ({ id, workspace }: Membership): Subject => ({
  workspaceId: workspace.id,
  subjectType: 'member',
  subjectId: id,
})

export const aboutInvitation = ({ id, workspace }: Invitation): Subject => ({
  workspaceId: workspace.id,
  subjectType: 'invitation',
  subjectId: id,
})

/**
 * Records what the caller did, in the transaction of the change. A person who declines may have no account. Then the
 * actor is `system`.
 */
export function auditWorkspace(
  em: EntityManager,
  context: RequestContext,
  subject: Subject,
  type: WorkspaceActivityType,
  summary: string,
): Promise<void> {
  const act = { actor: findActor(context.caller), at: context.now() }
  return recordActivities(em, { ...subject, ...act, type, summary, severity: 'info', source: 'lifecycle' })
}

/** The event of a new member, with `account` loaded. It is also an activity. */
export function memberAdded(
  context: RequestContext,
  workspace: Workspace,
  member: Membership,
  remark?: string,
): DomainEvent<'workspace.member_added'> {
  return { kind: 'workspace.member_added', ...toEvent(context, workspace), data: toPayload(workspace, member), remark }
}

/** The event of a member that has left or was removed, with `account` loaded. It is also an activity. */
export function memberRemoved(
  context: RequestContext,
  workspace: Workspace,
  member: Membership,
  reason: MembershipEnd,
  remark?: string,
): DomainEvent<'workspace.member_removed'> {
  const data = { ...toPayload(workspace, member), reason }
  return { kind: 'workspace.member_removed', ...toEvent(context, workspace), data, remark }
}

function toEvent(context: RequestContext, { id }: Workspace) {
  return { workspaceId: id, actor: findActor(context.caller), linkId: null, at: context.now() }
}

function toPayload({ id, name, slug }: Workspace, member: Membership) {
  const { id: memberId, accountId: userId, name: memberName, role, joinedAt } = member
  return {
    workspace: { id, name, slug },
    member: { id: memberId, userId, name: memberName, role, joinedAt: joinedAt.toISOString() },
  }
}
