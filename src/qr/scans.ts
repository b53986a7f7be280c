import DataLoader from 'dataloader'
import { Analytics, type AnalyticsArgs, type AnalyticsSummary, countByTrigger } from '../clicks/index.ts'
import type { Context } from '../graphql/context.ts'
import { LinkNotFound } from '../links/index.ts'
import type { DynamicQr } from './dynamic.qr.ts'
import { QrNotFound } from './failures.ts'
import { DynamicQrs } from './service.ts'

/** What came of the codes: scans, and the clicks of the links that carry them. */
export class Scans {
  readonly #context: Context
  /** Codes of one list are counted together; nothing is kept, for a mutation may come between. */
  readonly #counts = new DataLoader<string, number>((urlIds) => this.#countEach(urlIds), { cache: false })

  constructor(context: Context) {
    this.#context = context
  }

  /** How often people scanned the code: their visits by its picture. A visit by the typed address is a click only. */
  count({ urlId }: DynamicQr): Promise<number> {
    return this.#counts.load(urlId)
  }

  /** All clicks of the link that carries one of the caller's codes, summed up; `triggerStats` tells the scans apart. */
  async summarize(id: string, wish: AnalyticsArgs): Promise<AnalyticsSummary> {
    return this.summarizeOf(await this.#context.use(DynamicQrs).get(id), wish)
  }

  async summarizeOf({ urlId }: DynamicQr, wish: AnalyticsArgs): Promise<AnalyticsSummary> {
    try {
      return await this.#context.use(Analytics).summarize(urlId, wish)
    } catch (error) {
      // Deleted in this very moment: of the link nobody here has heard.
      throw error instanceof LinkNotFound ? new QrNotFound() : error
    }
  }

  async #countEach(urlIds: readonly string[]): Promise<number[]> {
    const counts = await countByTrigger(this.#context.em, 'qr', urlIds)
    return urlIds.map((urlId) => counts.get(urlId) ?? 0)
  }
}
