import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import { Access, InheritsAccess } from '../../../../platform/auth/authorization.ts'
import type { ReadOnly } from '../../../../platform/database/read-only.ts'
import { FormerName } from '../../../../platform/graphql/deprecation.ts'
import {
  GraphqlOnly,
  InWorkspace,
  inputOptions,
  ReadsReplica,
  Throws,
} from '../../../../platform/graphql/operations.ts'
import { NamedListArgs } from '../../../../platform/graphql/pagination/named-list.ts'
import { FindsNode } from '../../../../platform/graphql/pagination/node.resolver.ts'
import { ConnectionArgs, OptionallyPagedConnectionArgs } from '../../../../platform/graphql/pagination/page.inputs.ts'
import { Price } from '../../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import { SafeInt } from '../../../../platform/graphql/scalars.ts'
import { deletionOf, SuccessResponse } from '../../../../platform/graphql/success-response.types.ts'
import { Rest } from '../../../../platform/rest/rest.decorator.ts'
import { PlanLimitReached } from '../../../../platform/shared/general.errors.ts'
import { Workspace } from '../../../identity/workspaces/index.ts'
import { Link } from '../link.entity.ts'
import { LinkSearchArgs } from '../link.inputs.ts'
import { UrlConnection } from '../link.types.ts'
import type { LinkListService } from '../listing/link-list.service.ts'
import type { LinkWithTags } from '../listing/link-reads.queries.ts'
import { loadTags } from './link-placement.ts'
import { Tag, TagConnection } from './tag.entity.ts'
import { TagNameTaken, TagNotFound } from './tag.errors.ts'
import { CreateTagInput, MergeTagsArgs, UpdateTagInput } from './tag.inputs.ts'
import type { TagService } from './tag.service.ts'

const tagIdOptions = { description: 'Identifier of the tag.' }

@Resolver(() => Tag)
export class TagResolver {
  constructor(
    private readonly tagService: TagService,
    private readonly linkListService: LinkListService,
  ) {}

  @Rest('GET /tags', 200)
  @Access('read:links')
  @InWorkspace()
  @Price('list')
  @ReadsReplica()
  @Query(() => TagConnection, { description: "The caller's tags, with search and sorting; by default newest first." })
  tags(
    @Args(() => OptionallyPagedConnectionArgs) page: OptionallyPagedConnectionArgs,
    @Args(() => NamedListArgs) search: NamedListArgs,
    @Ctx() context: RequestContext,
  ): Promise<TagConnection> {
    return this.tagService.list(context, { page, search })
  }

  @Rest('GET /tags/{id}', 200)
  @Access('read:links')
  @FindsNode('tag')
  @Throws(TagNotFound)
  @Price('lookup')
  @Query(() => Tag, { description: 'A tag of the caller by its id.' })
  tag(@Arg('id', () => ID, tagIdOptions) id: string, @Ctx() context: RequestContext): Promise<Tag> {
    return this.tagService.get(context, id)
  }

  @Rest('POST /tags', 201, { example: { name: 'Spring campaign', color: 'green' } })
  @Access('write:links')
  @InWorkspace()
  @Throws(PlanLimitReached, TagNameTaken)
  @Price('write')
  @Mutation(() => Tag, { description: 'Create a tag, at most 500 per workspace. Links get it with `tagIds`.' })
  createTag(
    @Arg('input', () => CreateTagInput, inputOptions) input: CreateTagInput,
    @Ctx() context: RequestContext,
  ): Promise<Tag> {
    return this.tagService.create(context, input)
  }

  @Rest('PATCH /tags/{id}', 200)
  @Access('write:links')
  @Throws(TagNotFound, TagNameTaken)
  @Price('write')
  @Mutation(() => Tag, { description: 'Change a tag. Absent fields keep their value.' })
  updateTag(
    @Arg('id', () => ID, tagIdOptions) id: string,
    @Arg('input', () => UpdateTagInput, inputOptions) input: UpdateTagInput,
    @Ctx() context: RequestContext,
  ): Promise<Tag> {
    return this.tagService.update(context, id, input)
  }

  @Rest('DELETE /tags/{id}', 200)
  @Access('write:links')
  @Throws(TagNotFound)
  @Price('write')
  @Mutation(() => SuccessResponse, { description: 'Delete a tag and take it from its links.' })
  async deleteTag(
    @Arg('id', () => ID, tagIdOptions) id: string,
    @Ctx() context: RequestContext,
  ): Promise<SuccessResponse> {
    return deletionOf(id, await this.tagService.delete(context, id))
  }

  @Rest('POST /tags/{id}/merge', 200)
  @Access('write:links')
  @Throws(TagNotFound)
  @Price('write')
  @Mutation(() => Tag, {
    description:
      'Merge a tag into another one, which is returned: its links get the other tag, and it is deleted. As with its ' +
      'deletion, no event tells of it. Repeat a merge of very many links that timed out; it goes on.',
  })
  mergeTags(@Args(() => MergeTagsArgs) args: MergeTagsArgs, @Ctx() context: RequestContext): Promise<Tag> {
    return this.tagService.merge(context, args)
  }

  @GraphqlOnly()
  @FormerName('linkCount')
  @Price('count')
  @FieldResolver(() => SafeInt, { description: 'Number of links with the tag.' })
  urlCount(@Root() { id }: Tag, @Ctx() context: RequestContext): Promise<number> {
    return this.tagService.countLinks(context, id)
  }

  @GraphqlOnly()
  @Price('list')
  @FieldResolver(() => UrlConnection, { description: 'Links with the tag.' })
  urls(
    @Root() { id, workspaceId }: Tag,
    @Args(() => ConnectionArgs) page: ConnectionArgs,
    @Args(() => LinkSearchArgs) search: LinkSearchArgs,
    @Ctx() context: RequestContext,
  ): Promise<UrlConnection> {
    return this.linkListService.list(context.inWorkspace(workspaceId), { page, search, within: { tagIds: [id] } })
  }
}

@Resolver(() => Link)
export class LinkTagsResolver {
  /** Like the other fields of the link, it is in the answer to every caller who may change the link. */
  @InheritsAccess()
  @Price('lookup')
  @FieldResolver(() => [Tag], { description: 'Tags of the link, by name.' })
  tags(@Root() link: LinkWithTags, @Ctx() context: RequestContext): ReadOnly<Tag>[] | Promise<ReadOnly<Tag>[]> {
    return loadTags(context, link)
  }
}

@Resolver(() => Workspace)
export class WorkspaceTagsResolver {
  constructor(private readonly tagService: TagService) {}

  @GraphqlOnly()
  @Price('list')
  @FieldResolver(() => TagConnection, {
    description: 'Tags of the workspace, with search and sorting; by default newest first.',
  })
  tags(
    @Root() { id }: Workspace,
    @Args(() => ConnectionArgs) page: ConnectionArgs,
    @Args(() => NamedListArgs) search: NamedListArgs,
    @Ctx() context: RequestContext,
  ): Promise<TagConnection> {
    return this.tagService.list(context.inWorkspace(id), { page, search })
  }
}
