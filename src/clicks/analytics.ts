import DataLoader from 'dataloader'
import { type Context, perRequest } from '../graphql/context.ts'
import { LinkNotFound } from '../links/index.ts'
import type { AnalyticsArgs } from './analytics.args.ts'
import { type Question, questionOf } from './rollups/question.ts'
import { summarizeAccount, summarizeLinks } from './summaries.ts'
import type { AccountAnalytics, AnalyticsSummary } from './summary.ts'

/** One link, and what of its clicks is asked; the wish tells questions apart. */
interface Asked {
  readonly urlId: string
  readonly wish: string
  readonly question: Question
}

/** Sums up what the recorder wrote, for the links of the caller only. */
export class Analytics {
  /** Gathers the links that one moment of the request asks for; nothing is kept, for a mutation may come between. */
  readonly #summaries = perRequest(
    (context) => new DataLoader<Asked, AnalyticsSummary>((asked) => this.#summarize(context, asked), { cache: false }),
  )

  /**
   * Sums up one link. Throws `LinkNotFound` for an unknown link and for another's, and `InvalidParams` for a range, a
   * zone or a unit that cannot be.
   */
  summarize(context: Context, urlId: string, wish: AnalyticsArgs): Promise<AnalyticsSummary> {
    return this.#summaries(context).load({
      urlId,
      wish: JSON.stringify(wish),
      question: questionOf(wish, context.now()),
    })
  }

  /** Sums up all links of the caller together. Throws `InvalidParams`. */
  summarizeAll(context: Context, wish: AnalyticsArgs): Promise<AccountAnalytics> {
    return summarizeAccount(context.em, questionOf(wish, context.now()), context.accountId)
  }

  /** Links that are asked the same are read together; a document asks little that differs. */
  async #summarize(context: Context, asked: readonly Asked[]): Promise<(AnalyticsSummary | Error)[]> {
    const found = new Map<string, Map<string, AnalyticsSummary | Error>>()
    for (const [wish, same] of Map.groupBy(asked, (each) => each.wish)) {
      const [first] = same
      const urlIds = [...new Set(same.map(({ urlId }) => urlId))]
      if (first) found.set(wish, await summarizeLinks(context.em, first.question, context.accountId, urlIds))
    }
    return asked.map(({ urlId, wish }) => found.get(wish)?.get(urlId) ?? new LinkNotFound())
  }
}
