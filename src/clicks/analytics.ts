import DataLoader from 'dataloader'
import { accountOf } from '../access/admit.ts'
import type { Context } from '../graphql/context.ts'
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
  readonly #context: Context
  /** Gathers the links that one moment of the request asks for; nothing is kept, for a mutation may come between. */
  readonly #summaries = new DataLoader<Asked, AnalyticsSummary>((asked) => this.#summarize(asked), { cache: false })

  constructor(context: Context) {
    this.#context = context
  }

  /**
   * Sums up one link. Throws `LinkNotFound` for an unknown link and for another's, and `InvalidParams` for a range, a
   * zone or a unit that cannot be.
   */
  summarize(urlId: string, wish: AnalyticsArgs): Promise<AnalyticsSummary> {
    return this.#summaries.load({ urlId, wish: JSON.stringify(wish), question: questionOf(wish, this.#context.now()) })
  }

  /** Sums up all links of the caller together. Throws `InvalidParams`. */
  summarizeAll(wish: AnalyticsArgs): Promise<AccountAnalytics> {
    return summarizeAccount(this.#context.em, questionOf(wish, this.#context.now()), this.#callerId())
  }

  /** Links that are asked the same are read together; a document asks little that differs. */
  async #summarize(asked: readonly Asked[]): Promise<(AnalyticsSummary | Error)[]> {
    const found = new Map<string, Map<string, AnalyticsSummary | Error>>()
    for (const [wish, same] of Map.groupBy(asked, (each) => each.wish)) {
      const [first] = same
      const urlIds = [...new Set(same.map(({ urlId }) => urlId))]
      if (first) found.set(wish, await summarizeLinks(this.#context.em, first.question, this.#callerId(), urlIds))
    }
    return asked.map(({ urlId, wish }) => found.get(wish)?.get(urlId) ?? new LinkNotFound())
  }

  #callerId(): string {
    return accountOf(this.#context.caller).accountId
  }
}
