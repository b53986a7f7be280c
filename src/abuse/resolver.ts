import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import { Access } from '../access/marks.ts'
import type { Context } from '../graphql/context.ts'
import { Fails } from '../graphql/marks.ts'
import { PageArgs } from '../graphql/page.args.ts'
import { LinkNotFound } from '../links/index.ts'
import { Rest } from '../rest/mark.ts'
import { AbuseAct } from './act.ts'
import type { Acts } from './acts.ts'
import { AbuseReviewsArgs, BlockUrlArgs, VerdictArgs } from './args.ts'
import type { Histories } from './histories.ts'
import { ofAdmins } from './of.admins.ts'
import { AbuseReport, AbuseReview } from './review.ts'
import type { Reviews } from './reviews.ts'
import type { Verdicts } from './verdicts.ts'

const link = { description: 'Identifier of the link, or its code.' }

interface AbuseReviewResolverDependencies {
  readonly reviews: Reviews
  readonly verdicts: Verdicts
  readonly histories: Histories
  readonly acts: Acts
}

@Resolver(() => AbuseReview)
export class AbuseReviewResolver {
  readonly #reviews: Reviews
  readonly #verdicts: Verdicts
  readonly #histories: Histories
  readonly #acts: Acts

  constructor({ reviews, verdicts, histories, acts }: AbuseReviewResolverDependencies) {
    this.#reviews = reviews
    this.#verdicts = verdicts
    this.#histories = histories
    this.#acts = acts
  }

  @Rest('GET /abuse/reviews', 200)
  @Access('read:profile', ofAdmins)
  @Query(() => [AbuseReview], {
    description:
      'Links that wait for a decision, who has waited longest first, or those that are blocked. For admins of the installation.',
  })
  abuseReviews(@Args(() => AbuseReviewsArgs) wish: AbuseReviewsArgs, @Ctx() context: Context): Promise<AbuseReview[]> {
    return this.#reviews.list(context, wish)
  }

  @Rest('GET /abuse/reviews/{id}', 200)
  @Access('read:profile', ofAdmins)
  @Fails(LinkNotFound)
  @Query(() => AbuseReview, {
    description: 'Any link with all that is known about its abuse. For admins of the installation.',
  })
  abuseReview(@Arg('id', () => ID, link) id: string, @Ctx() context: Context): Promise<AbuseReview> {
    return this.#reviews.get(context, id)
  }

  @Rest('POST /abuse/reviews/{id}/block', 200)
  @Access('write:profile', ofAdmins)
  @Fails(LinkNotFound)
  @Mutation(() => AbuseReview, {
    description:
      'Block a link, from the next visitor on, and settle its reports and appeal. For admins of the installation.',
  })
  blockUrl(@Args(() => BlockUrlArgs) wish: BlockUrlArgs, @Ctx() context: Context): Promise<AbuseReview> {
    return this.#verdicts.block(context, wish)
  }

  @Rest('POST /abuse/reviews/{id}/dismiss', 200)
  @Access('write:profile', ofAdmins)
  @Fails(LinkNotFound)
  @Mutation(() => AbuseReview, {
    description:
      'Leave a link as it is, blocked or not, and settle its reports and appeal. For admins of the installation.',
  })
  dismissReports(@Args(() => VerdictArgs) wish: VerdictArgs, @Ctx() context: Context): Promise<AbuseReview> {
    return this.#verdicts.dismiss(context, wish)
  }

  @Rest('POST /abuse/reviews/{id}/unblock', 200)
  @Access('write:profile', ofAdmins)
  @Fails(LinkNotFound)
  @Mutation(() => AbuseReview, {
    description:
      'Open a blocked link again, also where the block list covers its destination. For admins of the installation.',
  })
  unblockUrl(@Args(() => VerdictArgs) wish: VerdictArgs, @Ctx() context: Context): Promise<AbuseReview> {
    return this.#verdicts.unblock(context, wish)
  }

  @Rest('GET /abuse/acts', 200)
  @Access('read:profile', ofAdmins)
  @Query(() => [AbuseAct], {
    description: 'All that was done about abuse and by whom, newest first. For admins of the installation.',
  })
  abuseActs(@Args(() => PageArgs) wish: PageArgs, @Ctx() context: Context): Promise<AbuseAct[]> {
    return this.#acts.list(context, wish)
  }

  @FieldResolver(() => [AbuseReport], { description: 'Its newest 20 reports, open and settled.' })
  reports(@Root() { id }: AbuseReview, @Ctx() context: Context): Promise<AbuseReport[]> {
    return this.#histories.reportsOf(context, id)
  }

  @FieldResolver(() => [AbuseAct], { description: 'The last 20 things done about it.' })
  acts(@Root() { id }: AbuseReview, @Ctx() context: Context): Promise<AbuseAct[]> {
    return this.#histories.actsOn(context, id)
  }

  @FieldResolver(() => [String], { description: 'The entries of the block list that hold it back.' })
  blockedBy(@Root() { id }: AbuseReview, @Ctx() context: Context): Promise<string[]> {
    return this.#histories.patternsOn(context, id)
  }
}
