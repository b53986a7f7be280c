import DataLoader from 'dataloader'
import { InvalidParams } from '../base/failures.ts'
import { type Context, perRequest } from '../graphql/context.ts'
import { readCursor, writeCursor } from '../graphql/paging.ts'
import type { AccountClicksArgs, ClickHistoryArgs, ClicksArgs, LinkClicksArgs } from './args.ts'
import type { Click } from './click.ts'
import { ClickConnection, newestFirst } from './connection.ts'
import type { Conditions } from './filters.ts'
import { countClicksOfEach, meantBy, pickClicks, pickClicksOfEach, type Scope, type Slice } from './picking.ts'

/** The part of one link's clicks that a graph client asks for. */
interface LinkPage {
  readonly urlId: string
  /** What tells it from another part: the same wish means a little later another range of time. */
  readonly key: string
  readonly meant: Conditions
  readonly slice: Slice
}

/** Lists single clicks, newest first, on links of the caller only; robots only when asked for. */
export class ClickListing {
  /** The same part of the clicks of many links is one statement; so is their count. */
  readonly #pages = perRequest(
    (context) => new DataLoader<LinkPage, Click[]>((pages) => this.#pickEach(context, pages), { cache: false }),
  )
  readonly #totals = perRequest(
    (context) => new DataLoader<LinkPage, number>((pages) => this.#countEach(context, pages), { cache: false }),
  )

  /** One page, by its number or after a cursor. Throws `InvalidParams`, also when both are given. */
  async list(context: Context, wish: ClicksArgs): Promise<Click[]> {
    const { page, limit, cursor } = wish
    if (cursor != null && page > 1) throw InvalidParams.of('page', 'must not stand beside cursor')
    const beyond = cursor == null ? null : readCursor(newestFirst, cursor, 'cursor')
    const meant = meantBy(wish, context.now())
    const scope = this.#scopeOf(context, wish)
    const slice = { limit: limit + 1, offset: (page - 1) * limit, beyond }
    const clicks = await pickClicks(context.em, scope, meant, slice)
    const last = clicks.length > limit ? clicks[limit - 1] : undefined
    const nextCursor = last ? writeCursor(newestFirst, last) : null
    // A count costs as much as all pages: who walks by cursor has been told it with the first page.
    const total = beyond ? {} : { total: await this.#count(context, scope, meant) }
    context.reportPage({ page, limit, nextCursor, ...total })
    return clicks.slice(0, limit)
  }

  /** The same for graph clients, who count only when they ask for it. */
  async browse(context: Context, wish: ClickHistoryArgs): Promise<ClickConnection> {
    const { scope, meant } = { scope: this.#scopeOf(context, wish), meant: meantBy(wish, context.now()) }
    const clicks = await pickClicks(context.em, scope, meant, sliceOf(wish))
    return new ClickConnection(clicks, newestFirst, wish, () => this.#count(context, scope, meant))
  }

  /** The clicks on one link, for graph clients; of another's link there are none to see. */
  async browseLink(context: Context, urlId: string, wish: LinkClicksArgs): Promise<ClickConnection> {
    const page = { urlId, key: JSON.stringify(wish), meant: meantBy(wish, context.now()), slice: sliceOf(wish) }
    const clicks = await this.#pages(context).load(page)
    return new ClickConnection(clicks, newestFirst, wish, () => this.#totals(context).load(page))
  }

  async #count(context: Context, scope: Scope, meant: Conditions): Promise<number> {
    const counts = await countClicksOfEach(context.em, scope, meant)
    return [...counts.values()].reduce((sum, count) => sum + count, 0)
  }

  #pickEach(context: Context, pages: readonly LinkPage[]): Promise<Click[][]> {
    return this.#together(context, pages, [], (scope, { meant, slice }) =>
      pickClicksOfEach(context.em, scope, meant, slice),
    )
  }

  #countEach(context: Context, pages: readonly LinkPage[]): Promise<number[]> {
    return this.#together(context, pages, 0, (scope, { meant }) => countClicksOfEach(context.em, scope, meant))
  }

  /** Asks once for all links of which the same is wanted. */
  async #together<T>(
    context: Context,
    pages: readonly LinkPage[],
    nothing: T,
    ask: (scope: Scope, page: LinkPage) => Promise<Map<string, T>>,
  ): Promise<T[]> {
    const groups = Map.groupBy(pages, ({ key }) => key)
    const found = new Map<LinkPage, T>()
    await Promise.all(
      [...groups.values()].map(async (group) => {
        const [page] = group as [LinkPage]
        const urlIds = [...new Set(group.map(({ urlId }) => urlId))]
        const answers = await ask({ ownerId: context.accountId, urlIds }, page)
        for (const each of group) found.set(each, answers.get(each.urlId) ?? nothing)
      }),
    )
    return pages.map((page) => found.get(page) ?? nothing)
  }

  #scopeOf(context: Context, { urlId }: AccountClicksArgs): Scope {
    return { ownerId: context.accountId, urlIds: urlId == null ? null : [urlId] }
  }
}

/** One more than a page, which tells whether there is a next one. */
function sliceOf({ first, after }: Pick<LinkClicksArgs, 'first' | 'after'>): Slice {
  return { limit: first + 1, offset: 0, beyond: after == null ? null : readCursor(newestFirst, after) }
}
