import { batchPerRequest, type RequestContext } from '../../../platform/graphql/request-context.ts'
import type { AnalyticsArgs, AnalyticsService, AnalyticsSummary, ClickReader } from '../../visits/clicks/index.ts'
import { LinkNotFound } from '../links/index.ts'
import type { DynamicQr } from './dynamic-qr.entity.ts'
import type { DynamicQrService } from './dynamic-qr.service.ts'
import { QrNotFound } from './qr-code.errors.ts'

/** Scans of the codes, and click analytics of their links. */
export class QrScanService {
  /** Counts the codes of a list in one query. */
  private readonly countByLink = batchPerRequest(async ({ em }: RequestContext, urlIds: readonly string[]) => {
    const query = { urlIds, periods: null, by: null, dimension: 'trigger', minClicks: 1 } as const
    const counts = await this.store.countLinks(em, query)
    return urlIds.map((urlId) => counts.get(urlId)?.find(({ value }) => value === 'qr')?.clicks ?? 0)
  })

  constructor(
    private readonly dynamicQrService: DynamicQrService,
    private readonly analyticsService: AnalyticsService,
    private readonly store: ClickReader,
  ) {}

  /** Number of visits by scan. A visit by the typed short URL is a click only. */
  count(context: RequestContext, { urlId }: DynamicQr): Promise<number> {
    return this.countByLink(context, urlId)
  }

  /** Click analytics of one of the caller's codes; `triggerStats` separates the scans. */
  async getAnalytics(context: RequestContext, id: string, query: AnalyticsArgs): Promise<AnalyticsSummary> {
    return this.summarizeClicks(context, await this.dynamicQrService.get(context, id), query)
  }

  async summarizeClicks(
    context: RequestContext,
    { urlId }: DynamicQr,
    query: AnalyticsArgs,
  ): Promise<AnalyticsSummary> {
    try {
      return await this.analyticsService.summarize(context, urlId, query)
    } catch (error) {
      // The code was deleted during this request.
      throw error instanceof LinkNotFound ? new QrNotFound() : error
    }
  }
}
