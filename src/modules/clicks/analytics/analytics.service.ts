import DataLoader from 'dataloader'
import { perRequest, type RequestContext } from '../../../platform/graphql/request-context.ts'
import { LinkNotFound } from '../../links/index.ts'
import { type AnalyticsArgs, type AnalyticsQuery, parseAnalyticsQuery } from './analytics.inputs.ts'
import type { AccountAnalytics, AnalyticsSummary } from './analytics.types.ts'
import { summarizeAccount, summarizeLinks } from './summaries.ts'

/** One link, and what of its clicks is asked; the wish tells questions apart. */
interface SummaryRequest {
  readonly urlId: string
  readonly groupKey: string
  readonly query: AnalyticsQuery
}

/** Sums up what the recorder wrote, for the links of the caller only. */
export class AnalyticsService {
  /** Gathers the links that one moment of the request asks for; nothing is kept, for a mutation may come between. */
  readonly #summaries = perRequest(
    (context) =>
      new DataLoader<SummaryRequest, AnalyticsSummary>((requests) => this.#summarize(context, requests), {
        cache: false,
      }),
  )

  /**
   * Sums up one link. Throws `LinkNotFound` for an unknown link and for another's, and `InvalidParams` for a range, a
   * zone or a unit that cannot be.
   */
  summarize(context: RequestContext, urlId: string, args: AnalyticsArgs): Promise<AnalyticsSummary> {
    return this.#summaries(context).load({
      urlId,
      groupKey: JSON.stringify(args),
      query: parseAnalyticsQuery(args, context.now()),
    })
  }

  /** Sums up all links of the caller together. Throws `InvalidParams`. */
  summarizeAll(context: RequestContext, args: AnalyticsArgs): Promise<AccountAnalytics> {
    return summarizeAccount(context.em, parseAnalyticsQuery(args, context.now()), context.accountId)
  }

  /** Links that are asked the same are read together; a document asks little that differs. */
  async #summarize(
    context: RequestContext,
    requests: readonly SummaryRequest[],
  ): Promise<(AnalyticsSummary | Error)[]> {
    const summaries = new Map<string, Map<string, AnalyticsSummary | Error>>()
    for (const [groupKey, group] of Map.groupBy(requests, (each) => each.groupKey)) {
      const [first] = group
      const urlIds = [...new Set(group.map(({ urlId }) => urlId))]
      if (first) summaries.set(groupKey, await summarizeLinks(context.em, first.query, context.accountId, urlIds))
    }
    return requests.map(({ urlId, groupKey }) => summaries.get(groupKey)?.get(urlId) ?? new LinkNotFound())
  }
}
