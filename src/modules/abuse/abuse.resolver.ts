import { Args, Ctx, Mutation, Resolver } from 'type-graphql'
import { Access, Open } from '../../platform/auth/authorization.ts'
import { Throws } from '../../platform/graphql/operations.ts'
import type { RequestContext } from '../../platform/graphql/request-context.ts'
import { SuccessResponse } from '../../platform/graphql/success-response.types.ts'
import { Rest } from '../../platform/rest/rest.decorator.ts'
import { LinkNotFound } from '../links/index.ts'
import { LinkNotBlocked } from './abuse.errors.ts'
import { AppealUrlArgs, ReportAbuseArgs } from './abuse.inputs.ts'
import type { AbuseAppealService } from './abuse-appeal.service.ts'
import type { AbuseReportService } from './abuse-report.service.ts'

/** What those who meet a link, and those who made it, have to say about abuse. */
@Resolver()
export class AbuseResolver {
  readonly #reports: AbuseReportService
  readonly #abuseAppealService: AbuseAppealService

  constructor(reports: AbuseReportService, abuseAppealService: AbuseAppealService) {
    this.#reports = reports
    this.#abuseAppealService = abuseAppealService
  }

  @Rest('POST /abuse-reports', 202)
  @Open()
  @Mutation(() => SuccessResponse, {
    description:
      'Report a link as harmful. The answer is the same whether there is such a link or not, and whether it was reported before.',
  })
  async reportAbuse(
    @Args(() => ReportAbuseArgs) input: ReportAbuseArgs,
    @Ctx() context: RequestContext,
  ): Promise<SuccessResponse> {
    await this.#reports.report(context, input)
    return { success: true }
  }

  @Rest('POST /urls/{id}/appeal', 202)
  @Access('write:links')
  @Throws(LinkNotFound, LinkNotBlocked)
  @Mutation(() => SuccessResponse, {
    description:
      'Ask for another look at a link of the caller that was blocked. A later appeal takes the place of an open one.',
  })
  async appealUrl(
    @Args(() => AppealUrlArgs) input: AppealUrlArgs,
    @Ctx() context: RequestContext,
  ): Promise<SuccessResponse> {
    await this.#abuseAppealService.appeal(context, input)
    return { success: true }
  }
}
