import type { Context } from '../../graphql/context.ts'
import type { PublicStats } from './public.stats.ts'
import { Statistics } from './statistics.ts'

/** The public statistics for one request, which also tells how old they are. */
export class StatisticsReading {
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
  }

  async read(): Promise<PublicStats> {
    const statistics = this.#context.part(Statistics)
    const figures = await statistics.figures()
    this.#context.reportAge(statistics.ageSecondsOf(figures))
    return figures
  }
}
