import { Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql'
import { Access } from '../../../platform/auth/authorization.ts'
import { GraphqlOnly, InWorkspace } from '../../../platform/graphql/operations.ts'
import { Price } from '../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { Rest } from '../../../platform/rest/rest.decorator.ts'
import { Link, loadOwnedLink } from '../../publishing/links/index.ts'
import { AskAnalyticsArgs, InsightAnswer, InsightLink, InsightRow } from './insight.types.ts'
import type { QuestionService } from './question.service.ts'

const urlOptions = {
  nullable: true,
  description: 'The link; null when there is none or it was deleted meanwhile.',
}

@Resolver()
export class QuestionResolver {
  constructor(private readonly questionService: QuestionService) {}

  @Rest('POST /analytics-ai/query', 200, { example: { question: 'Which link did best this week?' } })
  @Access('read:analytics')
  @InWorkspace()
  @Price('question')
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

/** The link of a row. */
@Resolver(() => InsightRow)
export class InsightRowResolver {
  @GraphqlOnly()
  @Price('lookup')
  @FieldResolver(() => Link, urlOptions)
  async url(@Root() { urlId }: InsightRow, @Ctx() context: RequestContext): Promise<Link | null> {
    return urlId === null ? null : loadOwnedLink(context, urlId)
  }
}

/** The link of a question. */
@Resolver(() => InsightLink)
export class InsightLinkResolver {
  @GraphqlOnly()
  @Price('lookup')
  @FieldResolver(() => Link, urlOptions)
  url(@Root() { id }: InsightLink, @Ctx() context: RequestContext): Promise<Link | null> {
    return loadOwnedLink(context, id)
  }
}
