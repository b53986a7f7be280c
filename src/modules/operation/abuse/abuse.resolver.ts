import { Arg, Ctx, Mutation, Resolver } from 'type-graphql'
import { Open } from '../../../platform/auth/authorization.ts'
import { inputOptions } from '../../../platform/graphql/operations.ts'
import { Price } from '../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { SuccessResponse } from '../../../platform/graphql/success-response.types.ts'
import { Rest } from '../../../platform/rest/rest.decorator.ts'
import { ReportAbuseInput } from './abuse.inputs.ts'
import type { AbuseReportService } from './abuse-report.service.ts'

/** Reports by anyone. */
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
}
