import { Arg, Args, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql'
import { Access } from '../access/marks.ts'
import type { Context } from '../graphql/context.ts'
import { Fails } from '../graphql/marks.ts'
import { PageArgs } from '../graphql/page.args.ts'
import { SuccessResponse } from '../graphql/success.response.ts'
import { Rest } from '../rest/mark.ts'
import { BlockDestinationArgs } from './args.ts'
import { BlockList } from './block.list.ts'
import { BlockedDestination } from './blocked.destination.ts'
import { BlockedDestinationExists, BlockedDestinationNotFound } from './failures.ts'
import { ofAdmins } from './of.admins.ts'

const entryId = { description: 'Identifier of the entry.' }

@Resolver(() => BlockedDestination)
export class BlockListResolver {
  readonly #blockList: BlockList

  constructor(context: Context) {
    this.#blockList = context.use(BlockList)
  }

  @Rest('GET /abuse/destinations', 200)
  @Access('read:profile', ofAdmins)
  @Query(() => [BlockedDestination], {
    description: 'The block list, newest first, a page at a time. For admins of the installation.',
  })
  blockedDestinations(@Args(() => PageArgs) wish: PageArgs): Promise<BlockedDestination[]> {
    return this.#blockList.list(wish)
  }

  @Rest('POST /abuse/destinations', 201)
  @Access('write:profile', ofAdmins)
  @Fails(BlockedDestinationExists)
  @Mutation(() => BlockedDestination, {
    description:
      'Put a destination on the block list: no link may lead there any more, and those that do are blocked, many of ' +
      'them in the background. For admins of the installation.',
  })
  blockDestination(@Args(() => BlockDestinationArgs) wish: BlockDestinationArgs): Promise<BlockedDestination> {
    return this.#blockList.add(wish)
  }

  @Rest('DELETE /abuse/destinations/{id}', 200)
  @Access('write:profile', ofAdmins)
  @Fails(BlockedDestinationNotFound)
  @Mutation(() => SuccessResponse, {
    description:
      'Take an entry from the block list. Links that nothing else holds back open again, many of them in the ' +
      'background. For admins of the installation.',
  })
  async unblockDestination(@Arg('id', () => ID, entryId) id: string): Promise<SuccessResponse> {
    await this.#blockList.remove(id)
    return { success: true }
  }

  @FieldResolver(() => Int, { description: 'How many links it holds back.' })
  blockedLinks(@Root() entry: BlockedDestination): Promise<number> {
    return this.#blockList.blocksOf(entry)
  }
}
