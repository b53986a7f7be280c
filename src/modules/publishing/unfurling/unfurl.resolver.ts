import { Args, Ctx, Query, Resolver } from 'type-graphql'
import { DestinationBlocked } from '../../../platform/addresses/block-list.ts'
import { Access } from '../../../platform/auth/authorization.ts'
import { Throws } from '../../../platform/graphql/operations.ts'
import { Price } from '../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { Rest } from '../../../platform/rest/rest.decorator.ts'
import { DestinationLoop } from '../links/index.ts'
import { PageNotReadable, PageUnreachable } from './unfurl.errors.ts'
import type { UnfurlService } from './unfurl.service.ts'
import { UnfurlArgs, UnfurledPage } from './unfurl.types.ts'

@Resolver()
export class UnfurlResolver {
  constructor(private readonly unfurlService: UnfurlService) {}

  @Rest('GET /unfurl', 200)
  @Access('write:links', { workspaceRole: 'none' })
  @Throws(DestinationLoop, DestinationBlocked, PageUnreachable, PageNotReadable)
  @Price('outbound')
  @Query(() => UnfurledPage, {
    description: 'Read the title, description, image and icon of a page. At most 20 pages per minute.',
  })
  unfurl(@Args(() => UnfurlArgs) { url }: UnfurlArgs, @Ctx() context: RequestContext): Promise<UnfurledPage> {
    return this.unfurlService.unfurl(context, url)
  }
}
