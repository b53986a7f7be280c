import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import { Access } from '../../../platform/auth/authorization.ts'
import { GraphqlOnly, Throws } from '../../../platform/graphql/operations.ts'
import { ConnectionArgs } from '../../../platform/graphql/pagination/page.inputs.ts'
import { Price } from '../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { deletionOf, SuccessResponse } from '../../../platform/graphql/success-response.types.ts'
import { Rest } from '../../../platform/rest/rest.decorator.ts'
import type { MemberService } from './member.service.ts'
import { MemberConnection, Membership } from './membership.entity.ts'
import { Workspace } from './workspace.entity.ts'
import { LastOwner, MemberNotFound, PersonalWorkspace } from './workspace.errors.ts'
import { MemberArgs, MemberListArgs, UpdateMemberArgs } from './workspace.inputs.ts'

const idOptions = { description: 'Identifier of the workspace.' }

@Resolver(() => Workspace)
export class MemberResolver {
  constructor(private readonly memberService: MemberService) {}

  @Rest('GET /workspaces/{id}/members', 200)
  @Access('read:profile')
  @Price('list')
  @Query(() => MemberConnection, { description: 'The members of a workspace.' })
  workspaceMembers(
    @Arg('id', () => ID, idOptions) id: string,
    @Args(() => MemberListArgs) args: MemberListArgs,
    @Ctx() context: RequestContext,
  ): Promise<MemberConnection> {
    return this.memberService.list(context, id, args)
  }

  @Rest('PATCH /workspaces/{id}/members/{userId}', 200)
  @Access('write:profile', { workspaceRole: 'admin' })
  @Throws(MemberNotFound, LastOwner)
  @Price('write')
  @Mutation(() => Membership, { description: 'Change the role of a member. Only an owner changes owners.' })
  updateWorkspaceMember(
    @Args(() => UpdateMemberArgs) args: UpdateMemberArgs,
    @Ctx() context: RequestContext,
  ): Promise<Membership> {
    return this.memberService.update(context, args)
  }

  @Rest('DELETE /workspaces/{id}/members/{userId}', 200)
  @Access('write:profile', { workspaceRole: 'admin' })
  @Throws(MemberNotFound, LastOwner)
  @Price('write')
  @Mutation(() => SuccessResponse, {
    description: 'Remove a member. Only an owner removes owners.',
  })
  async removeWorkspaceMember(
    @Args(() => MemberArgs) args: MemberArgs,
    @Ctx() context: RequestContext,
  ): Promise<SuccessResponse> {
    return deletionOf(null, await this.memberService.remove(context, args))
  }

  @Rest('POST /workspaces/{id}/leave', 200)
  @Access('write:profile')
  @Throws(PersonalWorkspace, LastOwner)
  @Price('write')
  @Mutation(() => SuccessResponse, { description: 'Leave a workspace. Its last owner cannot.' })
  async leaveWorkspace(
    @Arg('id', () => ID, idOptions) id: string,
    @Ctx() context: RequestContext,
  ): Promise<SuccessResponse> {
    await this.memberService.leave(context, id)
    return { success: true }
  }

  @Rest('POST /workspaces/{id}/transfer', 200)
  @Access('write:profile', { workspaceRole: 'owner', stepUp: 'always' })
  @Throws(PersonalWorkspace, MemberNotFound)
  @Price('write')
  @Mutation(() => Workspace, {
    description: 'Make another member the owner of a workspace. The caller, an owner, becomes an admin.',
  })
  transferWorkspace(@Args(() => MemberArgs) args: MemberArgs, @Ctx() context: RequestContext): Promise<Workspace> {
    return this.memberService.transfer(context, args)
  }

  @GraphqlOnly()
  @Price('list')
  @FieldResolver(() => MemberConnection, { description: 'Its members, the first one first.' })
  members(
    @Root() { id }: Workspace,
    @Args(() => ConnectionArgs) page: ConnectionArgs,
    @Ctx() context: RequestContext,
  ): Promise<MemberConnection> {
    return this.memberService.list(context, id, { ...page, sort: 'joined_asc' })
  }
}

/** What owners and admins read about members, to find those who no longer need access or lack a second factor. */
@Resolver(() => Membership)
export class MemberStateResolver {
  constructor(private readonly memberService: MemberService) {}

  @Price('lookup')
  @FieldResolver(() => Date, {
    nullable: true,
    description:
      'When the member, and not one of its keys, last changed something in the workspace, in the 90 days of the activity log. Null ' +
      'if it did not, and for callers who are neither the member nor an owner or admin.',
  })
  lastActiveAt(@Root() member: Membership, @Ctx() context: RequestContext): Promise<Date | null> {
    return this.memberService.lastActiveAt(context, member)
  }

  @Price('lookup')
  @FieldResolver(() => Boolean, {
    nullable: true,
    description:
      'Whether the account of the member has a second factor. Null for callers who are neither the member nor an owner or admin.',
  })
  hasSecondFactor(@Root() member: Membership, @Ctx() context: RequestContext): Promise<boolean | null> {
    return this.memberService.hasSecondFactor(context, member)
  }
}
