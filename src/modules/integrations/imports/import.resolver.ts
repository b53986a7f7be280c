import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root, Subscription } from 'type-graphql'
import { Access } from '../../../platform/auth/authorization.ts'
import { GraphqlOnly, InWorkspace, inputOptions, Throws } from '../../../platform/graphql/operations.ts'
import { FindsNode } from '../../../platform/graphql/pagination/node.resolver.ts'
import { ConnectionArgs, PagedConnectionArgs } from '../../../platform/graphql/pagination/page.inputs.ts'
import { Price } from '../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { FileContent } from '../../../platform/graphql/scalars.ts'
import type { EventQueue } from '../../../platform/graphql/subscriptions/event-queue.ts'
import { Rest } from '../../../platform/rest/rest.decorator.ts'
import { PlanLimitReached } from '../../../platform/shared/general.errors.ts'
import { Workspace } from '../../identity/workspaces/index.ts'
import { ImportConnection, LinkImport } from './import.entity.ts'
import { ImportEnded, ImportHasContent, ImportNotFound } from './import.errors.ts'
import { CreateImportInput, maxInlineBytes } from './import.inputs.ts'
import type { ImportService } from './import.service.ts'
import { ImportErrorFile, ImportRowError } from './import.types.ts'
import type { ImportChange } from './imports.queries.ts'
import type { ImportPreviewService } from './preview/import-preview.service.ts'
import { ImportPreview, PreviewImportInput } from './preview/import-preview.types.ts'
import type { ImportFeed } from './running/import-feed.ts'

const idOptions = { description: 'Identifier of the import.' }

/** JSON may need six bytes for one byte. */
const inlineBodyLimit = maxInlineBytes + 64 * 1024

const uploadLimit = 50 * 1000 * 1000
/** Windows sends CSV as `application/vnd.ms-excel`. The content shows the type of the file. */
const uploadTypes = [
  ...['text/csv', 'application/json', 'application/octet-stream'],
  ...['text/plain', 'text/tab-separated-values', 'application/vnd.ms-excel'],
]

/** The parameter type-graphql passes to `subscribe`. */
interface SubscribeResolverData {
  readonly args: { readonly id: string }
  readonly context: RequestContext
}

async function subscribe({ args, context }: SubscribeResolverData): Promise<EventQueue<ImportChange>> {
  const resolver = context.resolver(ImportResolver)
  const { id: importId, workspace } = await resolver.importService.get(context, args.id)
  return resolver.feed.subscribe({ ...context.accountIn(workspace.id), importId })
}

@Resolver(() => LinkImport)
export class ImportResolver {
  constructor(
    readonly importService: ImportService,
    private readonly importPreviewService: ImportPreviewService,
    readonly feed: ImportFeed,
  ) {}

  @Rest('POST /imports', 202, { bodyLimit: inlineBodyLimit })
  @Access('write:links')
  @InWorkspace()
  @Throws(PlanLimitReached)
  @Price('upload')
  @Mutation(() => LinkImport, {
    description:
      'Import links from a file, in the background. Its content is in the request, or is uploaded afterwards when it is left out. At most 5 imports of a workspace at a time.',
  })
  createImport(
    @Arg('input', () => CreateImportInput, inputOptions) input: CreateImportInput,
    @Ctx() context: RequestContext,
  ): Promise<LinkImport> {
    return this.importService.create(context, input)
  }

  @Rest('POST /imports/preview', 200, {
    bodyLimit: inlineBodyLimit,
    example: { content: 'longUrl,customUrl\nhttps://example.com/page,page\n' },
  })
  @Access('write:links')
  @InWorkspace()
  @Price('write')
  @Mutation(() => ImportPreview, {
    description:
      'Show what an import would make of the first ten rows of a file, and what wrote the file. Nothing is stored; only the beginning of the file is needed.',
  })
  previewImport(
    @Arg('input', () => PreviewImportInput, inputOptions) input: PreviewImportInput,
    @Ctx() context: RequestContext,
  ): Promise<ImportPreview> {
    return this.importPreviewService.preview(context, input)
  }

  @Rest('PUT /imports/{id}/content', 202, {
    bodyLimit: uploadLimit,
    upload: { argument: 'content', mediaTypes: uploadTypes },
  })
  @Access('write:links')
  @Throws(ImportNotFound, ImportHasContent)
  @Price('upload')
  @Mutation(() => LinkImport, {
    description: 'Upload the content of an import that waits for it, CSV or JSON of at most 50 MB, and begin it.',
  })
  uploadImport(
    @Arg('id', () => ID, idOptions) id: string,
    @Arg('content', () => FileContent, { description: 'Content of the file.' }) content: AsyncIterable<Uint8Array>,
    @Ctx() context: RequestContext,
  ): Promise<LinkImport> {
    return this.importService.upload(context, id, content)
  }

  @Rest('GET /imports', 200)
  @Access('read:links')
  @InWorkspace()
  @Price('list')
  @Query(() => ImportConnection, { description: "The caller's imports, newest first." })
  imports(
    @Args(() => PagedConnectionArgs) page: PagedConnectionArgs,
    @Ctx() context: RequestContext,
  ): Promise<ImportConnection> {
    return this.importService.list(context, page)
  }

  @Rest('GET /imports/{id}', 200)
  @Access('read:links')
  @FindsNode('imp')
  @Throws(ImportNotFound)
  @Price('lookup')
  @Query(() => LinkImport, { name: 'import', description: 'An import of the caller with its progress.' })
  import(@Arg('id', () => ID, idOptions) id: string, @Ctx() context: RequestContext): Promise<LinkImport> {
    return this.importService.get(context, id)
  }

  @Rest('POST /imports/{id}/cancel', 200)
  @Access('write:links')
  @Throws(ImportNotFound, ImportEnded)
  @Price('write')
  @Mutation(() => LinkImport, { description: 'Cancel an import. Links that it has created stay.' })
  cancelImport(@Arg('id', () => ID, idOptions) id: string, @Ctx() context: RequestContext): Promise<LinkImport> {
    return this.importService.cancel(context, id)
  }

  @Rest('GET /imports/{id}/errors', 200, { media: ['text/csv'], isFile: true })
  @Access('read:links')
  @Throws(ImportNotFound)
  @Price('lookup')
  @Query(() => ImportErrorFile, { description: 'All rows of an import that have errors, as a CSV file.' })
  importErrors(@Arg('id', () => ID, idOptions) id: string, @Ctx() context: RequestContext): Promise<ImportErrorFile> {
    return this.importService.exportErrors(context, id)
  }

  @Access('read:links')
  @Throws(ImportNotFound)
  @Price('list')
  @Subscription(() => LinkImport, {
    subscribe,
    description: 'An import whenever it has made progress, about twice a second, until it is deleted.',
  })
  importProgressed(
    @Root() change: ImportChange,
    @Arg('id', () => ID, idOptions) _id: string,
    @Ctx() context: RequestContext,
  ): Promise<LinkImport> {
    return this.importService.get(context, change.id)
  }

  @Price('list')
  @FieldResolver(() => [ImportRowError], { description: 'The first 20 rows with errors; the CSV file has all.' })
  errors(@Root() { id }: LinkImport, @Ctx() context: RequestContext): Promise<ImportRowError[]> {
    return this.importService.firstErrors(context, id)
  }
}

/** Adds `imports` to a workspace, because the workspaces module does not import this one. */
@Resolver(() => Workspace)
export class WorkspaceImportsResolver {
  constructor(private readonly importService: ImportService) {}

  @GraphqlOnly()
  @Price('list')
  @FieldResolver(() => ImportConnection, { description: 'Imports of the workspace, newest first.' })
  imports(
    @Root() { id }: Workspace,
    @Args(() => ConnectionArgs) page: ConnectionArgs,
    @Ctx() context: RequestContext,
  ): Promise<ImportConnection> {
    return this.importService.list(context.inWorkspace(id), page)
  }
}
