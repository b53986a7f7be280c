import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import { GraphqlOnly } from '../../../../platform/graphql/operations.ts'
import { Price } from '../../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import { countUsed, maximumOf, type PlanLimit } from '../../../../platform/rate-limiting/plan-limit.ts'
import { apiKeyPlanLimit } from '../../../identity/api-keys/index.ts'
import { memberPlanLimit, Workspace } from '../../../identity/workspaces/index.ts'
import { webhookPlanLimit } from '../../../integrations/webhooks/index.ts'
import { bioPagePlanLimit } from '../../../publishing/bio-pages/index.ts'
import { linkPlanLimit } from '../../../publishing/links/index.ts'
import { qrPlanLimit } from '../../../publishing/qr-codes/index.ts'
import { type PlanResource, PlanUsage } from './plan-usage.types.ts'

const planLimits: Readonly<Record<PlanResource, PlanLimit>> = {
  urls: linkPlanLimit,
  members: memberPlanLimit,
  webhooks: webhookPlanLimit,
  api_keys: apiKeyPlanLimit,
  dynamic_qrs: qrPlanLimit,
  bio_pages: bioPagePlanLimit,
}
const resources = Object.keys(planLimits) as readonly PlanResource[]

/** Adds to a workspace how much of its plan is used. This module knows the limits of all others. */
@Resolver(() => Workspace)
export class WorkspaceUsageResolver {
  @GraphqlOnly()
  @Price('count')
  @FieldResolver(() => [PlanUsage], {
    description: 'How much of its plan the workspace uses. Limits of requests are in the headers of each answer.',
  })
  usage(@Root() workspace: Workspace, @Ctx() context: RequestContext): Promise<PlanUsage[]> {
    return readUsage(context, workspace)
  }
}

/** How much of its plan a workspace uses. */
export async function readUsage(
  context: RequestContext,
  { id, plan }: Pick<Workspace, 'id' | 'plan'>,
): Promise<PlanUsage[]> {
  const limits = context.settings.plans[plan]
  const holderIds = { workspace: id, account: context.accountId }
  const used = await countUsed(context.em, Object.values(planLimits), holderIds, context.now())
  return resources.map((resource, index) => ({
    resource,
    used: used[index] ?? 0,
    limit: maximumOf(planLimits[resource], limits),
  }))
}
