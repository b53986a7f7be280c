import { Args, Ctx, Query, Resolver } from 'type-graphql'
import { Access } from '../../access/marks.ts'
import type { Context } from '../../graphql/context.ts'
import { Rest } from '../../rest/mark.ts'
import { AskAnalyticsArgs } from './args.ts'
import { InsightAnswer } from './insight.ts'
import type { Questions } from './questions.ts'

@Resolver()
export class QuestionResolver {
  readonly #questions: Questions

  constructor(questions: Questions) {
    this.#questions = questions
  }

  @Rest('POST /analytics-ai/query', 200, { example: { question: 'Which link did best this week?' } })
  @Access('read:analytics')
  @Query(() => InsightAnswer, {
    description: "An answer in words and figures to a question about the caller's clicks. At most 20 a minute.",
  })
  askAnalytics(@Args(() => AskAnalyticsArgs) wish: AskAnalyticsArgs, @Ctx() context: Context): Promise<InsightAnswer> {
    return this.#questions.ask(context, wish)
  }
}
