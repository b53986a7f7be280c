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
  type WhereClause,
} from './click.queries.ts'
import { ClickConnection, newestFirst } from './click.types.ts'

/** A page of the clicks of one link. */
interface LinkPageRequest {
  readonly urlId: string
  /** Requests with the same arguments share a statement. `where` cannot be the key: it depends on the time. */
  readonly groupKey: string
  readonly where: WhereClause
  readonly slice: Slice
}

/** Lists the clicks on the caller's links, newest first. */
export class ClickService {
  /** The same page of many links is one statement, and so are their totals. */
  readonly #pages = perRequest(
    (context) => new DataLoader<LinkPageRequest, Click[]>((pages) => this.#findEach(context, pages), { cache: false }),
  )
  readonly #totals = perRequest(
    (context) => new DataLoader<LinkPageRequest, number>((pages) => this.#countEach(context, pages), { cache: false }),
  )

  /** Returns a page by its number or after a cursor. Throws `InvalidParams`, also when both are given. */
  async list(context: RequestContext, args: ClicksArgs): Promise<Click[]> {
    const { page, limit, cursor } = args
    if (cursor != null && page > 1) throw InvalidParams.forField('page', 'must not be combined with cursor')
    const after = cursor == null ? null : decodeCursor(newestFirst, cursor, 'cursor')
    const where = buildWhereClause(args, context.now())
    const scope = this.#scopeOf(context, args)
    const slice = { limit: limit + 1, offset: (page - 1) * limit, after }
    const clicks = await findClicks(context.em, scope, where, slice)
    const last = clicks.length > limit ? clicks[limit - 1] : undefined
    const nextCursor = last ? encodeCursor(newestFirst, last) : null
    // Counting costs as much as reading all pages. Clients that page by cursor got the total with the first page.
    const total = after ? {} : { total: await this.#count(context, scope, where) }
    context.setPage({ page, limit, nextCursor, ...total })
    return clicks.slice(0, limit)
  }

  /** Returns a page as a connection. The total is counted only when the document selects it. */
  async paginate(context: RequestContext, args: ClickHistoryArgs): Promise<ClickConnection> {
    const scope = this.#scopeOf(context, args)
    const where = buildWhereClause(args, context.now())
    const clicks = await findClicks(context.em, scope, where, toSlice(args))
    return new ClickConnection(clicks, newestFirst, args, () => this.#count(context, scope, where))
  }

  /** Returns the clicks of one link as a connection. For a link of another account it is empty. */
  async paginateLink(context: RequestContext, urlId: string, args: LinkClicksArgs): Promise<ClickConnection> {
    const page = {
      urlId,
      groupKey: JSON.stringify(args),
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

  /** Loads the links of requests with the same arguments together. */
  async #loadGrouped<T>(
    context: RequestContext,
    pages: readonly LinkPageRequest[],
    fallback: T,
    load: (scope: LinkScope, page: LinkPageRequest) => Promise<Map<string, T>>,
  ): Promise<T[]> {
    const groups = Map.groupBy(pages, ({ groupKey }) => groupKey)
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

/** One click more than the page shows whether there is a next page. */
function toSlice({ first, after }: Pick<LinkClicksArgs, 'first' | 'after'>): Slice {
  return { limit: first + 1, offset: 0, after: after == null ? null : decodeCursor(newestFirst, after) }
}
