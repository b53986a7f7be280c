import DataLoader from 'dataloader'
import type { EntityManager } from '../../platform/database/database.ts'
import { buildKeysetQuery } from '../../platform/graphql/pagination.ts'
import { perRequest, type RequestContext } from '../../platform/graphql/request-context.ts'
import type { Account } from '../accounts/index.ts'
import { Link } from './link.entity.ts'
import type { LinksArgs } from './link.inputs.ts'
import { linkOrders, UrlConnection } from './link.types.ts'

/** The caller's links for graph clients: searched, sorted, and paged by cursor. */
export class LinkListService {
  /** A profile that is met on every link of a page is asked for its links once, and not a hundred times. */
  readonly #pageLoader = perRequest(
    (context) =>
      new DataLoader<LinksArgs, UrlConnection>((queries) => this.#findPages(context, queries), { cache: false }),
  )

  /** One page, found by one statement; the total is counted when the client asks for it. */
  async findPage(context: RequestContext, query: LinksArgs): Promise<UrlConnection> {
    const { em } = context
    const order = linkOrders[query.sort]
    const filter = { owner: context.accountId, kind: 'link' as const, ...buildLinkFilter(query) }
    const { where, ...page } = buildKeysetQuery(order, query)
    const links = await em.find(Link, { $and: [filter, where] }, page)
    return new UrlConnection(links, order, query, () => em.count(Link, filter))
  }

  /** The links of a profile the caller came across: their own, or nothing at all. */
  async findPageForAccount(context: RequestContext, { id }: Account, query: LinksArgs): Promise<UrlConnection | null> {
    return id === context.accountId ? this.#pageLoader(context).load(query) : null
  }

  #findPages(context: RequestContext, queries: readonly LinksArgs[]): Promise<(UrlConnection | Error)[]> {
    const pages = new Map<string, Promise<UrlConnection | Error>>()
    for (const query of queries) {
      const key = JSON.stringify(query)
      if (!pages.has(key))
        pages.set(
          key,
          this.findPage(context, query).catch((error: Error) => error),
        )
    }
    return Promise.all(queries.map((query) => pages.get(JSON.stringify(query)) as Promise<UrlConnection | Error>))
  }
}

function buildLinkFilter({ search, isActive }: LinksArgs) {
  const text = search?.trim()
  // What LIKE would read as a wildcard stands for itself.
  const $ilike = text && `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return {
    ...($ilike && { $or: [{ title: { $ilike } }, { code: { $ilike } }, { originalUrl: { $ilike } }] }),
    ...(typeof isActive === 'boolean' && { isActive }),
  }
}

/** Links of an account that are blocked for abuse, who has been so longest first; and how many there are. */
export function findBlockedLinks(em: EntityManager, ownerId: string, limit: number): Promise<[Link[], number]> {
  return em.findAndCount(
    Link,
    { owner: ownerId, blockedAt: { $ne: null } },
    { orderBy: { blockedAt: 'asc', id: 'asc' }, limit },
  )
}
