import { Args, Ctx, Query, Resolver } from 'type-graphql'
import { Access } from '../../platform/auth/authorization.ts'
import type { RequestContext } from '../../platform/graphql/request-context.ts'
import { Rest } from '../../platform/rest/rest.decorator.ts'
import { AskAnalyticsArgs, InsightAnswer } from './insight.types.ts'
import type { QuestionService } from './question.service.ts'

@Resolver()
export class QuestionResolver {
  constructor(private readonly questionService: QuestionService) {}

  @Rest('POST /analytics-ai/query', 200, { example: { question: 'Which link did best this week?' } })
  @Access('read:analytics')
  @Query(() => InsightAnswer, {
    description: "Answer a question about the caller's clicks, in words and numbers. At most 20 questions per minute.",
  })
  askAnalytics(
    @Args(() => AskAnalyticsArgs) input: AskAnalyticsArgs,
    @Ctx() context: RequestContext,
  ): Promise<InsightAnswer> {
    return this.questionService.ask(context, input)
  }
}
