import type { Context } from '../../graphql/context.ts'
import type { PublicStats } from './public.stats.ts'
import type { Statistics } from './statistics.ts'

/** The public statistics for one request, which also tells how old they are. */
export class StatisticsReading {
  readonly #statistics: Statistics

  constructor(statistics: Statistics) {
    this.#statistics = statistics
  }

  async read(context: Context): Promise<PublicStats> {
    const statistics = this.#statistics
    const figures = await statistics.figures()
    context.reportAge(statistics.ageSecondsOf(figures))
    return figures
  }
}
