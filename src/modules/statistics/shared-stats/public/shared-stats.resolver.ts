import { Arg, Ctx, Query, Resolver } from 'type-graphql'
import { Open } from '../../../../platform/auth/authorization.ts'
import { Throws } from '../../../../platform/graphql/operations.ts'
import { Price } from '../../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import { Rest } from '../../../../platform/rest/rest.decorator.ts'
import { SharedStatsGone, SharedStatsNotFound } from '../shared-stats.errors.ts'
import type { SharedStatsService } from './shared-stats.service.ts'
import { SharedStats } from './shared-stats.types.ts'

@Resolver(() => SharedStats)
export class SharedStatsResolver {
  constructor(private readonly sharedStatsService: SharedStatsService) {}

  @Rest('GET /shared-stats/public/{token}', 200)
  @Open()
  @Throws(SharedStatsNotFound, SharedStatsGone)
  @Price('report')
  @Query(() => SharedStats, { description: 'Shared statistics by the token in the address of their page. Public.' })
  sharedStats(
    @Arg('token', () => String, { description: 'Last part of the address, such as `tkp_01k...`.' }) token: string,
    @Ctx() context: RequestContext,
  ): Promise<SharedStats> {
    return this.sharedStatsService.read(context, token)
  }
}
