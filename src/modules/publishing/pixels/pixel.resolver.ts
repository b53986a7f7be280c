import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import { Access } from '../../../platform/auth/authorization.ts'
import { ReplacedInGraph } from '../../../platform/graphql/deprecation.ts'
import { GraphqlOnly, InWorkspace, inputOptions, Throws } from '../../../platform/graphql/operations.ts'
import { FindsNode } from '../../../platform/graphql/pagination/node.resolver.ts'
import { ConnectionArgs } from '../../../platform/graphql/pagination/page.inputs.ts'
import { Price } from '../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { SafeInt } from '../../../platform/graphql/scalars.ts'
import { deletionOf, SuccessResponse } from '../../../platform/graphql/success-response.types.ts'
import { Rest } from '../../../platform/rest/rest.decorator.ts'
import { PlanLimitReached } from '../../../platform/shared/general.errors.ts'
import { Workspace } from '../../identity/workspaces/index.ts'
import {
  Link,
  type LinkListService,
  LinkNotFound,
  LinkSearchArgs,
  OptionConflict,
  UrlConnection,
} from '../links/index.ts'
import { buildPixelCondition } from './link-pixel.queries.ts'
import type { LinkPixelService } from './link-pixel.service.ts'
import { Pixel, PixelConnection } from './pixel.entity.ts'
import { PixelNotFound } from './pixel.errors.ts'
import { CreatePixelInput, SetUrlPixelsArgs, UpdatePixelInput } from './pixel.inputs.ts'
import type { PixelService } from './pixel.service.ts'

const pixelIdOptions = { description: 'Identifier of the pixel.' }
const linkIdOptions = { description: 'Identifier of the link.' }

@Resolver(() => Pixel)
export class PixelResolver {
  constructor(
    private readonly pixelService: PixelService,
    private readonly linkPixelService: LinkPixelService,
    private readonly linkListService: LinkListService,
  ) {}

  @Rest('POST /pixels', 201, {
    example: { name: 'Shop', pixelType: 'googleAnalytics', pixelId: 'G-1A2B3C4D5E' },
  })
  @Access('write:links')
  @InWorkspace()
  @Throws(PlanLimitReached)
  @Price('write')
  @Mutation(() => Pixel, { description: 'Create a pixel of a provider. At most 50 in a workspace.' })
  createPixel(
    @Arg('input', () => CreatePixelInput, inputOptions) input: CreatePixelInput,
    @Ctx() context: RequestContext,
  ): Promise<Pixel> {
    return this.pixelService.create(context, input)
  }

  @Rest('GET /pixels', 200)
  @Access('read:links')
  @InWorkspace()
  @ReplacedInGraph('pixelsConnection')
  @Price('list')
  @Query(() => [Pixel], { description: "The caller's pixels, newest first." })
  pixels(@Ctx() context: RequestContext): Promise<Pixel[]> {
    return this.pixelService.list(context)
  }

  @Access('read:links')
  @InWorkspace()
  @Price('list')
  @Query(() => PixelConnection, { description: "The caller's pixels, newest first." })
  pixelsConnection(
    @Args(() => ConnectionArgs) page: ConnectionArgs,
    @Ctx() context: RequestContext,
  ): Promise<PixelConnection> {
    return this.pixelService.listPage(context, page)
  }

  @Rest('GET /pixels/{id}', 200)
  @Access('read:links')
  @FindsNode('pxl')
  @Throws(PixelNotFound)
  @Price('lookup')
  @Query(() => Pixel, { description: 'A pixel of the caller by its id.' })
  pixel(@Arg('id', () => ID, pixelIdOptions) id: string, @Ctx() context: RequestContext): Promise<Pixel> {
    return this.pixelService.get(context, id)
  }

  @Rest('PATCH /pixels/{id}', 200)
  @Access('write:links')
  @Throws(PixelNotFound)
  @Price('write')
  @Mutation(() => Pixel, {
    description: 'Change a pixel, effective for the next visit. Absent fields keep their value.',
  })
  updatePixel(
    @Arg('id', () => ID, pixelIdOptions) id: string,
    @Arg('input', () => UpdatePixelInput, inputOptions) input: UpdatePixelInput,
    @Ctx() context: RequestContext,
  ): Promise<Pixel> {
    return this.pixelService.update(context, id, input)
  }

  @Rest('DELETE /pixels/{id}', 200)
  @Access('write:links')
  @Throws(PixelNotFound)
  @Price('write')
  @Mutation(() => SuccessResponse, { description: 'Delete a pixel and detach it from its links.' })
  async deletePixel(
    @Arg('id', () => ID, pixelIdOptions) id: string,
    @Ctx() context: RequestContext,
  ): Promise<SuccessResponse> {
    return deletionOf(id, await this.pixelService.delete(context, id))
  }

  @Rest('GET /urls/{id}/pixels', 200)
  @Access('read:links')
  @Throws(LinkNotFound)
  @Price('lookup')
  @Query(() => [Pixel], { description: 'The pixels of one link of the caller, in the order in which they were named.' })
  urlPixels(@Arg('id', () => ID, linkIdOptions) id: string, @Ctx() context: RequestContext): Promise<Pixel[]> {
    return this.linkPixelService.list(context, id)
  }

  @Rest('PUT /urls/{id}/pixels', 200)
  @Access('write:links')
  @Throws(LinkNotFound, PixelNotFound, OptionConflict)
  @Price('write')
  @Mutation(() => [Pixel], {
    description:
      'Replace the pixels of a link. Its visitors then see a page for at most a second, on which the pixels run; ' +
      'visitors from the EU, the EEA, the UK and Switzerland are asked first. They never run for bots and for visitors with ' +
      'Global Privacy Control. Not for links that are cloaked, protected, in privacy mode or redirect permanently.',
  })
  setUrlPixels(
    @Args(() => SetUrlPixelsArgs) input: SetUrlPixelsArgs,
    @Ctx() context: RequestContext,
  ): Promise<Pixel[]> {
    return this.linkPixelService.replace(context, input)
  }

  @GraphqlOnly()
  @Price('count')
  @FieldResolver(() => SafeInt, { description: 'Number of links that have the pixel.' })
  urlCount(@Root() { id }: Pixel, @Ctx() context: RequestContext): Promise<number> {
    return this.linkPixelService.countLinks(context, id)
  }

  @GraphqlOnly()
  @Price('list')
  @FieldResolver(() => UrlConnection, { description: 'Links that have the pixel.' })
  urls(
    @Root() { id, workspaceId }: Pixel,
    @Args(() => ConnectionArgs) page: ConnectionArgs,
    @Args(() => LinkSearchArgs) search: LinkSearchArgs,
    @Ctx() context: RequestContext,
  ): Promise<UrlConnection> {
    const conditions = [buildPixelCondition(id)]
    return this.linkListService.list(context.inWorkspace(workspaceId), { page, search, conditions })
  }
}

/** Adds `pixels` to a link, because the links module does not import this one. */
@Resolver(() => Link)
export class LinkPixelsResolver {
  constructor(private readonly linkPixelService: LinkPixelService) {}

  @GraphqlOnly()
  @Price('lookup')
  @FieldResolver(() => [Pixel], { description: 'Pixels that run for visitors of the link.' })
  pixels(@Root() { id }: Link, @Ctx() context: RequestContext): Promise<Pixel[]> {
    return this.linkPixelService.load(context, id)
  }
}

/** Adds `pixels` to a workspace, because the workspaces module does not import this one. */
@Resolver(() => Workspace)
export class WorkspacePixelsResolver {
  constructor(private readonly pixelService: PixelService) {}

  @GraphqlOnly()
  @ReplacedInGraph('pixelsConnection')
  @Price('list')
  @FieldResolver(() => [Pixel], { description: 'Pixels of the workspace, newest first.' })
  pixels(@Root() { id }: Workspace, @Ctx() context: RequestContext): Promise<Pixel[]> {
    return this.pixelService.list(context.inWorkspace(id))
  }

  @GraphqlOnly()
  @Price('list')
  @FieldResolver(() => PixelConnection, { description: 'Pixels of the workspace, newest first.' })
  pixelsConnection(
    @Root() { id }: Workspace,
    @Args(() => ConnectionArgs) page: ConnectionArgs,
    @Ctx() context: RequestContext,
  ): Promise<PixelConnection> {
    return this.pixelService.listPage(context.inWorkspace(id), page)
  }
}
