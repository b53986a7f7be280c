import DataLoader from 'dataloader'
import { type Analytics, type AnalyticsArgs, type AnalyticsSummary, countByTrigger } from '../clicks/index.ts'
import { type Context, perRequest } from '../graphql/context.ts'
import { LinkNotFound } from '../links/index.ts'
import type { DynamicQr } from './dynamic.qr.ts'
import { QrNotFound } from './failures.ts'
import type { DynamicQrs } from './service.ts'

/** What came of the codes: scans, and the clicks of the links that carry them. */
export class Scans {
  /** Codes of one list are counted together; nothing is kept, for a mutation may come between. */
  readonly #counts = perRequest(
    (context) => new DataLoader<string, number>((urlIds) => this.#countEach(context, urlIds), { cache: false }),
  )

  readonly #dynamicQrs: DynamicQrs
  readonly #analytics: Analytics

  constructor(dynamicQrs: DynamicQrs, analytics: Analytics) {
    this.#dynamicQrs = dynamicQrs
    this.#analytics = analytics
  }

  /** How often people scanned the code: their visits by its picture. A visit by the typed address is a click only. */
  count(context: Context, { urlId }: DynamicQr): Promise<number> {
    return this.#counts(context).load(urlId)
  }

  /** All clicks of the link that carries one of the caller's codes, summed up; `triggerStats` tells the scans apart. */
  async summarize(context: Context, id: string, wish: AnalyticsArgs): Promise<AnalyticsSummary> {
    return this.summarizeOf(context, await this.#dynamicQrs.get(context, id), wish)
  }

  async summarizeOf(context: Context, { urlId }: DynamicQr, wish: AnalyticsArgs): Promise<AnalyticsSummary> {
    try {
      return await this.#analytics.summarize(context, urlId, wish)
    } catch (error) {
      // Deleted in this very moment: of the link nobody here has heard.
      throw error instanceof LinkNotFound ? new QrNotFound() : error
    }
  }

  async #countEach(context: Context, urlIds: readonly string[]): Promise<number[]> {
    const counts = await countByTrigger(context.em, 'qr', urlIds)
    return urlIds.map((urlId) => counts.get(urlId) ?? 0)
  }
}
