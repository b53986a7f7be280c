import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import { Access } from '../../../../platform/auth/authorization.ts'
import { Throws } from '../../../../platform/graphql/operations.ts'
import { OptionallyPagedConnectionArgs } from '../../../../platform/graphql/pagination/page.inputs.ts'
import { Price } from '../../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import { SuccessResponse } from '../../../../platform/graphql/success-response.types.ts'
import { Rest } from '../../../../platform/rest/rest.decorator.ts'
import { AuthResponse } from '../account.entity.ts'
import { SessionNotFound } from '../account.errors.ts'
import { Session, SessionConnection } from './session.entity.ts'
import type { SessionService } from './session.service.ts'

@Resolver(() => Session)
export class SessionResolver {
  constructor(private readonly sessionService: SessionService) {}

  @Rest('GET /auth/sessions', 200)
  @Access('read:profile', { sessionOnly: true })
  @Price('list')
  @Query(() => SessionConnection, { description: 'Logins of the caller that have not ended, newest first.' })
  sessions(
    @Args(() => OptionallyPagedConnectionArgs) args: OptionallyPagedConnectionArgs,
    @Ctx() context: RequestContext,
  ): Promise<SessionConnection> {
    return this.sessionService.list(context, args)
  }

  @Rest('DELETE /auth/sessions/{id}', 200)
  @Access('write:profile', { sessionOnly: true })
  @Throws(SessionNotFound)
  @Price('write')
  @Mutation(() => SuccessResponse, {
    description: 'End one session of the caller, from the next request on. `logout` ends all of them.',
  })
  async endSession(
    @Arg('id', () => ID, {
      nullable: true,
      description: 'Identifier of the session, such as `ses_01k...`. Without it, the session of the request ends.',
    })
    id: string | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<SuccessResponse> {
    return { success: true, deletedId: await this.sessionService.end(context, id) }
  }

  @Rest('POST /auth/sessions/renewals', 200)
  @Access('write:profile', { sessionOnly: true })
  @Price('write')
  @Mutation(() => AuthResponse, {
    description:
      'The next token of this session, valid for 24 hours, but for at most 30 days from the login. Earlier tokens stay ' +
      'valid until they expire.',
  })
  renewSession(@Ctx() context: RequestContext): Promise<AuthResponse> {
    return this.sessionService.renew(context)
  }

  @Price('free')
  @FieldResolver(() => Boolean, { description: 'Whether the request was sent with this session.' })
  isCurrent(@Root() session: Session, @Ctx() context: RequestContext): boolean {
    return this.sessionService.isCurrent(context, session)
  }
}
