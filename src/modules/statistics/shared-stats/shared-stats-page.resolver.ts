import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import { Access } from '../../../platform/auth/authorization.ts'
import { GraphqlOnly, InWorkspace, inputOptions, Throws } from '../../../platform/graphql/operations.ts'
import { FindsNode } from '../../../platform/graphql/pagination/node.resolver.ts'
import { ConnectionArgs, PagedConnectionArgs } from '../../../platform/graphql/pagination/page.inputs.ts'
import { Price } from '../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { Url } from '../../../platform/graphql/scalars.ts'
import { deletionOf, SuccessResponse } from '../../../platform/graphql/success-response.types.ts'
import { Rest } from '../../../platform/rest/rest.decorator.ts'
import { PlanLimitReached } from '../../../platform/shared/general.errors.ts'
import { Workspace } from '../../identity/workspaces/index.ts'
import { FolderNotFound, LinkNotFound, TagNotFound } from '../../publishing/links/index.ts'
import { SharedStatsNotFound } from './shared-stats.errors.ts'
import { SharedStatsPage, SharedStatsPageConnection } from './shared-stats-page.entity.ts'
import { CreateSharedStatsPageInput, UpdateSharedStatsPageInput } from './shared-stats-page.inputs.ts'
import type { SharedStatsPageService } from './shared-stats-page.service.ts'

const idOptions = { description: 'Identifier of the statistics page.' }

@Resolver(() => SharedStatsPage)
export class SharedStatsPageResolver {
  constructor(private readonly pageService: SharedStatsPageService) {}

  @Rest('POST /shared-stats', 201)
  @Access('write:links')
  @Throws(LinkNotFound, FolderNotFound, TagNotFound, PlanLimitReached)
  @Price('write')
  @Mutation(() => SharedStatsPage, {
    description:
      'Create a page with statistics of a link, a folder or a tag, at most 500 per workspace. Anyone with its `url` can open it. Needs the scope `read:analytics` too.',
  })
  createSharedStatsPage(
    @Arg('input', () => CreateSharedStatsPageInput, inputOptions) input: CreateSharedStatsPageInput,
    @Ctx() context: RequestContext,
  ): Promise<SharedStatsPage> {
    return this.pageService.create(context, input)
  }

  @Rest('GET /shared-stats', 200)
  @Access('read:analytics')
  @InWorkspace()
  @Price('list')
  @Query(() => SharedStatsPageConnection, { description: "The caller's pages with shared statistics, newest first." })
  sharedStatsPages(
    @Args(() => PagedConnectionArgs) page: PagedConnectionArgs,
    @Ctx() context: RequestContext,
  ): Promise<SharedStatsPageConnection> {
    return this.pageService.list(context, page)
  }

  @Rest('GET /shared-stats/{id}', 200)
  @Access('read:analytics')
  @FindsNode('ssp')
  @Throws(SharedStatsNotFound)
  @Price('lookup')
  @Query(() => SharedStatsPage, { description: 'A page with shared statistics of the caller by its id.' })
  sharedStatsPage(
    @Arg('id', () => ID, idOptions) id: string,
    @Ctx() context: RequestContext,
  ): Promise<SharedStatsPage> {
    return this.pageService.get(context, id)
  }

  @Rest('PATCH /shared-stats/{id}', 200)
  @Access('write:links')
  @Throws(SharedStatsNotFound)
  @Price('write')
  @Mutation(() => SharedStatsPage, {
    description:
      'Change a page with shared statistics, effective for the next visitor. Its address stays. Needs the scope `read:analytics` too.',
  })
  updateSharedStatsPage(
    @Arg('id', () => ID, idOptions) id: string,
    @Arg('input', () => UpdateSharedStatsPageInput, inputOptions) input: UpdateSharedStatsPageInput,
    @Ctx() context: RequestContext,
  ): Promise<SharedStatsPage> {
    return this.pageService.update(context, id, input)
  }

  @Rest('DELETE /shared-stats/{id}', 200)
  @Access('write:links')
  @Throws(SharedStatsNotFound)
  @Price('write')
  @Mutation(() => SuccessResponse, {
    description: 'Delete a page with shared statistics. Its address stops working at once, for ever.',
  })
  async deleteSharedStatsPage(
    @Arg('id', () => ID, idOptions) id: string,
    @Ctx() context: RequestContext,
  ): Promise<SuccessResponse> {
    return deletionOf(id, await this.pageService.delete(context, id))
  }

  @Price('free')
  @FieldResolver(() => Url, {
    description: 'Address of the page, which needs no credential. Its last part is the token for the same as JSON.',
  })
  url(@Root() page: SharedStatsPage, @Ctx() context: RequestContext): string {
    return this.pageService.buildUrl(context, page)
  }
}

/** Adds `sharedStatsPages` to a workspace, because the workspaces module does not import this one. */
@Resolver(() => Workspace)
export class WorkspaceSharedStatsResolver {
  constructor(private readonly pageService: SharedStatsPageService) {}

  @GraphqlOnly()
  @Price('list')
  @FieldResolver(() => SharedStatsPageConnection, {
    description: 'Pages with shared statistics of the workspace, newest first.',
  })
  sharedStatsPages(
    @Root() { id }: Workspace,
    @Args(() => ConnectionArgs) page: ConnectionArgs,
    @Ctx() context: RequestContext,
  ): Promise<SharedStatsPageConnection> {
    return this.pageService.list(context.inWorkspace(id), page)
  }
}
