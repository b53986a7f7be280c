import { Arg, Args, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql'
import { Access } from '../../../platform/auth/authorization.ts'
import type { ReadOnly } from '../../../platform/database/read-only.ts'
import { GraphqlOnly, inputOptions, Throws } from '../../../platform/graphql/operations.ts'
import { FindsNode } from '../../../platform/graphql/pagination/node.resolver.ts'
import { PagedConnectionArgs } from '../../../platform/graphql/pagination/page.inputs.ts'
import { Price } from '../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { SuccessResponse } from '../../../platform/graphql/success-response.types.ts'
import { Rest } from '../../../platform/rest/rest.decorator.ts'
import { Account, loadAccount } from '../../identity/accounts/index.ts'
import { BlockedDestinationExists, BlockedDestinationNotFound } from './abuse.errors.ts'
import { BlockDestinationInput } from './abuse.inputs.ts'
import { adminOnly } from './abuse-review.resolver.ts'
import type { BlockListService } from './block-list.service.ts'
import { BlockedDestination, BlockedDestinationConnection } from './blocked-destination.entity.ts'

const entryIdArg = { description: 'Identifier of the entry.' }

@Resolver(() => BlockedDestination)
export class BlockListResolver {
  constructor(private readonly blockList: BlockListService) {}

  @Rest('GET /abuse/destinations', 200)
  @Access('read:profile', adminOnly)
  @Price('list')
  @Query(() => BlockedDestinationConnection, {
    description: 'The block list, newest first. For admins of the installation.',
  })
  blockedDestinations(
    @Args(() => PagedConnectionArgs) page: PagedConnectionArgs,
    @Ctx() context: RequestContext,
  ): Promise<BlockedDestinationConnection> {
    return this.blockList.list(context, page)
  }

  @Access('read:profile', adminOnly)
  @FindsNode('dst')
  @Throws(BlockedDestinationNotFound)
  @Price('lookup')
  @Query(() => BlockedDestination, {
    description: 'An entry of the block list by its id. For admins of the installation.',
  })
  blockedDestination(
    @Arg('id', () => ID, entryIdArg) id: string,
    @Ctx() context: RequestContext,
  ): Promise<BlockedDestination> {
    return this.blockList.get(context, id)
  }

  @Rest('POST /abuse/destinations', 201)
  @Access('write:profile', adminOnly)
  @Throws(BlockedDestinationExists)
  @Price('write')
  @Mutation(() => BlockedDestination, {
    description:
      'Add a destination to the block list. New links to it are refused, and existing links are blocked, large ' +
      'numbers of them in the background. For admins of the installation.',
  })
  blockDestination(
    @Arg('input', () => BlockDestinationInput, inputOptions) input: BlockDestinationInput,
    @Ctx() context: RequestContext,
  ): Promise<BlockedDestination> {
    return this.blockList.add(context, input)
  }

  @Rest('DELETE /abuse/destinations/{id}', 200)
  @Access('write:profile', adminOnly)
  @Throws(BlockedDestinationNotFound)
  @Price('write')
  @Mutation(() => SuccessResponse, {
    description:
      'Remove an entry from the block list. Links that nothing else blocks are unblocked, large numbers of them in ' +
      'the background. For admins of the installation.',
  })
  async unblockDestination(
    @Arg('id', () => ID, entryIdArg) id: string,
    @Ctx() context: RequestContext,
  ): Promise<SuccessResponse> {
    await this.blockList.remove(context, id)
    return { success: true, deletedId: id }
  }

  @Price('count')
  @FieldResolver(() => Int, { description: 'Number of links that the entry blocks.' })
  blockedLinks(@Root() { id }: BlockedDestination, @Ctx() context: RequestContext): Promise<number> {
    return this.blockList.countBlockedLinks(context, id)
  }

  @GraphqlOnly()
  @Price('lookup')
  @FieldResolver(() => Account, {
    nullable: true,
    description: 'The account that added the entry; null when it was deleted.',
  })
  actor(@Root() { actorId }: BlockedDestination, @Ctx() context: RequestContext): Promise<ReadOnly<Account> | null> {
    return loadAccount(context, actorId)
  }
}
