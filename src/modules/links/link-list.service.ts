import DataLoader from 'dataloader'
import type { EntityManager } from '../../platform/database/database.ts'
import { buildKeysetQuery, buildOrderBy, findPage } from '../../platform/graphql/pagination.ts'
import { perRequest, type RequestContext } from '../../platform/graphql/request-context.ts'
import type { Account } from '../accounts/index.ts'
import { Link } from './link.entity.ts'
import type { LinkSearchArgs, LinksArgs, UrlsArgs } from './link.inputs.ts'
import { linkOrders, UrlConnection } from './link.types.ts'

/** The caller's links with search and sorting: by page number, or as a connection by cursor. */
export class LinkListService {
  /** `owner { links }` on a page of 100 links runs one query for each distinct argument list. */
  readonly #pageLoader = perRequest((context) => {
    const loader = new DataLoader<LinksArgs, UrlConnection, string>(
      (queries) => {
        // Later requests for the same page read it again, because a mutation may have changed it.
        loader.clearAll()
        return Promise.all(queries.map((query) => this.findPage(context, query).catch((error: Error) => error)))
      },
      { cacheKeyFn: (query) => JSON.stringify(query) },
    )
    return loader
  })

  /** Finds a page by its number; sets the page headers. */
  list(context: RequestContext, query: UrlsArgs): Promise<Link[]> {
    return findPage(context, Link, buildLinkFilter(context, query), query, {
      orderBy: buildOrderBy(linkOrders[query.sort]),
    })
  }

  /** Finds a page by cursor in one statement. The total is only counted if the client selects it. */
  async findPage(context: RequestContext, query: LinksArgs): Promise<UrlConnection> {
    const { em } = context
    const order = linkOrders[query.sort]
    const filter = buildLinkFilter(context, query)
    const { where, ...page } = buildKeysetQuery(order, query)
    const links = await em.find(Link, { $and: [filter, where] }, page)
    return new UrlConnection(links, order, query, () => em.count(Link, filter))
  }

  /** The links of an account, or null if it is not the caller's. */
  async findPageForAccount(context: RequestContext, { id }: Account, query: LinksArgs): Promise<UrlConnection | null> {
    return id === context.accountId ? this.#pageLoader(context).load(query) : null
  }
}

/** The links of the caller that a search selects. */
function buildLinkFilter(context: RequestContext, { search, isActive }: LinkSearchArgs) {
  const text = search?.trim()
  // Escapes the wildcards of LIKE.
  const $ilike = text && `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return {
    owner: context.accountId,
    kind: 'link' as const,
    ...($ilike && { $or: [{ title: { $ilike } }, { code: { $ilike } }, { originalUrl: { $ilike } }] }),
    ...(typeof isActive === 'boolean' && { isActive }),
  }
}

/** The blocked links of an account in the order of their blocking, and their total number. */
export function findBlockedLinks(em: EntityManager, ownerId: string, limit: number): Promise<[Link[], number]> {
  return em.findAndCount(
    Link,
    { owner: ownerId, blockedAt: { $ne: null } },
    { orderBy: { blockedAt: 'asc', id: 'asc' }, limit },
  )
}
