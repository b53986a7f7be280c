import { LockMode } from '@mikro-orm/postgresql'
import type { Plan } from '../../../../config/plan.ts'
import { WorkspaceNotFound } from '../../../../platform/auth/auth.errors.ts'
import type { EntityManager } from '../../../../platform/database/database.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import { Workspace } from '../workspace.entity.ts'
import type { SetWorkspacePlanArgs } from '../workspace.inputs.ts'

/** The plans of all workspaces, for admins of the installation. */
export class WorkspacePlanService {
  /** Throws `WorkspaceNotFound`. */
  async set(context: RequestContext, { id, plan }: SetWorkspacePlanArgs): Promise<Workspace> {
    const workspace = await setWorkspacePlan(context.em, id, plan, context.now())
    if (!workspace) throw new WorkspaceNotFound()
    return workspace
  }
}

/**
 * Sets the plan of a workspace, named by its id or slug; null if there is no such workspace. Objects beyond the new
 * limits stay, but no more can be added. Changes that counted under the old limits have committed before.
 */
export function setWorkspacePlan(
  em: EntityManager,
  idOrSlug: string,
  plan: Plan,
  now: Date,
): Promise<Workspace | null> {
  return em.transactional(async (inner) => {
    const where = { $or: [{ id: idOrSlug }, { slug: idOrSlug }], deletedAt: null }
    const workspace = await inner.findOne(Workspace, where, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (workspace && workspace.plan !== plan) Object.assign(workspace, { plan, updatedAt: now })
    return workspace
  })
}
