import { Args, Ctx, Mutation, Resolver } from 'type-graphql'
import { WorkspaceNotFound } from '../../../../platform/auth/auth.errors.ts'
import { Access } from '../../../../platform/auth/authorization.ts'
import { Throws } from '../../../../platform/graphql/operations.ts'
import { Price } from '../../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import { Rest } from '../../../../platform/rest/rest.decorator.ts'
import { SetWorkspacePlanArgs } from '../workspace.inputs.ts'
import type { WorkspacePlanService } from './workspace-plan.service.ts'
import { WorkspacePlan } from './workspace-plan.types.ts'

@Resolver()
export class WorkspacePlanResolver {
  constructor(private readonly plans: WorkspacePlanService) {}

  @Rest('PATCH /workspaces/{id}/plan', 200, { example: { plan: 'pro' } })
  @Access('write:profile', { role: 'admin' })
  @Throws(WorkspaceNotFound)
  @Price('write')
  @Mutation(() => WorkspacePlan, {
    description:
      'Set the plan of any workspace, from the next request on. Objects beyond the new limits stay. For admins of the installation.',
  })
  setWorkspacePlan(
    @Args(() => SetWorkspacePlanArgs) args: SetWorkspacePlanArgs,
    @Ctx() context: RequestContext,
  ): Promise<WorkspacePlan> {
    return this.plans.set(context, args)
  }
}
