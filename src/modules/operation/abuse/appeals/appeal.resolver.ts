import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import { Access } from '../../../../platform/auth/authorization.ts'
import { GraphqlOnly, Throws } from '../../../../platform/graphql/operations.ts'
import { Price } from '../../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import { SuccessResponse } from '../../../../platform/graphql/success-response.types.ts'
import { Rest } from '../../../../platform/rest/rest.decorator.ts'
import { Link, LinkNotFound } from '../../../publishing/links/index.ts'
import { AppealNotFound, LinkNotBlocked } from '../abuse.errors.ts'
import { AppealUrlArgs } from '../abuse.inputs.ts'
import type { AppealService } from './appeal.service.ts'
import { LinkAppeal } from './appeal.types.ts'

/** Appeals as owners see them. */
@Resolver(() => LinkAppeal)
export class AppealResolver {
  constructor(private readonly appeals: AppealService) {}

  @Rest('POST /urls/{id}/appeal', 202)
  @Access('write:links')
  @Throws(LinkNotFound, LinkNotBlocked)
  @Price('write')
  @Mutation(() => SuccessResponse, {
    description:
      'Appeal against the block of a link of the caller. A later appeal replaces an open one, and opens a dismissed one again.',
  })
  async appealUrl(
    @Args(() => AppealUrlArgs) input: AppealUrlArgs,
    @Ctx() context: RequestContext,
  ): Promise<SuccessResponse> {
    await this.appeals.appeal(context, input)
    return { success: true }
  }

  @Rest('GET /urls/{id}/appeal', 200)
  @Access('read:links')
  @Throws(LinkNotFound, AppealNotFound)
  @Price('lookup')
  @Query(() => LinkAppeal, {
    description: 'The last appeal against the block of a link of the caller, and what the caller can do next.',
  })
  urlAppeal(
    @Arg('id', () => ID, { description: 'Identifier of the link.' }) id: string,
    @Ctx() context: RequestContext,
  ): Promise<LinkAppeal> {
    return this.appeals.get(context, id)
  }

  @GraphqlOnly()
  @Price('lookup')
  @FieldResolver(() => Link, { nullable: true, description: 'The link.' })
  url(@Root() { link }: LinkAppeal): Link {
    return link
  }
}

/** Adds `Link.appeal`. The links module does not know this module. */
@Resolver(() => Link)
export class LinkAppealFieldResolver {
  constructor(private readonly appeals: AppealService) {}

  @GraphqlOnly()
  @Price('lookup')
  @FieldResolver(() => LinkAppeal, {
    nullable: true,
    description: 'The last appeal against the block of the link; null without one.',
  })
  appeal(@Root() { id }: Link, @Ctx() context: RequestContext): Promise<LinkAppeal | null> {
    return this.appeals.load(context, id)
  }
}
