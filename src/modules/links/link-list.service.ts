import DataLoader from 'dataloader'
import type { EntityManager } from '../../platform/database/database.ts'
import { buildKeysetQuery } from '../../platform/graphql/pagination.ts'
import { perRequest, type RequestContext } from '../../platform/graphql/request-context.ts'
import type { Account } from '../accounts/index.ts'
import { Link } from './link.entity.ts'
import type { LinksArgs } from './link.inputs.ts'
import { linkOrders, UrlConnection } from './link.types.ts'

/** The caller's links as a connection, with search, sorting and cursor pagination. */
export class LinkListService {
  /** `owner { links }` on a page of 100 links runs one query for each distinct argument list. */
  readonly #pageLoader = perRequest(
    (context) =>
      new DataLoader<LinksArgs, UrlConnection>((queries) => this.#findPages(context, queries), { cache: false }),
  )

  /** Finds a page in one statement. The total is only counted if the client selects it. */
  async findPage(context: RequestContext, query: LinksArgs): Promise<UrlConnection> {
    const { em } = context
    const order = linkOrders[query.sort]
    const filter = { owner: context.accountId, kind: 'link' as const, ...buildLinkFilter(query) }
    const { where, ...page } = buildKeysetQuery(order, query)
    const links = await em.find(Link, { $and: [filter, where] }, page)
    return new UrlConnection(links, order, query, () => em.count(Link, filter))
  }

  /** The links of an account, or null if it is not the caller's. */
  async findPageForAccount(context: RequestContext, { id }: Account, query: LinksArgs): Promise<UrlConnection | null> {
    return id === context.accountId ? this.#pageLoader(context).load(query) : null
  }

  #findPages(context: RequestContext, queries: readonly LinksArgs[]): Promise<(UrlConnection | Error)[]> {
    const pages = new Map<string, Promise<UrlConnection | Error>>()
    for (const query of queries) {
      const key = JSON.stringify(query)
      const page = pages.get(key) ?? this.findPage(context, query).catch((error: Error) => error)
      pages.set(key, page)
    }
    return Promise.all(queries.map((query) => pages.get(JSON.stringify(query)) as Promise<UrlConnection | Error>))
  }
}

function buildLinkFilter({ search, isActive }: LinksArgs) {
  const text = search?.trim()
  // Escapes the wildcards of LIKE.
  const $ilike = text && `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return {
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
