import DataLoader from 'dataloader'
import { decodeCursor, encodeCursor } from '../../platform/graphql/pagination.ts'
import { perRequest, type RequestContext } from '../../platform/graphql/request-context.ts'
import { InvalidParams } from '../../platform/shared/general.errors.ts'
import type { Click } from './click.entity.ts'
import type { AccountClicksArgs, ClickHistoryArgs, ClicksArgs, LinkClicksArgs } from './click.inputs.ts'
import {
  buildWhereClause,
  countClicksByLink,
  findClicks,
  findClicksByLink,
  type LinkScope,
  type Slice,
} from './click.queries.ts'
import { ClickConnection, newestFirst } from './click.types.ts'
import type { WhereClause } from './click-filters.ts'

/** The part of one link's clicks that a graph client asks for. */
interface LinkPageRequest {
  readonly urlId: string
  /** What tells it from another part: the same wish means a little later another range of time. */
  readonly key: string
  readonly where: WhereClause
  readonly slice: Slice
}

/** Lists single clicks, newest first, on links of the caller only; robots only when asked for. */
export class ClickService {
  /** The same part of the clicks of many links is one statement; so is their count. */
  readonly #pages = perRequest(
    (context) => new DataLoader<LinkPageRequest, Click[]>((pages) => this.#findEach(context, pages), { cache: false }),
  )
  readonly #totals = perRequest(
    (context) => new DataLoader<LinkPageRequest, number>((pages) => this.#countEach(context, pages), { cache: false }),
  )

  /** One page, by its number or after a cursor. Throws `InvalidParams`, also when both are given. */
  async list(context: RequestContext, args: ClicksArgs): Promise<Click[]> {
    const { page, limit, cursor } = args
    if (cursor != null && page > 1) throw InvalidParams.forField('page', 'must not stand beside cursor')
    const after = cursor == null ? null : decodeCursor(newestFirst, cursor, 'cursor')
    const where = buildWhereClause(args, context.now())
    const scope = this.#scopeOf(context, args)
    const slice = { limit: limit + 1, offset: (page - 1) * limit, after }
    const clicks = await findClicks(context.em, scope, where, slice)
    const last = clicks.length > limit ? clicks[limit - 1] : undefined
    const nextCursor = last ? encodeCursor(newestFirst, last) : null
    // A count costs as much as all pages: who walks by cursor has been told it with the first page.
    const total = after ? {} : { total: await this.#count(context, scope, where) }
    context.setPage({ page, limit, nextCursor, ...total })
    return clicks.slice(0, limit)
  }

  /** The same for graph clients, who count only when they ask for it. */
  async paginate(context: RequestContext, args: ClickHistoryArgs): Promise<ClickConnection> {
    const scope = this.#scopeOf(context, args)
    const where = buildWhereClause(args, context.now())
    const clicks = await findClicks(context.em, scope, where, toSlice(args))
    return new ClickConnection(clicks, newestFirst, args, () => this.#count(context, scope, where))
  }

  /** The clicks on one link, for graph clients; of another's link there are none to see. */
  async paginateLink(context: RequestContext, urlId: string, args: LinkClicksArgs): Promise<ClickConnection> {
    const page = {
      urlId,
      key: JSON.stringify(args),
      where: buildWhereClause(args, context.now()),
      slice: toSlice(args),
    }
    const clicks = await this.#pages(context).load(page)
    return new ClickConnection(clicks, newestFirst, args, () => this.#totals(context).load(page))
  }

  async #count(context: RequestContext, scope: LinkScope, where: WhereClause): Promise<number> {
    const counts = await countClicksByLink(context.em, scope, where)
    return [...counts.values()].reduce((sum, count) => sum + count, 0)
  }

  #findEach(context: RequestContext, pages: readonly LinkPageRequest[]): Promise<Click[][]> {
    return this.#loadGrouped(context, pages, [], (scope, { where, slice }) =>
      findClicksByLink(context.em, scope, where, slice),
    )
  }

  #countEach(context: RequestContext, pages: readonly LinkPageRequest[]): Promise<number[]> {
    return this.#loadGrouped(context, pages, 0, (scope, { where }) => countClicksByLink(context.em, scope, where))
  }

  /** Asks once for all links of which the same is wanted. */
  async #loadGrouped<T>(
    context: RequestContext,
    pages: readonly LinkPageRequest[],
    fallback: T,
    load: (scope: LinkScope, page: LinkPageRequest) => Promise<Map<string, T>>,
  ): Promise<T[]> {
    const groups = Map.groupBy(pages, ({ key }) => key)
    const results = new Map<LinkPageRequest, T>()
    await Promise.all(
      [...groups.values()].map(async (group) => {
        const [page] = group as [LinkPageRequest]
        const urlIds = [...new Set(group.map(({ urlId }) => urlId))]
        const loaded = await load({ ownerId: context.accountId, urlIds }, page)
        for (const each of group) results.set(each, loaded.get(each.urlId) ?? fallback)
      }),
    )
    return pages.map((page) => results.get(page) ?? fallback)
  }

  #scopeOf(context: RequestContext, { urlId }: AccountClicksArgs): LinkScope {
    return { ownerId: context.accountId, urlIds: urlId == null ? null : [urlId] }
  }
}

/** One more than a page, which tells whether there is a next one. */
function toSlice({ first, after }: Pick<LinkClicksArgs, 'first' | 'after'>): Slice {
  return { limit: first + 1, offset: 0, after: after == null ? null : decodeCursor(newestFirst, after) }
}
