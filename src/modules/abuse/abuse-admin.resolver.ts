import { Arg, Args, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql'
import { Access } from '../../platform/auth/authorization.ts'
import { Throws } from '../../platform/graphql/operations.ts'
import { PageArgs } from '../../platform/graphql/pagination.ts'
import type { RequestContext } from '../../platform/graphql/request-context.ts'
import { SuccessResponse } from '../../platform/graphql/success-response.types.ts'
import { Rest } from '../../platform/rest/rest.decorator.ts'
import { LinkNotFound } from '../links/index.ts'
import { BlockedDestinationExists, BlockedDestinationNotFound } from './abuse.errors.ts'
import { AbuseReviewsArgs, BlockDestinationArgs, BlockUrlArgs, VerdictArgs } from './abuse.inputs.ts'
import { AbuseAct, type AbuseActLog } from './abuse-act-log.ts'
import type { AbuseDecisionService } from './abuse-decision.service.ts'
import type { AbuseHistoryLoaders } from './abuse-history-loaders.ts'
import type { AbuseReviewService } from './abuse-review.service.ts'
import { AbuseReport, AbuseReview } from './abuse-review.types.ts'
import type { BlockListService } from './block-list.service.ts'
import { BlockedDestination } from './blocked-destination.entity.ts'

/** What an operation of reviewers asks of its caller: the login of an admin of the installation. */
export const adminOnly = { role: 'admin' } as const

const linkIdArg = { description: 'Identifier of the link, or its code.' }

interface AbuseReviewResolverDependencies {
  readonly abuseReviewService: AbuseReviewService
  readonly decisions: AbuseDecisionService
  readonly history: AbuseHistoryLoaders
  readonly actLog: AbuseActLog
}

@Resolver(() => AbuseReview)
export class AbuseReviewResolver {
  readonly #abuseReviewService: AbuseReviewService
  readonly #decisions: AbuseDecisionService
  readonly #history: AbuseHistoryLoaders
  readonly #actLog: AbuseActLog

  constructor({ abuseReviewService, decisions, history, actLog }: AbuseReviewResolverDependencies) {
    this.#abuseReviewService = abuseReviewService
    this.#decisions = decisions
    this.#history = history
    this.#actLog = actLog
  }

  @Rest('GET /abuse/reviews', 200)
  @Access('read:profile', adminOnly)
  @Query(() => [AbuseReview], {
    description:
      'Links that wait for a decision, who has waited longest first, or those that are blocked. For admins of the installation.',
  })
  abuseReviews(
    @Args(() => AbuseReviewsArgs) query: AbuseReviewsArgs,
    @Ctx() context: RequestContext,
  ): Promise<AbuseReview[]> {
    return this.#abuseReviewService.list(context, query)
  }

  @Rest('GET /abuse/reviews/{id}', 200)
  @Access('read:profile', adminOnly)
  @Throws(LinkNotFound)
  @Query(() => AbuseReview, {
    description: 'Any link with all that is known about its abuse. For admins of the installation.',
  })
  abuseReview(@Arg('id', () => ID, linkIdArg) id: string, @Ctx() context: RequestContext): Promise<AbuseReview> {
    return this.#abuseReviewService.get(context, id)
  }

  @Rest('POST /abuse/reviews/{id}/block', 200)
  @Access('write:profile', adminOnly)
  @Throws(LinkNotFound)
  @Mutation(() => AbuseReview, {
    description:
      'Block a link, from the next visitor on, and settle its reports and appeal. For admins of the installation.',
  })
  blockUrl(@Args(() => BlockUrlArgs) input: BlockUrlArgs, @Ctx() context: RequestContext): Promise<AbuseReview> {
    return this.#decisions.block(context, input)
  }

  @Rest('POST /abuse/reviews/{id}/dismiss', 200)
  @Access('write:profile', adminOnly)
  @Throws(LinkNotFound)
  @Mutation(() => AbuseReview, {
    description:
      'Leave a link as it is, blocked or not, and settle its reports and appeal. For admins of the installation.',
  })
  dismissReports(@Args(() => VerdictArgs) input: VerdictArgs, @Ctx() context: RequestContext): Promise<AbuseReview> {
    return this.#decisions.dismiss(context, input)
  }

  @Rest('POST /abuse/reviews/{id}/unblock', 200)
  @Access('write:profile', adminOnly)
  @Throws(LinkNotFound)
  @Mutation(() => AbuseReview, {
    description:
      'Open a blocked link again, also where the block list covers its destination. For admins of the installation.',
  })
  unblockUrl(@Args(() => VerdictArgs) input: VerdictArgs, @Ctx() context: RequestContext): Promise<AbuseReview> {
    return this.#decisions.unblock(context, input)
  }

  @Rest('GET /abuse/acts', 200)
  @Access('read:profile', adminOnly)
  @Query(() => [AbuseAct], {
    description: 'All that was done about abuse and by whom, newest first. For admins of the installation.',
  })
  abuseActs(@Args(() => PageArgs) query: PageArgs, @Ctx() context: RequestContext): Promise<AbuseAct[]> {
    return this.#actLog.list(context, query)
  }

  @FieldResolver(() => [AbuseReport], { description: 'Its newest 20 reports, open and settled.' })
  reports(@Root() { id }: AbuseReview, @Ctx() context: RequestContext): Promise<AbuseReport[]> {
    return this.#history.loadReports(context, id)
  }

  @FieldResolver(() => [AbuseAct], { description: 'The last 20 things done about it.' })
  acts(@Root() { id }: AbuseReview, @Ctx() context: RequestContext): Promise<AbuseAct[]> {
    return this.#history.loadActs(context, id)
  }

  @FieldResolver(() => [String], { description: 'The entries of the block list that hold it back.' })
  blockedBy(@Root() { id }: AbuseReview, @Ctx() context: RequestContext): Promise<string[]> {
    return this.#history.loadPatterns(context, id)
  }
}

const entryIdArg = { description: 'Identifier of the entry.' }

@Resolver(() => BlockedDestination)
export class BlockListResolver {
  readonly #blockListService: BlockListService

  constructor(blockListService: BlockListService) {
    this.#blockListService = blockListService
  }

  @Rest('GET /abuse/destinations', 200)
  @Access('read:profile', adminOnly)
  @Query(() => [BlockedDestination], {
    description: 'The block list, newest first, a page at a time. For admins of the installation.',
  })
  blockedDestinations(
    @Args(() => PageArgs) query: PageArgs,
    @Ctx() context: RequestContext,
  ): Promise<BlockedDestination[]> {
    return this.#blockListService.list(context, query)
  }

  @Rest('POST /abuse/destinations', 201)
  @Access('write:profile', adminOnly)
  @Throws(BlockedDestinationExists)
  @Mutation(() => BlockedDestination, {
    description:
      'Put a destination on the block list: no link may lead there any more, and those that do are blocked, many of ' +
      'them in the background. For admins of the installation.',
  })
  blockDestination(
    @Args(() => BlockDestinationArgs) input: BlockDestinationArgs,
    @Ctx() context: RequestContext,
  ): Promise<BlockedDestination> {
    return this.#blockListService.add(context, input)
  }

  @Rest('DELETE /abuse/destinations/{id}', 200)
  @Access('write:profile', adminOnly)
  @Throws(BlockedDestinationNotFound)
  @Mutation(() => SuccessResponse, {
    description:
      'Take an entry from the block list. Links that nothing else holds back open again, many of them in the ' +
      'background. For admins of the installation.',
  })
  async unblockDestination(
    @Arg('id', () => ID, entryIdArg) id: string,
    @Ctx() context: RequestContext,
  ): Promise<SuccessResponse> {
    await this.#blockListService.remove(context, id)
    return { success: true }
  }

  @FieldResolver(() => Int, { description: 'How many links it holds back.' })
  blockedLinks(@Root() entry: BlockedDestination, @Ctx() context: RequestContext): Promise<number> {
    return this.#blockListService.countBlockedLinks(context, entry)
  }
}
