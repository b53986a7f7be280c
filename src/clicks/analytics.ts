import DataLoader from 'dataloader'
import { accountOf } from '../access/admit.ts'
import type { Context } from '../graphql/context.ts'
import { LinkNotFound } from '../links/index.ts'
import { summarizeLinks } from './summaries.ts'
import type { AnalyticsSummary } from './summary.ts'

/** Sums up what the recorder wrote, for the links of the caller only. */
export class Analytics {
  readonly #context: Context
  /** Gathers the links that one moment of the request asks for; nothing is kept, for a mutation may come between. */
  readonly #summaries = new DataLoader<string, AnalyticsSummary>((ids) => this.#summarize(ids), { cache: false })

  constructor(context: Context) {
    this.#context = context
  }

  /** Sums up one link. Throws `LinkNotFound` for an unknown link and for another's. */
  summarize(urlId: string): Promise<AnalyticsSummary> {
    return this.#summaries.load(urlId)
  }

  async #summarize(urlIds: readonly string[]): Promise<(AnalyticsSummary | LinkNotFound)[]> {
    const found = await summarizeLinks(this.#context.em, this.#callerId(), [...new Set(urlIds)])
    return urlIds.map((id) => found.get(id) ?? new LinkNotFound())
  }

  #callerId(): string {
    return accountOf(this.#context.caller).accountId
  }
}
