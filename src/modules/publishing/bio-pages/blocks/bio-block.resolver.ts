import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import { DestinationBlocked } from '../../../../platform/addresses/block-list.ts'
import { Access } from '../../../../platform/auth/authorization.ts'
import { GraphqlOnly, inputOptions, Throws } from '../../../../platform/graphql/operations.ts'
import { Price } from '../../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import { deletionOf, SuccessResponse } from '../../../../platform/graphql/success-response.types.ts'
import { Rest } from '../../../../platform/rest/rest.decorator.ts'
import { PlanLimitReached } from '../../../../platform/shared/general.errors.ts'
import { DestinationLoop, DestinationNotAllowed } from '../../links/index.ts'
import { BioPage } from '../bio-page.entity.ts'
import { BioBlockNotFound, BioBlocksChanged, BioPageNotFound } from '../bio-page.errors.ts'
import { BioBlock } from './bio-block.entity.ts'
import { BioBlockArgs, CreateBioBlockInput, ReorderBioBlocksArgs, UpdateBioBlockInput } from './bio-block.inputs.ts'
import type { BioBlockService } from './bio-block.service.ts'

const pageIdOptions = { description: 'Identifier of the bio page.' }
const destinationErrors = [DestinationBlocked, DestinationLoop, DestinationNotAllowed]

@Resolver(() => BioPage)
export class BioBlockResolver {
  constructor(private readonly bioBlockService: BioBlockService) {}

  @Rest('GET /bio-pages/{id}/blocks', 200)
  @Access('read:links')
  @Throws(BioPageNotFound)
  @Price('list')
  @Query(() => [BioBlock], { description: 'The blocks of a bio page, in their order, also those that are hidden.' })
  bioBlocks(@Arg('id', () => ID, pageIdOptions) id: string, @Ctx() context: RequestContext): Promise<BioBlock[]> {
    return this.bioBlockService.list(context, id)
  }

  @Rest('POST /bio-pages/{id}/blocks', 201, {
    example: { type: 'link', title: 'My shop', url: 'https://example.com/shop' },
  })
  @Access('write:links')
  @Throws(BioPageNotFound, ...destinationErrors, PlanLimitReached)
  @Price('write')
  @Mutation(() => BioBlock, { description: 'Add a block at the end of a bio page, which can have 50.' })
  createBioBlock(
    @Arg('id', () => ID, pageIdOptions) id: string,
    @Arg('input', () => CreateBioBlockInput, inputOptions) input: CreateBioBlockInput,
    @Ctx() context: RequestContext,
  ): Promise<BioBlock> {
    return this.bioBlockService.create(context, id, input)
  }

  @Rest('PATCH /bio-pages/{id}/blocks/{blockId}', 200)
  @Access('write:links')
  @Throws(BioPageNotFound, BioBlockNotFound, ...destinationErrors)
  @Price('write')
  @Mutation(() => BioBlock, {
    description: 'Change a block of a bio page. Absent fields keep their value; null clears an optional one.',
  })
  updateBioBlock(
    @Args(() => BioBlockArgs) ids: BioBlockArgs,
    @Arg('input', () => UpdateBioBlockInput, inputOptions) input: UpdateBioBlockInput,
    @Ctx() context: RequestContext,
  ): Promise<BioBlock> {
    return this.bioBlockService.update(context, ids, input)
  }

  @Rest('DELETE /bio-pages/{id}/blocks/{blockId}', 200)
  @Access('write:links')
  @Throws(BioPageNotFound, BioBlockNotFound)
  @Price('write')
  @Mutation(() => SuccessResponse, { description: 'Delete a block of a bio page, with its clicks.' })
  async deleteBioBlock(
    @Args(() => BioBlockArgs) ids: BioBlockArgs,
    @Ctx() context: RequestContext,
  ): Promise<SuccessResponse> {
    return deletionOf(ids.blockId, await this.bioBlockService.delete(context, ids))
  }

  @Rest('PUT /bio-pages/{id}/blocks/order', 200)
  @Access('write:links')
  @Throws(BioPageNotFound, BioBlocksChanged)
  @Price('write')
  @Mutation(() => [BioBlock], {
    description: 'Give the blocks of a bio page a new order. It names each block once, so that none gets lost.',
  })
  reorderBioBlocks(
    @Args(() => ReorderBioBlocksArgs) input: ReorderBioBlocksArgs,
    @Ctx() context: RequestContext,
  ): Promise<BioBlock[]> {
    return this.bioBlockService.reorder(context, input)
  }

  @GraphqlOnly()
  @Price('lookup')
  @FieldResolver(() => [BioBlock], { description: 'The blocks in their order, also those that are hidden.' })
  blocks(@Root() { id }: BioPage, @Ctx() context: RequestContext): Promise<BioBlock[]> {
    return this.bioBlockService.load(context, id)
  }
}
