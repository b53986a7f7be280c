import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import { Access } from '../../../platform/auth/authorization.ts'
import { GraphqlOnly, InWorkspace, inputOptions, ReadsReplica, Throws } from '../../../platform/graphql/operations.ts'
import { NamedListArgs } from '../../../platform/graphql/pagination/named-list.ts'
import { FindsNode } from '../../../platform/graphql/pagination/node.resolver.ts'
import { ConnectionArgs, PagedConnectionArgs } from '../../../platform/graphql/pagination/page.inputs.ts'
import { Price } from '../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { SafeInt, Url } from '../../../platform/graphql/scalars.ts'
import { deletionOf, SuccessResponse } from '../../../platform/graphql/success-response.types.ts'
import { Rest } from '../../../platform/rest/rest.decorator.ts'
import { PlanLimitReached } from '../../../platform/shared/general.errors.ts'
import { Workspace } from '../../identity/workspaces/index.ts'
import { AnalyticsArgs, analyticsPrice } from '../../visits/clicks/index.ts'
import { buildShortUrl, SlugNotAllowed, SlugReserved, SlugTaken } from '../links/index.ts'
import type { BioAnalyticsService } from './bio-analytics.service.ts'
import { BioPageAnalytics } from './bio-analytics.types.ts'
import { type BioImageService, buildImageUrl } from './bio-image.service.ts'
import { BioPage, BioPageConnection } from './bio-page.entity.ts'
import { BioPageNotFound, ThemeContrastTooLow } from './bio-page.errors.ts'
import {
  BioImageArgs,
  bioImageUpload,
  CreateBioPageInput,
  SetBioPageImageArgs,
  UpdateBioPageInput,
} from './bio-page.inputs.ts'
import type { BioPageService } from './bio-page.service.ts'

const pageIdOptions = { description: 'Identifier of the bio page.' }
const slugErrors = [SlugTaken, SlugReserved, SlugNotAllowed]

@Resolver(() => BioPage)
export class BioPageResolver {
  constructor(
    private readonly bioPageService: BioPageService,
    private readonly bioImageService: BioImageService,
    private readonly bioAnalyticsService: BioAnalyticsService,
  ) {}

  @Rest('POST /bio-pages', 201, { example: { slug: 'ada-lovelace', title: 'Ada Lovelace', preset: 'ocean' } })
  @Access('write:links')
  @InWorkspace()
  @Throws(...slugErrors, ThemeContrastTooLow, PlanLimitReached)
  @Price('write')
  @Mutation(() => BioPage, { description: 'Create a bio page. It is a draft until it is published.' })
  createBioPage(
    @Arg('input', () => CreateBioPageInput, inputOptions) input: CreateBioPageInput,
    @Ctx() context: RequestContext,
  ): Promise<BioPage> {
    return this.bioPageService.create(context, input)
  }

  @Rest('GET /bio-pages', 200)
  @Access('read:links')
  @InWorkspace()
  @Price('list')
  @ReadsReplica()
  @Query(() => BioPageConnection, {
    description: "The caller's bio pages, with search and sorting; by default newest first.",
  })
  bioPages(
    @Args(() => PagedConnectionArgs) page: PagedConnectionArgs,
    @Args(() => NamedListArgs) search: NamedListArgs,
    @Ctx() context: RequestContext,
  ): Promise<BioPageConnection> {
    return this.bioPageService.list(context, { page, search })
  }

  @Rest('GET /bio-pages/{id}', 200)
  @Access('read:links')
  @FindsNode('bio')
  @Throws(BioPageNotFound)
  @Price('lookup')
  @Query(() => BioPage, { description: 'A bio page of the caller by its id.' })
  bioPage(@Arg('id', () => ID, pageIdOptions) id: string, @Ctx() context: RequestContext): Promise<BioPage> {
    return this.bioPageService.get(context, id)
  }

  @Rest('PATCH /bio-pages/{id}', 200)
  @Access('write:links')
  @Throws(BioPageNotFound, ...slugErrors, ThemeContrastTooLow)
  @Price('write')
  @Mutation(() => BioPage, {
    description:
      'Change a bio page, effective for the next view. Absent fields keep their value; null clears one. `updateBioPageDraft` prepares changes instead.',
  })
  updateBioPage(
    @Arg('id', () => ID, pageIdOptions) id: string,
    @Arg('input', () => UpdateBioPageInput, inputOptions) input: UpdateBioPageInput,
    @Ctx() context: RequestContext,
  ): Promise<BioPage> {
    return this.bioPageService.update(context, id, input)
  }

  @Rest('DELETE /bio-pages/{id}', 200)
  @Access('write:links')
  @Throws(BioPageNotFound)
  @Price('write')
  @Mutation(() => SuccessResponse, {
    description: 'Delete a bio page with its blocks, views and clicks. Nobody else gets its slug.',
  })
  async deleteBioPage(
    @Arg('id', () => ID, pageIdOptions) id: string,
    @Ctx() context: RequestContext,
  ): Promise<SuccessResponse> {
    return deletionOf(id, await this.bioPageService.delete(context, id))
  }

  @Rest('POST /bio-pages/{id}/unpublish', 200)
  @Access('write:links')
  @Throws(BioPageNotFound)
  @Price('write')
  @Mutation(() => BioPage, { description: 'Make a bio page a draft again, which visitors do not find.' })
  unpublishBioPage(@Arg('id', () => ID, pageIdOptions) id: string, @Ctx() context: RequestContext): Promise<BioPage> {
    return this.bioPageService.unpublish(context, id)
  }

  @Rest('PUT /bio-pages/{id}/images/{kind}', 200, { bodyLimit: bioImageUpload.bodyLimit })
  @Access('write:links')
  @Throws(BioPageNotFound)
  @Price('image')
  @Mutation(() => BioPage, { description: 'Upload an image of a bio page, in place of the one before.' })
  setBioPageImage(
    @Args(() => SetBioPageImageArgs) input: SetBioPageImageArgs,
    @Ctx() context: RequestContext,
  ): Promise<BioPage> {
    return this.bioImageService.set(context, input)
  }

  @Rest('DELETE /bio-pages/{id}/images/{kind}', 200)
  @Access('write:links')
  @Throws(BioPageNotFound)
  @Price('write')
  @Mutation(() => BioPage, { description: 'Delete an image of a bio page.' })
  deleteBioPageImage(
    @Args(() => BioImageArgs) { id, kind }: BioImageArgs,
    @Ctx() context: RequestContext,
  ): Promise<BioPage> {
    return this.bioImageService.delete(context, id, kind)
  }

  @Rest('GET /bio-pages/{id}/analytics', 200)
  @Access('read:analytics')
  @Throws(BioPageNotFound)
  @Price(analyticsPrice)
  @ReadsReplica()
  @Query(() => BioPageAnalytics, { description: 'Views of a bio page of the caller, and clicks on its blocks.' })
  bioPageAnalytics(
    @Arg('id', () => ID, pageIdOptions) id: string,
    @Args(() => AnalyticsArgs) query: AnalyticsArgs,
    @Ctx() context: RequestContext,
  ): Promise<BioPageAnalytics> {
    return this.bioAnalyticsService.summarize(context, id, query)
  }

  @Price('count')
  @FieldResolver(() => SafeInt, { description: 'Number of visitors, each once for a UTC day.' })
  uniqueViews(@Root() page: BioPage, @Ctx() context: RequestContext): Promise<number> {
    return this.bioPageService.countUniqueViews(context, page)
  }

  @Price('free')
  @FieldResolver(() => Url, { description: 'Address of the page.' })
  url(@Root() { link }: BioPage, @Ctx() context: RequestContext): string {
    return buildShortUrl(context, link.unwrap())
  }

  @Price('free')
  @FieldResolver(() => Url, {
    nullable: true,
    description: 'Address of the round image above the title; null for none.',
  })
  avatarUrl(@Root() { avatarFile }: BioPage, @Ctx() context: RequestContext): string | null {
    return buildImageUrl(context, avatarFile)
  }

  @Price('free')
  @FieldResolver(() => Url, {
    nullable: true,
    description: 'Address of the image that social networks show of the page; null for none.',
  })
  socialImageUrl(@Root() { socialImageFile }: BioPage, @Ctx() context: RequestContext): string | null {
    return buildImageUrl(context, socialImageFile)
  }
}

/** Adds the bio page to the answer of a deletion. */
@Resolver(() => SuccessResponse)
export class DeletionBioPageResolver {
  constructor(private readonly bioPageService: BioPageService) {}

  @GraphqlOnly()
  @Price('lookup')
  @FieldResolver(() => BioPage, {
    nullable: true,
    description: 'The bio page that had the deleted block. Null for none.',
  })
  async bioPage(@Root() { parentIds }: SuccessResponse, @Ctx() context: RequestContext): Promise<BioPage | null> {
    return parentIds?.bioPageId ? this.bioPageService.get(context, parentIds.bioPageId) : null
  }
}

/** Adds `bioPages` to a workspace, because the workspaces module does not import this one. */
@Resolver(() => Workspace)
export class WorkspaceBioPagesResolver {
  constructor(private readonly bioPageService: BioPageService) {}

  @GraphqlOnly()
  @Price('list')
  @FieldResolver(() => BioPageConnection, {
    description: 'Bio pages of the workspace, with search and sorting; by default newest first.',
  })
  bioPages(
    @Root() { id }: Workspace,
    @Args(() => ConnectionArgs) page: ConnectionArgs,
    @Args(() => NamedListArgs) search: NamedListArgs,
    @Ctx() context: RequestContext,
  ): Promise<BioPageConnection> {
    return this.bioPageService.list(context.inWorkspace(id), { page, search })
  }
}
