import { Arg, Args, Ctx, Mutation, Resolver } from 'type-graphql'
import { Access } from '../../../../platform/auth/authorization.ts'
import { InWorkspace, inputOptions, Throws } from '../../../../platform/graphql/operations.ts'
import { Price, type PriceKind } from '../../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import { Rest } from '../../../../platform/rest/rest.decorator.ts'
import { PlanLimitReached } from '../../../../platform/shared/general.errors.ts'
import { LinkChanged, LinkNotFound, OptionConflict } from '../link.errors.ts'
import { LinkFilterArgs } from '../link.inputs.ts'
import { addressErrors } from '../link.resolver.ts'
import { CreateUrlsInput, DeleteUrlsArgs, maxBatchSize, SelectionActionArgs, UpdateUrlsInput } from './bulk.inputs.ts'
import { BulkResponse, BulkSelectionResponse } from './bulk.types.ts'
import type { LinkBatchService } from './link-batch.service.ts'
import type { LinkSelectionService } from './link-selection.service.ts'

interface BatchArgs {
  readonly input?: { readonly items?: readonly { readonly password?: string | null }[] }
}

const countPasswords = ({ input }: BatchArgs) => input?.items?.filter((item) => item?.password).length ?? 0

/** Each password is hashed. */
const batchPriceKind = (args: BatchArgs): PriceKind => (countPasswords(args) > 0 ? 'password' : 'write')

const bodyLimit = 1024 * 1024

@Resolver()
export class BulkResolver {
  constructor(
    private readonly batches: LinkBatchService,
    private readonly selections: LinkSelectionService,
  ) {}

  @Rest('POST /urls/bulk', 200, {
    creates: true,
    bodyLimit,
    example: { items: [{ longUrl: 'https://example.com/a' }, { longUrl: 'https://example.com/b', title: 'B' }] },
  })
  @Access('write:links')
  @InWorkspace()
  @Throws(...addressErrors, OptionConflict, PlanLimitReached)
  @Price(batchPriceKind, countPasswords)
  @Mutation(() => BulkResponse, {
    description: `Create up to ${maxBatchSize} short links in one transaction. Ten of them cost as much quota as one request.`,
  })
  createUrls(
    @Arg('input', () => CreateUrlsInput, inputOptions) input: CreateUrlsInput,
    @Ctx() context: RequestContext,
  ): Promise<BulkResponse> {
    return this.batches.create(context, input)
  }

  @Rest('PATCH /urls/bulk', 200, { bodyLimit, itemRecord: 'results.url' })
  @Access('write:links')
  @Throws(LinkNotFound, LinkChanged, ...addressErrors, OptionConflict)
  @Price(batchPriceKind, countPasswords)
  @Mutation(() => BulkResponse, {
    description: `Update up to ${maxBatchSize} links in one transaction. Ten of them cost as much quota as one request.`,
  })
  updateUrls(
    @Arg('input', () => UpdateUrlsInput, inputOptions) input: UpdateUrlsInput,
    @Ctx() context: RequestContext,
  ): Promise<BulkResponse> {
    return this.batches.update(context, input)
  }

  @Rest('DELETE /urls/bulk', 200, { hasBody: true })
  @Access('write:links')
  @Throws(LinkNotFound)
  @Price('write')
  @Mutation(() => BulkResponse, {
    description: `Delete up to ${maxBatchSize} links and their click histories. This cannot be undone. Over REST, \`ids\`, \`atomic\` and \`dryRun\` are in the query string or in the body.`,
  })
  deleteUrls(@Args(() => DeleteUrlsArgs) args: DeleteUrlsArgs, @Ctx() context: RequestContext): Promise<BulkResponse> {
    return this.batches.delete(context, args)
  }

  @Rest('POST /urls/bulk/selection', 200, { example: { action: 'disable', search: 'example', dryRun: true } })
  @Access('write:links')
  @InWorkspace()
  @Price('count')
  @Mutation(() => BulkSelectionResponse, {
    description:
      'Move, tag, enable, disable or delete the links that a filter selects, up to 1000 at once; with `all`, every link of the workspace. Ten of them cost as much quota as one request.',
  })
  changeSelectedUrls(
    @Args(() => LinkFilterArgs) filter: LinkFilterArgs,
    @Args(() => SelectionActionArgs) action: SelectionActionArgs,
    @Ctx() context: RequestContext,
  ): Promise<BulkSelectionResponse> {
    return this.selections.change(context, filter, action)
  }
}
