import { Arg, Args, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql'
import { Access } from '../../../platform/auth/authorization.ts'
import { GraphqlOnly, InWorkspace, Throws } from '../../../platform/graphql/operations.ts'
import { Price } from '../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { Rest } from '../../../platform/rest/rest.decorator.ts'
import { Link, LinkNotFound } from '../../publishing/links/index.ts'
import { LinkHealthSetting } from './link-health.entity.ts'
import { LinkNotWatched } from './link-health.errors.ts'
import type { LinkHealthService } from './link-health.service.ts'
import { LinkHealth, UnreachableUrlsArgs, UpdateLinkHealthArgs, UpdateUrlHealthArgs } from './link-health.types.ts'

const linkIdArg = { description: 'Identifier of the link.' }

@Resolver(() => LinkHealthSetting)
export class LinkHealthResolver {
  constructor(private readonly linkHealthService: LinkHealthService) {}

  @Rest('GET /link-health', 200)
  @Access('read:links')
  @InWorkspace()
  @Price('lookup')
  @Query(() => LinkHealthSetting, { description: "Whether the destinations of the caller's links are watched." })
  linkHealth(@Ctx() context: RequestContext): Promise<LinkHealthSetting> {
    return this.linkHealthService.getSetting(context)
  }

  @Rest('PATCH /link-health', 200, { example: { isOn: true } })
  @Access('write:links', { workspaceRole: 'admin' })
  @InWorkspace()
  @Price('write')
  @Mutation(() => LinkHealthSetting, {
    description:
      'Watch the destinations of all links, including links created later, or stop. Watched destinations are checked every 6 hours.',
  })
  updateLinkHealth(
    @Args(() => UpdateLinkHealthArgs) input: UpdateLinkHealthArgs,
    @Ctx() context: RequestContext,
  ): Promise<LinkHealthSetting> {
    return this.linkHealthService.updateSetting(context, input)
  }

  @Rest('GET /urls/{id}/health', 200)
  @Access('read:links')
  @Throws(LinkNotFound)
  @Price('lookup')
  @Query(() => LinkHealth, { description: 'Whether the destination of one link of the caller can be reached.' })
  urlHealth(@Arg('id', () => ID, linkIdArg) id: string, @Ctx() context: RequestContext): Promise<LinkHealth> {
    return this.linkHealthService.get(context, id)
  }

  @Rest('PATCH /urls/{id}/health', 200)
  @Access('write:links')
  @Throws(LinkNotFound)
  @Price('write')
  @Mutation(() => LinkHealth, {
    description:
      'Watch the destination of one link or not, regardless of the account. Links that are switched off, blocked or expired are not checked.',
  })
  updateUrlHealth(
    @Args(() => UpdateUrlHealthArgs) input: UpdateUrlHealthArgs,
    @Ctx() context: RequestContext,
  ): Promise<LinkHealth> {
    return this.linkHealthService.update(context, input)
  }

  @Rest('POST /urls/{id}/health/check', 202)
  @Access('write:links')
  @Throws(LinkNotFound, LinkNotWatched)
  @Price('write')
  @Mutation(() => LinkHealth, {
    description:
      'Check the destination of a watched or cloaked link as soon as its host may be called, at most once a minute for a link and 10 times for an account. The answer is the result of the previous check.',
  })
  checkUrlHealth(@Arg('id', () => ID, linkIdArg) id: string, @Ctx() context: RequestContext): Promise<LinkHealth> {
    return this.linkHealthService.requestCheck(context, id)
  }

  @Price('count')
  @FieldResolver(() => Int, { description: 'Number of destinations that cannot be reached now.' })
  unreachable(@Root() setting: LinkHealthSetting, @Ctx() context: RequestContext): Promise<number> {
    return this.linkHealthService.countUnreachable(context, setting)
  }

  @GraphqlOnly()
  @Price('list')
  @FieldResolver(() => [Link], {
    description: 'Links whose destination cannot be reached now, the longest unreachable first.',
  })
  unreachableUrls(
    @Root() setting: LinkHealthSetting,
    @Args(() => UnreachableUrlsArgs) { limit }: UnreachableUrlsArgs,
    @Ctx() context: RequestContext,
  ): Promise<Link[]> {
    return this.linkHealthService.listUnreachable(context, setting, limit)
  }
}

/** Adds `Link.health`. The links module does not know this module. */
@Resolver(() => Link)
export class LinkHealthFieldResolver {
  constructor(private readonly linkHealthService: LinkHealthService) {}

  @GraphqlOnly()
  @Price('lookup')
  @FieldResolver(() => LinkHealth, {
    nullable: true,
    description: 'Whether the destination can be reached.',
  })
  health(@Root() link: Link, @Ctx() context: RequestContext): Promise<LinkHealth | null> {
    return this.linkHealthService.load(context, link.id)
  }
}

@Resolver(() => LinkHealth)
export class LinkHealthLinkResolver {
  @GraphqlOnly()
  @Price('lookup')
  @FieldResolver(() => Link, { nullable: true, description: 'The link.' })
  url(@Root() { link }: LinkHealth): Link {
    return link
  }
}
