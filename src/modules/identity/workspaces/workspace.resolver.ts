import { Arg, Args, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql'
import { Access } from '../../../platform/auth/authorization.ts'
import { WorkspaceRole } from '../../../platform/auth/workspace-role.ts'
import type { ReadOnly } from '../../../platform/database/read-only.ts'
import { GraphqlOnly, inputOptions, Throws } from '../../../platform/graphql/operations.ts'
import { FindsNode } from '../../../platform/graphql/pagination/node.resolver.ts'
import { Price } from '../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { SuccessResponse } from '../../../platform/graphql/success-response.types.ts'
import { Rest } from '../../../platform/rest/rest.decorator.ts'
import { PlanLimitReached } from '../../../platform/shared/general.errors.ts'
import { Account } from '../accounts/index.ts'
import { AccountWorkspace } from './account-workspace.types.ts'
import type { EarlierMembers } from './earlier-members/earlier-members.service.ts'
import { Workspace, WorkspaceConnection } from './workspace.entity.ts'
import { ConfirmationRequired, PersonalWorkspace, SlugOfWorkspaceTaken } from './workspace.errors.ts'
import {
  CreateWorkspaceInput,
  DeleteWorkspaceArgs,
  UpdateWorkspaceInput,
  WorkspaceListArgs,
} from './workspace.inputs.ts'
import { loadWorkspace, type WorkspaceService } from './workspace.service.ts'

const idOptions = { description: 'Identifier of the workspace.' }

@Resolver(() => Workspace)
export class WorkspaceResolver {
  constructor(private readonly workspaceService: WorkspaceService) {}

  @Rest('GET /workspaces', 200)
  @Access('read:profile', { workspaceRole: 'none' })
  @Price('list')
  @Query(() => WorkspaceConnection, {
    description: 'The workspaces in which the caller is a member, newest first, the personal one included.',
  })
  workspaces(
    @Args(() => WorkspaceListArgs) args: WorkspaceListArgs,
    @Ctx() context: RequestContext,
  ): Promise<WorkspaceConnection> {
    return this.workspaceService.list(context, args)
  }

  @Rest('GET /workspaces/{id}', 200)
  @Access('read:profile')
  @FindsNode('wsp')
  @Price('lookup')
  @Query(() => Workspace, { description: 'One workspace of the caller.' })
  workspace(@Arg('id', () => ID, idOptions) id: string, @Ctx() context: RequestContext): Promise<Workspace> {
    return this.workspaceService.get(context, id)
  }

  @Rest('POST /workspaces', 201, { example: { name: 'Marketing' } })
  @Access('write:profile', { workspaceRole: 'none' })
  @Throws(PlanLimitReached, SlugOfWorkspaceTaken)
  @Price('write')
  @Mutation(() => Workspace, { description: 'Create a workspace. The caller becomes its owner. At most 10 are owned.' })
  createWorkspace(
    @Arg('input', () => CreateWorkspaceInput, inputOptions) input: CreateWorkspaceInput,
    @Ctx() context: RequestContext,
  ): Promise<Workspace> {
    return this.workspaceService.create(context, input)
  }

  @Rest('PATCH /workspaces/{id}', 200)
  @Access('write:profile', { workspaceRole: 'admin' })
  @Throws(SlugOfWorkspaceTaken)
  @Price('write')
  @Mutation(() => Workspace, {
    description: 'Change a workspace. Absent fields stay unchanged.',
  })
  updateWorkspace(
    @Arg('id', () => ID, idOptions) id: string,
    @Arg('input', () => UpdateWorkspaceInput, inputOptions) input: UpdateWorkspaceInput,
    @Ctx() context: RequestContext,
  ): Promise<Workspace> {
    return this.workspaceService.update(context, id, input)
  }

  @Rest('DELETE /workspaces/{id}', 200)
  @Access('write:profile', { workspaceRole: 'owner' })
  @Throws(PersonalWorkspace, ConfirmationRequired)
  @Price('write')
  @Mutation(() => SuccessResponse, {
    description: 'Delete a workspace. For 7 days an owner can restore it; meanwhile nobody finds it.',
  })
  async deleteWorkspace(
    @Args(() => DeleteWorkspaceArgs) args: DeleteWorkspaceArgs,
    @Ctx() context: RequestContext,
  ): Promise<SuccessResponse> {
    await this.workspaceService.delete(context, args)
    return { success: true, deletedId: args.id }
  }

  @Rest('POST /workspaces/{id}/restore', 200)
  @Access('write:profile', { workspaceRole: 'owner' })
  @Price('write')
  @Mutation(() => Workspace, {
    description: 'Restore a workspace that was deleted less than 7 days ago.',
  })
  restoreWorkspace(@Arg('id', () => ID, idOptions) id: string, @Ctx() context: RequestContext): Promise<Workspace> {
    return this.workspaceService.restore(context, id)
  }

  @Price('lookup')
  @FieldResolver(() => WorkspaceRole, { description: 'What the caller may do in it.' })
  role(@Root() { id }: Workspace, @Ctx() context: RequestContext): Promise<WorkspaceRole> {
    return this.workspaceService.roleOf(context, id)
  }

  @Price('count')
  @FieldResolver(() => Int, { description: 'Number of its members.' })
  memberCount(@Root() { id }: Workspace, @Ctx() context: RequestContext): Promise<number> {
    return this.workspaceService.countMembers(context, id)
  }
}

/** Adds the workspace to the answer of a deletion. */
@Resolver(() => SuccessResponse)
export class DeletionWorkspaceResolver {
  @GraphqlOnly()
  @Price('lookup')
  @FieldResolver(() => Workspace, {
    nullable: true,
    description: 'The workspace that had the deleted object, with its present counts and lists. Null if none had it.',
  })
  async workspace(
    @Root() { parentIds }: SuccessResponse,
    @Ctx() context: RequestContext,
  ): Promise<ReadOnly<Workspace> | null> {
    return parentIds?.workspaceId ? loadWorkspace(context, parentIds.workspaceId) : null
  }
}

/** Adds the workspaces to the profile of an account. */
@Resolver(() => Account)
export class AccountWorkspacesResolver {
  constructor(
    private readonly workspaceService: WorkspaceService,
    private readonly earlierMembers: EarlierMembers,
  ) {}

  @GraphqlOnly()
  @Price('list')
  @FieldResolver(() => Boolean, {
    nullable: true,
    description:
      'Whether its owner has still to decide about the members of its workspaces from before the first proof of the ' +
      'e-mail address, on the page `/account/members`. Null for an account that is not the own one.',
  })
  hasEarlierMembers(@Root() { id }: Account, @Ctx() context: RequestContext): Promise<boolean | null> {
    return this.earlierMembers.hasAny(context, id)
  }

  @Price('list')
  @FieldResolver(() => [AccountWorkspace], {
    nullable: true,
    description:
      'Its workspaces, the first joined one first, at most 100; `workspaces` has all. Null for an account that is not the ' +
      'own one.',
  })
  workspaces(@Root() { id }: Account, @Ctx() context: RequestContext): Promise<AccountWorkspace[] | null> {
    return this.workspaceService.listOfAccount(context, id)
  }
}
