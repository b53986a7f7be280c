import { Args, Ctx, Query, Resolver } from 'type-graphql'
import { Access } from '../../../../platform/auth/authorization.ts'
import { InWorkspace, ReadsReplica } from '../../../../platform/graphql/operations.ts'
import { Price } from '../../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import { Rest } from '../../../../platform/rest/rest.decorator.ts'
import type { LinkExportService } from './link-export.service.ts'
import { LinkExport, LinkExportArgs } from './link-export.types.ts'

@Resolver()
export class LinkExportResolver {
  constructor(private readonly exports: LinkExportService) {}

  @Rest('GET /urls/export', 200, { media: ['text/csv', 'application/json'], isFile: true })
  @Access('read:links')
  @InWorkspace()
  @Price('free')
  @ReadsReplica()
  @Query(() => LinkExport, { description: 'All matching links as a file, oldest first. At most 10 downloads an hour.' })
  linkExport(@Args(() => LinkExportArgs) args: LinkExportArgs, @Ctx() context: RequestContext): LinkExport {
    return this.exports.createExport(context, args)
  }
}
