import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import { Access } from '../../../platform/auth/authorization.ts'
import type { ReadOnly } from '../../../platform/database/read-only.ts'
import { GraphqlOnly, inputOptions, Throws } from '../../../platform/graphql/operations.ts'
import { FindsNode } from '../../../platform/graphql/pagination/node.resolver.ts'
import { PagedConnectionArgs } from '../../../platform/graphql/pagination/page.inputs.ts'
import { Price } from '../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { Url } from '../../../platform/graphql/scalars.ts'
import { Rest } from '../../../platform/rest/rest.decorator.ts'
import { Account, loadAccount } from '../../identity/accounts/index.ts'
import { buildShortUrl, LinkNotFound } from '../../publishing/links/index.ts'
import { AbuseActNotFound, AbuseReportNotFound } from './abuse.errors.ts'
import { AbuseReviewFilterArgs, BlockUrlInput, ReviewDecisionArgs } from './abuse.inputs.ts'
import { AbuseAct, AbuseActConnection } from './abuse-act.entity.ts'
import type { AbuseDecisionService } from './abuse-decision.service.ts'
import { AbuseReport } from './abuse-report.entity.ts'
import type { AbuseReviewService } from './abuse-review.service.ts'
import { AbuseReview, AbuseReviewConnection } from './abuse-review.types.ts'

/** Reviewers are admins of the installation, with a login. */
export const adminOnly = { role: 'admin' } as const

const linkIdArg = { description: 'Identifier of the link, or its code.' }

@Resolver(() => AbuseReview)
export class AbuseReviewResolver {
  constructor(
    private readonly reviews: AbuseReviewService,
    private readonly decisions: AbuseDecisionService,
  ) {}

  @Rest('GET /abuse/reviews', 200)
  @Access('read:profile', adminOnly)
  @Price('list')
  @Query(() => AbuseReviewConnection, {
    description:
      'Links that wait for a decision, the longest first, or blocked links, the newest first. For admins of the installation.',
  })
  abuseReviews(
    @Args(() => PagedConnectionArgs) page: PagedConnectionArgs,
    @Args(() => AbuseReviewFilterArgs) filter: AbuseReviewFilterArgs,
    @Ctx() context: RequestContext,
  ): Promise<AbuseReviewConnection> {
    return this.reviews.list(context, page, filter)
  }

  @Rest('GET /abuse/reviews/{id}', 200)
  @Access('read:profile', adminOnly)
  @Throws(LinkNotFound)
  @Price('lookup')
  @Query(() => AbuseReview, {
    description: 'Any link with its reports, its appeal and its log. For admins of the installation.',
  })
  abuseReview(@Arg('id', () => ID, linkIdArg) id: string, @Ctx() context: RequestContext): Promise<AbuseReview> {
    return this.reviews.get(context, id)
  }

  @Rest('POST /abuse/reviews/{id}/block', 200)
  @Access('write:profile', adminOnly)
  @Throws(LinkNotFound)
  @Price('write')
  @Mutation(() => AbuseReview, {
    description:
      'Block a link for its next visitors, and settle its reports and its appeal. For admins of the installation.',
  })
  blockUrl(
    @Arg('id', () => ID, { description: 'Identifier of the link.' }) id: string,
    @Arg('input', () => BlockUrlInput, inputOptions) input: BlockUrlInput,
    @Ctx() context: RequestContext,
  ): Promise<AbuseReview> {
    return this.decisions.block(context, id, input)
  }

  @Rest('POST /abuse/reviews/{id}/dismiss', 200)
  @Access('write:profile', adminOnly)
  @Throws(LinkNotFound)
  @Price('write')
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
  @Price('write')
  @Mutation(() => AbuseReview, {
    description: 'Unblock a link, even if its destination is on the block list. For admins of the installation.',
  })
  unblockUrl(
    @Args(() => ReviewDecisionArgs) input: ReviewDecisionArgs,
    @Ctx() context: RequestContext,
  ): Promise<AbuseReview> {
    return this.decisions.unblock(context, input)
  }

  @Access('read:profile', adminOnly)
  @FindsNode('rep')
  @Throws(AbuseReportNotFound)
  @Price('lookup')
  @Query(() => AbuseReport, { description: 'A report by its id. For admins of the installation.' })
  abuseReport(
    @Arg('id', () => ID, { description: 'Identifier of the report.' }) id: string,
    @Ctx() context: RequestContext,
  ): Promise<AbuseReport> {
    return this.reviews.getReport(context, id)
  }

  @GraphqlOnly()
  @Price('free')
  @FieldResolver(() => Url, { description: 'Full short address.' })
  shortUrl(@Root() review: AbuseReview, @Ctx() context: RequestContext): string {
    return buildShortUrl(context, review)
  }

  @GraphqlOnly()
  @Price('lookup')
  @FieldResolver(() => Account, {
    nullable: true,
    description: 'The account that created the link; null for an anonymous link.',
  })
  owner(@Root() { creator }: AbuseReview, @Ctx() context: RequestContext): Promise<ReadOnly<Account> | null> | null {
    return creator && loadAccount(context, creator.id)
  }

  @Price('list')
  @FieldResolver(() => [AbuseReport], { description: 'The newest 20 reports, open and settled.' })
  reports(@Root() { id }: AbuseReview, @Ctx() context: RequestContext): Promise<AbuseReport[]> {
    return this.reviews.loadReports(context, id)
  }

  @Price('list')
  @FieldResolver(() => [AbuseAct], { description: 'The newest 20 entries of the log about the link.' })
  acts(@Root() { id }: AbuseReview, @Ctx() context: RequestContext): Promise<AbuseAct[]> {
    return this.reviews.loadActs(context, id)
  }

  @Price('list')
  @FieldResolver(() => [String], { description: 'Patterns of the block list that block the link.' })
  blockedBy(@Root() { id }: AbuseReview, @Ctx() context: RequestContext): Promise<string[]> {
    return this.reviews.loadBlockPatterns(context, id)
  }
}

@Resolver(() => AbuseReport)
export class AbuseReportResolver {
  constructor(private readonly reviews: AbuseReviewService) {}

  @GraphqlOnly()
  @Price('lookup')
  @FieldResolver(() => AbuseReview, { description: 'The reported link.' })
  review(@Root() { link }: AbuseReport, @Ctx() context: RequestContext): Promise<AbuseReview | null> {
    return this.reviews.load(context, link.id)
  }
}

/** The log of abuse. */
@Resolver(() => AbuseAct)
export class AbuseActResolver {
  constructor(private readonly reviews: AbuseReviewService) {}

  @Rest('GET /abuse/acts', 200)
  @Access('read:profile', adminOnly)
  @Price('list')
  @Query(() => AbuseActConnection, {
    description:
      'The log of abuse: reviews, appeals and changes of the block list, newest first. For admins of the installation.',
  })
  abuseActs(
    @Args(() => PagedConnectionArgs) page: PagedConnectionArgs,
    @Ctx() context: RequestContext,
  ): Promise<AbuseActConnection> {
    return this.reviews.listActs(context, page)
  }

  @Access('read:profile', adminOnly)
  @FindsNode('act')
  @Throws(AbuseActNotFound)
  @Price('lookup')
  @Query(() => AbuseAct, { description: 'An entry of the log of abuse by its id. For admins of the installation.' })
  abuseAct(
    @Arg('id', () => ID, { description: 'Identifier of the act.' }) id: string,
    @Ctx() context: RequestContext,
  ): Promise<AbuseAct> {
    return this.reviews.getAct(context, id)
  }

  @GraphqlOnly()
  @Price('lookup')
  @FieldResolver(() => Account, { nullable: true, description: 'The account that did it; null when it was deleted.' })
  actor(@Root() { actorId }: AbuseAct, @Ctx() context: RequestContext): Promise<ReadOnly<Account> | null> {
    return loadAccount(context, actorId)
  }

  @GraphqlOnly()
  @Price('lookup')
  @FieldResolver(() => Account, {
    nullable: true,
    description:
      'The account that was suspended or restored; null for a link and a destination, and when it was deleted.',
  })
  async account(@Root() { accountId }: AbuseAct, @Ctx() context: RequestContext): Promise<ReadOnly<Account> | null> {
    return accountId === null ? null : loadAccount(context, accountId)
  }

  @GraphqlOnly()
  @Price('lookup')
  @FieldResolver(() => AbuseReview, {
    nullable: true,
    description: 'The link of the act; null for a destination and an account, and when the link was deleted.',
  })
  async review(@Root() { linkId }: AbuseAct, @Ctx() context: RequestContext): Promise<AbuseReview | null> {
    return linkId === null ? null : this.reviews.load(context, linkId)
  }
}
