import DataLoader from 'dataloader'
import type { Account } from '../accounts/index.ts'
import { type Context, perRequest } from '../graphql/context.ts'
import { keyset } from '../graphql/paging.ts'
import type { LinksArgs } from './args.ts'
import { UrlConnection } from './connection.ts'
import { Link } from './link.ts'
import { linkOrders } from './sort.ts'

/** The caller's links for graph clients: searched, sorted, and paged by cursor. */
export class Browsing {
  /** A profile that is met on every link of a page is asked for its links once, and not a hundred times. */
  readonly #pages = perRequest(
    (context) =>
      new DataLoader<LinksArgs, UrlConnection>((wishes) => this.#browseEach(context, wishes), { cache: false }),
  )

  /** One page, found by one statement; the total is counted when the client asks for it. */
  async browse(context: Context, wish: LinksArgs): Promise<UrlConnection> {
    const { em } = context
    const order = linkOrders[wish.sort]
    const filter = { owner: context.accountId, kind: 'link' as const, ...filterOf(wish) }
    const { where, ...page } = keyset(order, wish)
    const links = await em.find(Link, { $and: [filter, where] }, page)
    return new UrlConnection(links, order, wish, () => em.count(Link, filter))
  }

  /** The links of a profile the caller came across: their own, or nothing at all. */
  async browseOwn(context: Context, { id }: Account, wish: LinksArgs): Promise<UrlConnection | null> {
    return id === context.accountId ? this.#pages(context).load(wish) : null
  }

  #browseEach(context: Context, wishes: readonly LinksArgs[]): Promise<(UrlConnection | Error)[]> {
    const pages = new Map<string, Promise<UrlConnection | Error>>()
    for (const wish of wishes) {
      const key = JSON.stringify(wish)
      if (!pages.has(key))
        pages.set(
          key,
          this.browse(context, wish).catch((failure: Error) => failure),
        )
    }
    return Promise.all(wishes.map((wish) => pages.get(JSON.stringify(wish)) as Promise<UrlConnection | Error>))
  }
}

function filterOf({ search, isActive }: LinksArgs) {
  const text = search?.trim()
  // What LIKE would read as a wildcard stands for itself.
  const $ilike = text && `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return {
    ...($ilike && { $or: [{ title: { $ilike } }, { code: { $ilike } }, { originalUrl: { $ilike } }] }),
    ...(typeof isActive === 'boolean' && { isActive }),
  }
}
