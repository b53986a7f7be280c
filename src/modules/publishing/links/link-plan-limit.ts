import type { EntityManager } from '../../../platform/database/database.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import type { PlanLimit } from '../../../platform/rate-limiting/plan-limit.ts'
import { PlanLimitReached } from '../../../platform/shared/general.errors.ts'
import { Workspace } from '../../identity/workspaces/index.ts'
import { Link } from './link.entity.ts'
import { countCreatedLinksNow } from './link.queries.ts'

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
 * limit, links are counted at once, which locks the row of the workspace (docs/decisions/plans.md).
 */
export async function insertLinksWithinLimit(
  { settings }: RequestContext,
  em: EntityManager,
  workspaceId: string,
  links: readonly Link[],
): Promise<void> {
  const { plan, linkCount } = await readCounter(em, workspaceId)
  const { links: maximum } = settings.plans[plan]
  assertWithin(maximum, linkCount, links.length)
  em.persist(links)
  if (linkCount + links.length + exactRange <= maximum) return
  await em.flush()
  await countCreatedLinksNow(em)
  const counted = await readCounter(em, workspaceId)
  assertWithin(settings.plans[counted.plan].links, counted.linkCount - links.length, links.length)
}

function assertWithin(maximum: number, used: number, added: number): void {
  if (used + added > maximum) throw new PlanLimitReached('links', maximum, used, 'workspace')
}

/** Not as an entity of the request: the trigger has changed the row. */
function readCounter(em: EntityManager, id: string): Promise<Pick<Workspace, 'plan' | 'linkCount'>> {
  return em.findOneOrFail(Workspace, { id }, { fields: ['plan', 'linkCount'], disableIdentityMap: true })
}
