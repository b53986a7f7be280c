import type { FilterQuery } from '@mikro-orm/postgresql'
import { accountOf } from '../access/admit.ts'
import type { Account } from '../accounts/index.ts'
import type { Context } from '../graphql/context.ts'
import { keyset } from '../graphql/paging.ts'
import type { LinksArgs } from './args.ts'
import { UrlConnection } from './connection.ts'
import { Link } from './link.ts'
import { linkOrders } from './sort.ts'

/** The caller's links for graph clients: searched, sorted, and paged by cursor. */
export class Browsing {
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
  }

  /** One page, found by one statement; the total is counted when the client asks for it. */
  async browse(wish: LinksArgs): Promise<UrlConnection> {
    const { em } = this.#context
    const order = linkOrders[wish.sort]
    const filter = { owner: this.#callerId(), ...filterOf(wish) } satisfies FilterQuery<Link>
    const { where, ...page } = keyset(order, wish)
    const links = await em.find(Link, { $and: [filter, where] }, page)
    return new UrlConnection(links, order, wish, () => em.count(Link, filter))
  }

  /** The links of a profile the caller came across: their own, or nothing at all. */
  async browseOwn({ id }: Account, wish: LinksArgs): Promise<UrlConnection | null> {
    return id === this.#callerId() ? this.browse(wish) : null
  }

  #callerId(): string {
    return accountOf(this.#context.caller).accountId
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
