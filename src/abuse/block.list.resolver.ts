import { Arg, Args, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql'
import { Access } from '../access/marks.ts'
import type { Context } from '../graphql/context.ts'
import { Fails } from '../graphql/marks.ts'
import { PageArgs } from '../graphql/page.args.ts'
import { SuccessResponse } from '../graphql/success.response.ts'
import { Rest } from '../rest/mark.ts'
import { BlockDestinationArgs } from './args.ts'
import type { BlockList } from './block.list.ts'
import { BlockedDestination } from './blocked.destination.ts'
import { BlockedDestinationExists, BlockedDestinationNotFound } from './failures.ts'
import { ofAdmins } from './of.admins.ts'

const entryId = { description: 'Identifier of the entry.' }

@Resolver(() => BlockedDestination)
export class BlockListResolver {
  readonly #blockList: BlockList

  constructor(blockList: BlockList) {
    this.#blockList = blockList
  }

  @Rest('GET /abuse/destinations', 200)
  @Access('read:profile', ofAdmins)
  @Query(() => [BlockedDestination], {
    description: 'The block list, newest first, a page at a time. For admins of the installation.',
  })
  blockedDestinations(@Args(() => PageArgs) wish: PageArgs, @Ctx() context: Context): Promise<BlockedDestination[]> {
    return this.#blockList.list(context, wish)
  }

  @Rest('POST /abuse/destinations', 201)
  @Access('write:profile', ofAdmins)
  @Fails(BlockedDestinationExists)
  @Mutation(() => BlockedDestination, {
    description:
      'Put a destination on the block list: no link may lead there any more, and those that do are blocked, many of ' +
      'them in the background. For admins of the installation.',
  })
  blockDestination(
    @Args(() => BlockDestinationArgs) wish: BlockDestinationArgs,
    @Ctx() context: Context,
  ): Promise<BlockedDestination> {
    return this.#blockList.add(context, wish)
  }

  @Rest('DELETE /abuse/destinations/{id}', 200)
  @Access('write:profile', ofAdmins)
  @Fails(BlockedDestinationNotFound)
  @Mutation(() => SuccessResponse, {
    description:
      'Take an entry from the block list. Links that nothing else holds back open again, many of them in the ' +
      'background. For admins of the installation.',
  })
  async unblockDestination(
    @Arg('id', () => ID, entryId) id: string,
    @Ctx() context: Context,
  ): Promise<SuccessResponse> {
    await this.#blockList.remove(context, id)
    return { success: true }
  }

  @FieldResolver(() => Int, { description: 'How many links it holds back.' })
  blockedLinks(@Root() entry: BlockedDestination, @Ctx() context: Context): Promise<number> {
    return this.#blockList.blocksOf(context, entry)
  }
}
