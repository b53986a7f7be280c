import type { EntityManager } from '../../../platform/database/database.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import type { PlanLimit } from '../../../platform/rate-limiting/plan-limit.ts'
import { PlanLimitReached } from '../../../platform/shared/general.errors.ts'
import { Workspace } from '../../identity/workspaces/index.ts'
import { insertLinks, lockLinkCount, toNewLinkRow } from './changes/link-insert.queries.ts'
import { Link } from './link.entity.ts'

/** How many links a workspace may have. Links of dynamic QR codes are not counted. */
export const linkPlanLimit: PlanLimit = {
  resourceName: 'links',
  maximum: 'links',
  holder: 'workspace',
  selectUsed: (em, id) => em.createQueryBuilder(Workspace).select('linkCount').where({ id }),
  findNewest: (em, workspace) => em.findOne(Link, { workspace, kind: 'link' }, { orderBy: { createdAt: 'desc' } }),
}

/**
 * From this many links before the limit on, links of one workspace are created one after the other, so that the limit
 * is exact.
 */
const exactRange = 1_000

/**
 * Inserts links of a workspace, in the transaction that creates them. Throws `PlanLimitReached` when not all of them
 * fit. Links are counted at the commit, so that transactions of one workspace hardly wait for each other. Near the
 * limit, the row of the workspace is locked until the commit (docs/decisions/plans.md).
 */
export async function insertLinksWithinLimit(
  { settings }: RequestContext,
  em: EntityManager,
  workspaceId: string,
  links: readonly Link[],
): Promise<void> {
  const { plan, linkCount } = await insertLinks(em, workspaceId, links.map(toNewLinkRow))
  const { links: maximum } = settings.plans[plan]
  assertWithin(maximum, linkCount, links.length)
  if (linkCount + links.length + exactRange <= maximum) return
  const locked = await lockLinkCount(em, workspaceId)
  assertWithin(settings.plans[locked.plan].links, locked.linkCount, links.length)
}

function assertWithin(maximum: number, used: number, added: number): void {
  if (used + added > maximum) throw new PlanLimitReached('links', maximum, used, 'workspace')
}
