import { Ctx, Query, Resolver } from 'type-graphql'
import { Open } from '../../access/marks.ts'
import type { Context } from '../../graphql/context.ts'
import { Rest } from '../../rest/mark.ts'
import { PublicStats } from './public.stats.ts'
import type { StatisticsReading } from './reading.ts'
import { lifetimeSeconds } from './statistics.ts'

@Resolver(() => PublicStats)
export class PublicStatsResolver {
  readonly #reading: StatisticsReading

  constructor(reading: StatisticsReading) {
    this.#reading = reading
  }

  @Rest('GET /public-stats', 200, { maxAgeSeconds: lifetimeSeconds })
  @Open()
  @Query(() => PublicStats, { description: 'What the whole service holds, in numbers. For anyone.' })
  publicStats(@Ctx() context: Context): Promise<PublicStats> {
    return this.#reading.read(context)
  }
}
