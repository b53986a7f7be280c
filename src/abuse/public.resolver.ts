import { Args, Ctx, Mutation, Resolver } from 'type-graphql'
import { Access, Open } from '../access/marks.ts'
import type { Context } from '../graphql/context.ts'
import { Fails } from '../graphql/marks.ts'
import { SuccessResponse } from '../graphql/success.response.ts'
import { LinkNotFound } from '../links/index.ts'
import { Rest } from '../rest/mark.ts'
import type { Appeals } from './appeals.ts'
import { AppealUrlArgs, ReportAbuseArgs } from './args.ts'
import { LinkNotBlocked } from './failures.ts'
import type { Reporting } from './reporting.ts'

/** What those who meet a link, and those who made it, have to say about abuse. */
@Resolver()
export class AbuseResolver {
  readonly #reporting: Reporting
  readonly #appeals: Appeals

  constructor(reporting: Reporting, appeals: Appeals) {
    this.#reporting = reporting
    this.#appeals = appeals
  }

  @Rest('POST /abuse-reports', 202)
  @Open()
  @Mutation(() => SuccessResponse, {
    description:
      'Report a link as harmful. The answer is the same whether there is such a link or not, and whether it was reported before.',
  })
  async reportAbuse(
    @Args(() => ReportAbuseArgs) wish: ReportAbuseArgs,
    @Ctx() context: Context,
  ): Promise<SuccessResponse> {
    await this.#reporting.report(context, wish)
    return { success: true }
  }

  @Rest('POST /urls/{id}/appeal', 202)
  @Access('write:links')
  @Fails(LinkNotFound, LinkNotBlocked)
  @Mutation(() => SuccessResponse, {
    description:
      'Ask for another look at a link of the caller that was blocked. A later appeal takes the place of an open one.',
  })
  async appealUrl(@Args(() => AppealUrlArgs) wish: AppealUrlArgs, @Ctx() context: Context): Promise<SuccessResponse> {
    await this.#appeals.appeal(context, wish)
    return { success: true }
  }
}
