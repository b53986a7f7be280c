import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import { Access } from '../access/marks.ts'
import { Account } from '../accounts/index.ts'
import type { Context } from '../graphql/context.ts'
import { GraphOnly } from '../graphql/marks.ts'
import { LinksArgs } from './args.ts'
import type { Browsing } from './browsing.ts'
import { UrlConnection } from './connection.ts'

/** The edge from an account to its links, added from here because accounts know nothing of links. */
@Resolver(() => Account)
export class AccountLinksResolver {
  readonly #browsing: Browsing

  constructor(browsing: Browsing) {
    this.#browsing = browsing
  }

  @GraphOnly()
  @Access('read:links')
  @FieldResolver(() => UrlConnection, {
    nullable: true,
    description: 'The links of this user; null unless the user is the caller. Needs the scope `read:links`.',
  })
  links(
    @Root() account: Account,
    @Args(() => LinksArgs) wish: LinksArgs,
    @Ctx() context: Context,
  ): Promise<UrlConnection | null> {
    return this.#browsing.browseOwn(context, account, wish)
  }
}
