import { Arg, Args, Ctx, Mutation, Resolver } from 'type-graphql'
import { Access, Open } from '../../platform/auth/authorization.ts'
import { inputOptions, Throws } from '../../platform/graphql/operations.ts'
import { Price } from '../../platform/graphql/price.ts'
import type { RequestContext } from '../../platform/graphql/request-context.ts'
import { SuccessResponse } from '../../platform/graphql/success-response.types.ts'
import { Rest } from '../../platform/rest/rest.decorator.ts'
import { LinkNotFound } from '../links/index.ts'
import { LinkNotBlocked } from './abuse.errors.ts'
import { AppealUrlArgs, ReportAbuseInput } from './abuse.inputs.ts'
import type { AbuseReportService } from './abuse-report.service.ts'

/** Reports by anyone, and appeals by owners. */
@Resolver()
export class AbuseResolver {
  constructor(private readonly reports: AbuseReportService) {}

  @Rest('POST /abuse-reports', 202)
  @Open()
  @Price('write')
  @Mutation(() => SuccessResponse, {
    description:
      'Report a harmful link. The answer is the same whether the link exists or not, and whether it was reported before or not.',
  })
  async reportAbuse(
    @Arg('input', () => ReportAbuseInput, inputOptions) input: ReportAbuseInput,
    @Ctx() context: RequestContext,
  ): Promise<SuccessResponse> {
    await this.reports.report(context, input)
    return { success: true }
  }

  @Rest('POST /urls/{id}/appeal', 202)
  @Access('write:links')
  @Throws(LinkNotFound, LinkNotBlocked)
  @Price('write')
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
