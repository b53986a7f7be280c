import { Arg, Args, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql'
import { Access, Open } from '../../platform/auth/authorization.ts'
import { Throws } from '../../platform/graphql/operations.ts'
import { PageArgs } from '../../platform/graphql/pagination.ts'
import type { RequestContext } from '../../platform/graphql/request-context.ts'
import { SuccessResponse } from '../../platform/graphql/success-response.types.ts'
import { Rest } from '../../platform/rest/rest.decorator.ts'
import { LinkNotFound } from '../links/index.ts'
import { BlockedDestinationExists, BlockedDestinationNotFound, LinkNotBlocked } from './abuse.errors.ts'
import {
  AbuseReviewsArgs,
  AppealUrlArgs,
  BlockDestinationArgs,
  BlockUrlArgs,
  ReportAbuseArgs,
  ReviewDecisionArgs,
} from './abuse.inputs.ts'
import { AbuseAct } from './abuse-act.entity.ts'
import type { AbuseDecisionService } from './abuse-decision.service.ts'
import { AbuseReport } from './abuse-report.entity.ts'
import type { AbuseReportService } from './abuse-report.service.ts'
import type { AbuseReviewService } from './abuse-review.service.ts'
import { AbuseReview } from './abuse-review.types.ts'
import type { BlockListService } from './block-list.service.ts'
import { BlockedDestination } from './blocked-destination.entity.ts'

/** Reports by anyone, and appeals by owners. */
@Resolver()
export class AbuseResolver {
  constructor(private readonly reports: AbuseReportService) {}

  @Rest('POST /abuse-reports', 202)
  @Open()
  @Mutation(() => SuccessResponse, {
    description:
      'Report a harmful link. The answer is the same whether the link exists or not, and whether it was reported before or not.',
  })
  async reportAbuse(
    @Args(() => ReportAbuseArgs) input: ReportAbuseArgs,
    @Ctx() context: RequestContext,
  ): Promise<SuccessResponse> {
    await this.reports.report(context, input)
    return { success: true }
  }

  @Rest('POST /urls/{id}/appeal', 202)
  @Access('write:links')
  @Throws(LinkNotFound, LinkNotBlocked)
  @Mutation(() => SuccessResponse, {
    description: 'Appeal against the block of a link of the caller. A later appeal replaces an open one.',
  })
  async appealUrl(
    @Args(() => AppealUrlArgs) input: AppealUrlArgs,
    @Ctx() context: RequestContext,
  ): Promise<SuccessResponse> {
    await this.reports.appeal(context, input)
    return { success: true }
  }
}

/** Reviewers are admins of the installation, with a login. */
const adminOnly = { role: 'admin' } as const

const linkIdArg = { description: 'Identifier of the link, or its code.' }

@Resolver(() => AbuseReview)
export class AbuseReviewResolver {
  constructor(
    private readonly reviews: AbuseReviewService,
    private readonly decisions: AbuseDecisionService,
  ) {}

  @Rest('GET /abuse/reviews', 200)
  @Access('read:profile', adminOnly)
  @Query(() => [AbuseReview], {
    description:
      'Links that wait for a decision, the longest first, or blocked links, the newest first. For admins of the installation.',
  })
  abuseReviews(
    @Args(() => AbuseReviewsArgs) query: AbuseReviewsArgs,
    @Ctx() context: RequestContext,
  ): Promise<AbuseReview[]> {
    return this.reviews.list(context, query)
  }

  @Rest('GET /abuse/reviews/{id}', 200)
  @Access('read:profile', adminOnly)
  @Throws(LinkNotFound)
  @Query(() => AbuseReview, {
    description: 'Any link with its reports, its appeal and its log. For admins of the installation.',
  })
  abuseReview(@Arg('id', () => ID, linkIdArg) id: string, @Ctx() context: RequestContext): Promise<AbuseReview> {
    return this.reviews.get(context, id)
  }

  @Rest('POST /abuse/reviews/{id}/block', 200)
  @Access('write:profile', adminOnly)
  @Throws(LinkNotFound)
  @Mutation(() => AbuseReview, {
    description:
      'Block a link for its next visitors, and settle its reports and its appeal. For admins of the installation.',
  })
  blockUrl(@Args(() => BlockUrlArgs) input: BlockUrlArgs, @Ctx() context: RequestContext): Promise<AbuseReview> {
    return this.decisions.block(context, input)
  }

  @Rest('POST /abuse/reviews/{id}/dismiss', 200)
  @Access('write:profile', adminOnly)
  @Throws(LinkNotFound)
  @Mutation(() => AbuseReview, {
    description:
      'Settle the reports and the appeal of a link without changing whether it is blocked. For admins of the installation.',
  })
  dismissReports(
    @Args(() => ReviewDecisionArgs) input: ReviewDecisionArgs,
    @Ctx() context: RequestContext,
  ): Promise<AbuseReview> {
    return this.decisions.dismiss(context, input)
  }

  @Rest('POST /abuse/reviews/{id}/unblock', 200)
  @Access('write:profile', adminOnly)
  @Throws(LinkNotFound)
  @Mutation(() => AbuseReview, {
    description: 'Unblock a link, even if its destination is on the block list. For admins of the installation.',
  })
  unblockUrl(
    @Args(() => ReviewDecisionArgs) input: ReviewDecisionArgs,
    @Ctx() context: RequestContext,
  ): Promise<AbuseReview> {
    return this.decisions.unblock(context, input)
  }

  @Rest('GET /abuse/acts', 200)
  @Access('read:profile', adminOnly)
  @Query(() => [AbuseAct], {
    description:
      'The log of abuse: reviews, appeals and changes of the block list, newest first. For admins of the installation.',
  })
  abuseActs(@Args(() => PageArgs) query: PageArgs, @Ctx() context: RequestContext): Promise<AbuseAct[]> {
    return this.reviews.listActs(context, query)
  }

  @FieldResolver(() => [AbuseReport], { description: 'The newest 20 reports, open and settled.' })
  reports(@Root() { id }: AbuseReview, @Ctx() context: RequestContext): Promise<AbuseReport[]> {
    return this.reviews.loadReports(context, id)
  }

  @FieldResolver(() => [AbuseAct], { description: 'The newest 20 entries of the log about the link.' })
  acts(@Root() { id }: AbuseReview, @Ctx() context: RequestContext): Promise<AbuseAct[]> {
    return this.reviews.loadActs(context, id)
  }

  @FieldResolver(() => [String], { description: 'Patterns of the block list that block the link.' })
  blockedBy(@Root() { id }: AbuseReview, @Ctx() context: RequestContext): Promise<string[]> {
    return this.reviews.loadBlockPatterns(context, id)
  }
}

const entryIdArg = { description: 'Identifier of the entry.' }

@Resolver(() => BlockedDestination)
export class BlockListResolver {
  constructor(private readonly blockList: BlockListService) {}

  @Rest('GET /abuse/destinations', 200)
  @Access('read:profile', adminOnly)
  @Query(() => [BlockedDestination], {
    description: 'A page of the block list, newest first. For admins of the installation.',
  })
  blockedDestinations(
    @Args(() => PageArgs) query: PageArgs,
    @Ctx() context: RequestContext,
  ): Promise<BlockedDestination[]> {
    return this.blockList.list(context, query)
  }

  @Rest('POST /abuse/destinations', 201)
  @Access('write:profile', adminOnly)
  @Throws(BlockedDestinationExists)
  @Mutation(() => BlockedDestination, {
    description:
      'Add a destination to the block list. New links to it are refused, and existing links are blocked, large ' +
      'numbers of them in the background. For admins of the installation.',
  })
  blockDestination(
    @Args(() => BlockDestinationArgs) input: BlockDestinationArgs,
    @Ctx() context: RequestContext,
  ): Promise<BlockedDestination> {
    return this.blockList.add(context, input)
  }

  @Rest('DELETE /abuse/destinations/{id}', 200)
  @Access('write:profile', adminOnly)
  @Throws(BlockedDestinationNotFound)
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
    return { success: true }
  }

  @FieldResolver(() => Int, { description: 'Number of links that the entry blocks.' })
  blockedLinks(@Root() { id }: BlockedDestination, @Ctx() context: RequestContext): Promise<number> {
    return this.blockList.countBlockedLinks(context, id)
  }
}
