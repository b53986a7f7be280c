import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import { Access } from '../../../../platform/auth/authorization.ts'
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
import { Folder, FolderConnection } from './folder.entity.ts'
import { FolderNameTaken, FolderNotFound } from './folder.errors.ts'
import { CreateFolderInput, UpdateFolderInput } from './folder.inputs.ts'
import type { FolderService } from './folder.service.ts'

const folderIdOptions = { description: 'Identifier of the folder.' }

@Resolver(() => Folder)
export class FolderResolver {
  constructor(
    private readonly folderService: FolderService,
    private readonly linkListService: LinkListService,
  ) {}

  @Rest('GET /folders', 200)
  @Access('read:links')
  @InWorkspace()
  @Price('list')
  @ReadsReplica()
  @Query(() => FolderConnection, {
    description: "The caller's folders, with search and sorting; by default newest first.",
  })
  folders(
    @Args(() => OptionallyPagedConnectionArgs) page: OptionallyPagedConnectionArgs,
    @Args(() => NamedListArgs) search: NamedListArgs,
    @Ctx() context: RequestContext,
  ): Promise<FolderConnection> {
    return this.folderService.list(context, { page, search })
  }

  @Rest('GET /folders/{id}', 200)
  @Access('read:links')
  @FindsNode('fld')
  @Throws(FolderNotFound)
  @Price('lookup')
  @Query(() => Folder, { description: 'A folder of the caller by its id.' })
  folder(@Arg('id', () => ID, folderIdOptions) id: string, @Ctx() context: RequestContext): Promise<Folder> {
    return this.folderService.get(context, id)
  }

  @Rest('POST /folders', 201, { example: { name: 'Spring campaign' } })
  @Access('write:links')
  @InWorkspace()
  @Throws(PlanLimitReached, FolderNameTaken)
  @Price('write')
  @Mutation(() => Folder, {
    description: 'Create a folder, at most 500 per workspace. Links are put in it with `folderId`.',
  })
  createFolder(
    @Arg('input', () => CreateFolderInput, inputOptions) input: CreateFolderInput,
    @Ctx() context: RequestContext,
  ): Promise<Folder> {
    return this.folderService.create(context, input)
  }

  @Rest('PATCH /folders/{id}', 200)
  @Access('write:links')
  @Throws(FolderNotFound, FolderNameTaken)
  @Price('write')
  @Mutation(() => Folder, { description: 'Change a folder. Absent fields keep their value.' })
  updateFolder(
    @Arg('id', () => ID, folderIdOptions) id: string,
    @Arg('input', () => UpdateFolderInput, inputOptions) input: UpdateFolderInput,
    @Ctx() context: RequestContext,
  ): Promise<Folder> {
    return this.folderService.update(context, id, input)
  }

  @Rest('DELETE /folders/{id}', 200)
  @Access('write:links')
  @Throws(FolderNotFound)
  @Price('write')
  @Mutation(() => SuccessResponse, { description: 'Delete a folder. Its links stay, in no folder.' })
  async deleteFolder(
    @Arg('id', () => ID, folderIdOptions) id: string,
    @Ctx() context: RequestContext,
  ): Promise<SuccessResponse> {
    return deletionOf(id, await this.folderService.delete(context, id))
  }

  @GraphqlOnly()
  @FormerName('linkCount')
  @Price('count')
  @FieldResolver(() => SafeInt, { description: 'Number of links in the folder.' })
  urlCount(@Root() { id }: Folder, @Ctx() context: RequestContext): Promise<number> {
    return this.folderService.countLinks(context, id)
  }

  @GraphqlOnly()
  @Price('list')
  @FieldResolver(() => UrlConnection, { description: 'Links in the folder.' })
  urls(
    @Root() { id, workspaceId }: Folder,
    @Args(() => ConnectionArgs) page: ConnectionArgs,
    @Args(() => LinkSearchArgs) search: LinkSearchArgs,
    @Ctx() context: RequestContext,
  ): Promise<UrlConnection> {
    return this.linkListService.list(context.inWorkspace(workspaceId), { page, search, within: { folderId: id } })
  }
}

@Resolver(() => Link)
export class LinkFolderResolver {
  constructor(private readonly folderService: FolderService) {}

  @GraphqlOnly()
  @Price('lookup')
  @FieldResolver(() => Folder, { nullable: true, description: 'The folder of the link; null for none.' })
  async folder(@Root() { folderId }: Link, @Ctx() context: RequestContext): Promise<Folder | null> {
    return folderId === null ? null : this.folderService.load(context, folderId)
  }
}

/** Adds the folder to the answer of a deletion. */
@Resolver(() => SuccessResponse)
export class DeletionFolderResolver {
  constructor(private readonly folderService: FolderService) {}

  @GraphqlOnly()
  @Price('lookup')
  @FieldResolver(() => Folder, { nullable: true, description: 'The folder that had the deleted link. Null for none.' })
  async folder(@Root() { parentIds }: SuccessResponse, @Ctx() context: RequestContext): Promise<Folder | null> {
    return parentIds?.folderId ? this.folderService.load(context, parentIds.folderId) : null
  }
}

@Resolver(() => Workspace)
export class WorkspaceFoldersResolver {
  constructor(private readonly folderService: FolderService) {}

  @GraphqlOnly()
  @Price('list')
  @FieldResolver(() => FolderConnection, {
    description: 'Folders of the workspace, with search and sorting; by default newest first.',
  })
  folders(
    @Root() { id }: Workspace,
    @Args(() => ConnectionArgs) page: ConnectionArgs,
    @Args(() => NamedListArgs) search: NamedListArgs,
    @Ctx() context: RequestContext,
  ): Promise<FolderConnection> {
    return this.folderService.list(context.inWorkspace(id), { page, search })
  }
}
