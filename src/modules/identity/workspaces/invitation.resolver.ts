import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import { Access, Open } from '../../../platform/auth/authorization.ts'
import { inputOptions, Throws } from '../../../platform/graphql/operations.ts'
import { PagedConnectionArgs } from '../../../platform/graphql/pagination/page.inputs.ts'
import { Price } from '../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { deletionOf, SuccessResponse } from '../../../platform/graphql/success-response.types.ts'
import { Rest } from '../../../platform/rest/rest.decorator.ts'
import { PlanLimitReached } from '../../../platform/shared/general.errors.ts'
import { Invitation, InvitationConnection, InvitationStatus } from './invitation.entity.ts'
import type { InvitationService } from './invitation.service.ts'
import { InvitationCreatedResponse } from './invitation.types.ts'
import { Workspace } from './workspace.entity.ts'
import {
  AlreadyMember,
  EmailNotVerified,
  InvitationExpired,
  InvitationNotFound,
  InvitationPending,
  PersonalWorkspace,
} from './workspace.errors.ts'
import { CreateInvitationInput } from './workspace.inputs.ts'

const idOptions = { description: 'Identifier of the workspace.' }
const tokenOptions = { description: 'Token of the invitation: from the mail, or from the answer to the inviter.' }

@Resolver(() => Invitation)
export class InvitationResolver {
  constructor(private readonly invitationService: InvitationService) {}

  @Rest('GET /workspaces/{id}/invitations', 200)
  @Access('read:profile', { workspaceRole: 'admin' })
  @Price('list')
  @Query(() => InvitationConnection, {
    description: 'The invitations into a workspace, newest first.',
  })
  workspaceInvitations(
    @Arg('id', () => ID, idOptions) id: string,
    @Args(() => PagedConnectionArgs) page: PagedConnectionArgs,
    @Ctx() context: RequestContext,
  ): Promise<InvitationConnection> {
    return this.invitationService.list(context, id, page)
  }

  @Rest('POST /workspaces/{id}/invitations', 201)
  @Access('write:profile', { workspaceRole: 'admin' })
  @Throws(PersonalWorkspace, AlreadyMember, InvitationPending, PlanLimitReached)
  @Price('write')
  @Mutation(() => InvitationCreatedResponse, {
    description: 'Invite an e-mail address into a workspace, for 14 days, and send a mail with a link to it.',
  })
  createInvitation(
    @Arg('id', () => ID, idOptions) id: string,
    @Arg('input', () => CreateInvitationInput, inputOptions) input: CreateInvitationInput,
    @Ctx() context: RequestContext,
  ): Promise<InvitationCreatedResponse> {
    return this.invitationService.create(context, id, input)
  }

  @Rest('POST /workspaces/{id}/invitations/{invitationId}/resend', 200)
  @Access('write:profile', { workspaceRole: 'admin' })
  @Throws(InvitationNotFound, InvitationExpired)
  @Price('write')
  @Mutation(() => Invitation, {
    description:
      'Send the mail of a pending invitation again, with the same link, which is then valid for 14 more days. At most five mails a ' +
      'day go from a workspace to one address.',
  })
  resendInvitation(
    @Arg('id', () => ID, idOptions) id: string,
    @Arg('invitationId', () => ID, { description: 'Identifier of the invitation.' }) invitationId: string,
    @Ctx() context: RequestContext,
  ): Promise<Invitation> {
    return this.invitationService.resend(context, id, invitationId)
  }

  @Rest('DELETE /workspaces/{id}/invitations/{invitationId}', 200)
  @Access('write:profile', { workspaceRole: 'admin' })
  @Throws(InvitationNotFound)
  @Price('write')
  @Mutation(() => SuccessResponse, { description: 'Withdraw a pending invitation.' })
  async revokeInvitation(
    @Arg('id', () => ID, idOptions) id: string,
    @Arg('invitationId', () => ID, { description: 'Identifier of the invitation.' }) invitationId: string,
    @Ctx() context: RequestContext,
  ): Promise<SuccessResponse> {
    return deletionOf(null, await this.invitationService.revoke(context, id, invitationId))
  }

  @Rest('POST /invitations/{token}/accept', 200)
  @Access('write:profile', { sessionOnly: true })
  @Throws(InvitationNotFound, InvitationExpired, EmailNotVerified, AlreadyMember, PlanLimitReached)
  @Price('write')
  @Mutation(() => Workspace, {
    description:
      'Join the workspace of an invitation. The account must have the invited e-mail address, verified. The token of the ' +
      'mail verifies it.',
  })
  acceptInvitation(
    @Arg('token', () => String, tokenOptions) token: string,
    @Ctx() context: RequestContext,
  ): Promise<Workspace> {
    return this.invitationService.accept(context, token)
  }

  @Rest('POST /invitations/{token}/decline', 200)
  @Open()
  @Throws(InvitationNotFound, InvitationExpired)
  @Price('write')
  @Mutation(() => SuccessResponse, { description: 'Decline an invitation. Its token is enough, without an account.' })
  async declineInvitation(
    @Arg('token', () => String, tokenOptions) token: string,
    @Ctx() context: RequestContext,
  ): Promise<SuccessResponse> {
    await this.invitationService.decline(context, token)
    return { success: true }
  }

  @Price('free')
  @FieldResolver(() => InvitationStatus, { description: 'Its state.' })
  status(@Root() invitation: Invitation, @Ctx() context: RequestContext): InvitationStatus {
    return invitation.statusAt(context.now())
  }
}
