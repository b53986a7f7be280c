import type { Module, ModuleDefinition, Platform } from '../../server/module.ts'
import { StatisticsReading } from './reading.ts'
import { PublicStatsResolver } from './resolver.ts'
import { Statistics } from './statistics.ts'

export interface PublicStatsModule extends Module {
  readonly statistics: Statistics
}

/** The public statistics of the installation. */
export const publicStatsModule = {
  entities: [],
  resolvers: [PublicStatsResolver],
  create({ orm, clock, log }: Platform): PublicStatsModule {
    const statistics = new Statistics(orm, clock, log)
    return {
      statistics,
      resolvers: [new PublicStatsResolver(new StatisticsReading(statistics))],
      stop: () => statistics.close(),
    }
  },
} satisfies ModuleDefinition
