import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import { Access } from '../../../platform/auth/authorization.ts'
import { GraphqlOnly, InWorkspace, Throws } from '../../../platform/graphql/operations.ts'
import { FindsNode } from '../../../platform/graphql/pagination/node.resolver.ts'
import { ConnectionArgs, PagedConnectionArgs } from '../../../platform/graphql/pagination/page.inputs.ts'
import { Price } from '../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { Rest } from '../../../platform/rest/rest.decorator.ts'
import { PlanLimitReached } from '../../../platform/shared/general.errors.ts'
import { Workspace } from '../../identity/workspaces/index.ts'
import { LinkExportArgs, LinkPlacementArgs } from '../../publishing/links/index.ts'
import { ClickExportArgs } from '../../visits/clicks/index.ts'
import { Download } from '../files/index.ts'
import { ExportConnection, FileExport } from './export.entity.ts'
import { ExportEnded, ExportNotFound } from './export.errors.ts'
import type { ExportService } from './export.service.ts'

const idOptions = { description: 'Identifier of the export.' }

@Resolver(() => FileExport)
export class ExportResolver {
  constructor(private readonly exportService: ExportService) {}

  @Rest('POST /exports/links', 202, { creates: true, example: { format: 'csv', search: 'example' } })
  @Access('read:links')
  @InWorkspace()
  @Throws(PlanLimitReached)
  @Price('write')
  @Mutation(() => FileExport, {
    description:
      'Write all matching links of the workspace to a file in the background. Its download link is valid for 24 hours. At most 5 exports of a workspace at a time; each counts as one of 10 downloads an hour.',
  })
  createLinkExport(
    @Args(() => LinkExportArgs) args: LinkExportArgs,
    @Ctx() context: RequestContext,
  ): Promise<FileExport> {
    return this.exportService.createOfLinks(context, args)
  }

  @Rest('POST /exports/clicks', 202, { creates: true, example: { format: 'csv', interval: '30d' } })
  @Access('read:links')
  @InWorkspace()
  @Throws(PlanLimitReached)
  @Price('write')
  @Mutation(() => FileExport, {
    description:
      'Write all matching clicks on links of the workspace to a file in the background, with the same limits. Needs the scope `read:analytics` too.',
  })
  createClickExport(
    @Args(() => ClickExportArgs) args: ClickExportArgs,
    @Args(() => LinkPlacementArgs) placement: LinkPlacementArgs,
    @Ctx() context: RequestContext,
  ): Promise<FileExport> {
    return this.exportService.createOfClicks(context, { ...args, ...placement })
  }

  @Rest('GET /exports', 200)
  @Access('read:links')
  @InWorkspace()
  @Price('list')
  @Query(() => ExportConnection, {
    description:
      "The caller's exports of the last 30 days, newest first. Exports of clicks need the scope `read:analytics`.",
  })
  exports(
    @Args(() => PagedConnectionArgs) page: PagedConnectionArgs,
    @Ctx() context: RequestContext,
  ): Promise<ExportConnection> {
    return this.exportService.list(context, page)
  }

  @Rest('GET /exports/{id}', 200)
  @Access('read:links')
  @FindsNode('exp')
  @Throws(ExportNotFound)
  @Price('lookup')
  @Query(() => FileExport, {
    name: 'export',
    description: 'An export of the caller, with its download once it is complete.',
  })
  export(@Arg('id', () => ID, idOptions) id: string, @Ctx() context: RequestContext): Promise<FileExport> {
    return this.exportService.get(context, id)
  }

  @Rest('POST /exports/{id}/cancel', 200)
  @Access('read:links')
  @Throws(ExportNotFound, ExportEnded)
  @Price('write')
  @Mutation(() => FileExport, {
    description: 'Cancel an export. Members of the workspace can also cancel exports of others, viewers cannot.',
  })
  cancelExport(@Arg('id', () => ID, idOptions) id: string, @Ctx() context: RequestContext): Promise<FileExport> {
    return this.exportService.cancel(context, id)
  }

  @Price('lookup')
  @FieldResolver(() => Download, {
    nullable: true,
    description: 'Its file; null before it is complete and after it has expired.',
  })
  download(@Root() root: FileExport, @Ctx() context: RequestContext): Promise<Download | null> {
    return this.exportService.download(context, root)
  }
}

/** Adds `exports` to a workspace, because the workspaces module does not import this one. */
@Resolver(() => Workspace)
export class WorkspaceExportsResolver {
  constructor(private readonly exportService: ExportService) {}

  @GraphqlOnly()
  @Access('read:links')
  @Price('list')
  @FieldResolver(() => ExportConnection, { description: 'Exports of the workspace, newest first.' })
  exports(
    @Root() { id }: Workspace,
    @Args(() => ConnectionArgs) page: ConnectionArgs,
    @Ctx() context: RequestContext,
  ): Promise<ExportConnection> {
    return this.exportService.list(context.inWorkspace(id), page)
  }
}
