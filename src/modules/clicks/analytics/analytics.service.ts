import DataLoader from 'dataloader'
import { perRequest, type RequestContext } from '../../../platform/graphql/request-context.ts'
import { LinkNotFound } from '../../links/index.ts'
import { type AnalyticsArgs, type AnalyticsQuery, parseAnalyticsQuery } from './analytics.inputs.ts'
import type { AccountAnalytics, AnalyticsSummary } from './analytics.types.ts'
import { summarizeAccount, summarizeLinks } from './summaries.ts'

interface SummaryRequest {
  readonly urlId: string
  /** Requests with the same arguments share their statements. */
  readonly groupKey: string
  readonly query: AnalyticsQuery
}

/** Computes analytics of the caller's links. */
export class AnalyticsService {
  /** Batches the links of a request. Results are not cached, because a mutation may change them. */
  readonly #summaries = perRequest(
    (context) =>
      new DataLoader<SummaryRequest, AnalyticsSummary>((requests) => this.#summarize(context, requests), {
        cache: false,
      }),
  )

  /**
   * Computes analytics of one link. Throws `LinkNotFound` for an unknown link or one of another account, and
   * `InvalidParams` for an invalid range, zone or unit.
   */
  summarize(context: RequestContext, urlId: string, args: AnalyticsArgs): Promise<AnalyticsSummary> {
    return this.#summaries(context).load({
      urlId,
      groupKey: JSON.stringify(args),
      query: parseAnalyticsQuery(args, context.now()),
    })
  }

  /** Computes analytics of all the caller's links together. Throws `InvalidParams`. */
  summarizeAll(context: RequestContext, args: AnalyticsArgs): Promise<AccountAnalytics> {
    return summarizeAccount(context.em, parseAnalyticsQuery(args, context.now()), context.accountId)
  }

  /** Loads the links of requests with the same arguments together. */
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
