import DataLoader from 'dataloader'
import { accountOf } from '../access/admit.ts'
import type { Context } from '../graphql/context.ts'
import { keyset } from '../graphql/paging.ts'
import { LinkNotFound } from '../links/index.ts'
import type { ClicksArgs, LinkClicksArgs } from './args.ts'
import { Click } from './click.ts'
import { ClickConnection, newestFirst } from './connection.ts'
import { summarizeLinks } from './summaries.ts'
import type { AnalyticsSummary } from './summary.ts'

/** Reads what the recorder wrote, for the links of the caller only. */
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

  /** The clicks on all links of the caller, newest first; robots only when asked for. */
  async list({ page, limit, includeBots }: ClicksArgs): Promise<Click[]> {
    const [clicks, total] = await this.#context.em.findAndCount(
      Click,
      { url: { owner: this.#callerId() }, ...(!includeBots && { isBot: false }) },
      { orderBy: { createdAt: 'desc', id: 'desc' }, limit, offset: (page - 1) * limit },
    )
    this.#context.reportPage({ page, limit, total })
    return clicks
  }

  /** The clicks on one link of the caller, for graph clients; of another's link there are none to see. */
  async browse(urlId: string, wish: LinkClicksArgs): Promise<ClickConnection> {
    const { em } = this.#context
    const filter = { url: { id: urlId, owner: this.#callerId() }, ...(!wish.includeBots && { isBot: false }) }
    const { where, ...page } = keyset(newestFirst, wish)
    const clicks = await em.find(Click, { $and: [filter, where] }, page)
    return new ClickConnection(clicks, newestFirst, wish, () => em.count(Click, filter))
  }

  async #summarize(urlIds: readonly string[]): Promise<(AnalyticsSummary | LinkNotFound)[]> {
    const found = await summarizeLinks(this.#context.em, this.#callerId(), [...new Set(urlIds)])
    return urlIds.map((id) => found.get(id) ?? new LinkNotFound())
  }

  #callerId(): string {
    return accountOf(this.#context.caller).accountId
  }
}
