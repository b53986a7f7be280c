import DataLoader from 'dataloader'
import { perRequest, type RequestContext } from '../../platform/graphql/request-context.ts'
import {
  type AnalyticsArgs,
  type AnalyticsService,
  type AnalyticsSummary,
  countClicksByTrigger,
} from '../clicks/index.ts'
import { LinkNotFound } from '../links/index.ts'
import type { DynamicQr } from './dynamic-qr.entity.ts'
import type { DynamicQrService } from './dynamic-qr.service.ts'
import { QrNotFound } from './qr-code.errors.ts'

/** What came of the codes: scans, and the clicks of the links that carry them. */
export class QrScanService {
  /** Codes of one list are counted together; nothing is kept, for a mutation may come between. */
  readonly #countLoader = perRequest(
    (context) => new DataLoader<string, number>((urlIds) => this.#countScans(context, urlIds), { cache: false }),
  )

  readonly #dynamicQrService: DynamicQrService
  readonly #analyticsService: AnalyticsService

  constructor(dynamicQrService: DynamicQrService, analyticsService: AnalyticsService) {
    this.#dynamicQrService = dynamicQrService
    this.#analyticsService = analyticsService
  }

  /** How often people scanned the code: their visits by its picture. A visit by the typed address is a click only. */
  count(context: RequestContext, { urlId }: DynamicQr): Promise<number> {
    return this.#countLoader(context).load(urlId)
  }

  /** All clicks of the link that carries one of the caller's codes, summed up; `triggerStats` tells the scans apart. */
  async getAnalytics(context: RequestContext, id: string, query: AnalyticsArgs): Promise<AnalyticsSummary> {
    return this.summarizeClicks(context, await this.#dynamicQrService.get(context, id), query)
  }

  async summarizeClicks(
    context: RequestContext,
    { urlId }: DynamicQr,
    query: AnalyticsArgs,
  ): Promise<AnalyticsSummary> {
    try {
      return await this.#analyticsService.summarize(context, urlId, query)
    } catch (error) {
      // Deleted in this very moment: of the link nobody here has heard.
      throw error instanceof LinkNotFound ? new QrNotFound() : error
    }
  }

  async #countScans(context: RequestContext, urlIds: readonly string[]): Promise<number[]> {
    const counts = await countClicksByTrigger(context.em, 'qr', urlIds)
    return urlIds.map((urlId) => counts.get(urlId) ?? 0)
  }
}
