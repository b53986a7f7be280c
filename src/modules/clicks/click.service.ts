import { decodeCursor, encodeCursor } from '../../platform/graphql/pagination.ts'
import type { RequestContext } from '../../platform/graphql/request-context.ts'
import { InvalidParams } from '../../platform/shared/general.errors.ts'
import type { Click } from './click.entity.ts'
import type { AccountClicksArgs, ClickHistoryArgs, ClicksArgs, LinkClicksArgs } from './click.inputs.ts'
import {
  buildWhereClause,
  type CountryTotalsRow,
  countClicksByLink,
  findClicks,
  findClicksByLink,
  findCountryTotals,
  type LinkScope,
  type Slice,
  type WhereClause,
} from './click.queries.ts'
import { ClickConnection, type ClickMap, newestFirst } from './click.types.ts'
import { findCoordinates, getCountryName } from './country-coordinates.ts'
import { createLinkLoader } from './link-loader.ts'

interface LinkPageQuery {
  readonly where: WhereClause
  readonly slice: Slice
}

/** Lists the clicks on the caller's links, newest first, and counts them by country. */
export class ClickService {
  readonly #loadPage = createLinkLoader<LinkPageQuery, Click[]>(
    (context, urlIds, { where, slice }) =>
      findClicksByLink(context.em, { ownerId: context.accountId, urlIds }, where, slice),
    () => [],
  )
  readonly #loadTotal = createLinkLoader<LinkPageQuery, number>(
    (context, urlIds, { where }) => countClicksByLink(context.em, { ownerId: context.accountId, urlIds }, where),
    () => 0,
  )

  /** Returns a page by its number or after a cursor. Throws `InvalidParams`, also when both are given. */
  async list(context: RequestContext, args: ClicksArgs): Promise<Click[]> {
    const { page, limit, cursor } = args
    if (cursor != null && page > 1) throw InvalidParams.forField('page', 'must not be combined with cursor')
    const after = cursor == null ? null : decodeCursor(newestFirst, cursor, 'cursor')
    const where = buildWhereClause(args, context.now())
    const scope = toScope(context, args)
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
    const scope = toScope(context, args)
    const where = buildWhereClause(args, context.now())
    const clicks = await findClicks(context.em, scope, where, toSlice(args))
    return new ClickConnection(clicks, newestFirst, args, () => this.#count(context, scope, where))
  }

  /** Returns the clicks of one link as a connection. For a link of another account it is empty. */
  async paginateLink(context: RequestContext, urlId: string, args: LinkClicksArgs): Promise<ClickConnection> {
    const query = { where: buildWhereClause(args, context.now()), slice: toSlice(args) }
    const clicks = await this.#loadPage(context, urlId, args, query)
    return new ClickConnection(clicks, newestFirst, args, () => this.#loadTotal(context, urlId, args, query))
  }

  /** Returns a point for each country, most clicks first. Throws `InvalidParams` for an invalid period. */
  async buildMap(context: RequestContext, args: AccountClicksArgs): Promise<ClickMap> {
    const where = buildWhereClause(args, context.now())
    return toClickMap(await findCountryTotals(context.em, toScope(context, args), where))
  }

  async #count(context: RequestContext, scope: LinkScope, where: WhereClause): Promise<number> {
    const counts = await countClicksByLink(context.em, scope, where)
    return [...counts.values()].reduce((sum, count) => sum + count, 0)
  }
}

/** The caller's links, or the one that the arguments name. */
export function toScope(context: RequestContext, { urlId }: AccountClicksArgs): LinkScope {
  return { ownerId: context.accountId, urlIds: urlId == null ? null : [urlId] }
}

/** One click more than the page shows whether there is a next page. */
function toSlice({ first, after }: Pick<LinkClicksArgs, 'first' | 'after'>): Slice {
  return { limit: first + 1, offset: 0, after: after == null ? null : decodeCursor(newestFirst, after) }
}

function toClickMap(rows: readonly CountryTotalsRow[]): ClickMap {
  let unlocated = 0
  const features = rows.flatMap(({ country, count, uniqueVisitors }) => {
    const coordinates = country === null ? null : findCoordinates(country)
    if (country === null || coordinates === null) {
      unlocated += count
      return []
    }
    const properties = { country, countryName: getCountryName(country), count, uniqueVisitors }
    return [{ type: 'Feature', geometry: { type: 'Point', coordinates: [...coordinates] }, properties }]
  })
  return { type: 'FeatureCollection', features, unlocated }
}
