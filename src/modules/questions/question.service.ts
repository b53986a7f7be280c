import type { RequestContext } from '../../platform/graphql/request-context.ts'
import type { Throttle } from '../../platform/graphql/request-limits.ts'
import type { InternalQueryRunner } from '../../platform/graphql/schema.ts'
import type { RateLimitRule } from '../../platform/rate-limiting/rate-limit.ts'
import { InvalidParams } from '../../platform/shared/general.errors.ts'
import { isZone } from '../clicks/index.ts'
import { LinkNotFound } from '../links/index.ts'
import { buildRequest, buildRows, type QueryResult } from './analytics-query.ts'
import {
  createAmbiguousLinkAnswer,
  createInvalidPeriodAnswer,
  createLinkNotFoundAnswer,
  createNotUnderstoodAnswer,
  formatAnswer,
} from './answer-text.ts'
import { Calendar } from './calendar.ts'
import type { AskAnalyticsArgs, InsightAnswer, InsightData } from './insight.types.ts'
import { canReadLinks, findLinksByIds, findMentionedLinks, type NamedLink, searchLinksByName } from './link-lookup.ts'
import type { LanguageModel } from './model/language-model.ts'
import type { Plan } from './question-plan.ts'

/** How many questions an account may ask (docs/decisions/rate-limits.md). */
const accountRateLimit: RateLimitRule = { limit: 20, seconds: 60 }

type Source = InsightData['source']

/** Answers questions in plain language about the caller's clicks, by running queries of the schema. */
export class QuestionService {
  constructor(
    private readonly throttle: Throttle,
    private readonly languageModel: LanguageModel,
    private readonly queryRunner: InternalQueryRunner,
  ) {}

  /** Answers a question, or suggests others if it is not understood. Throws `InvalidParams` for an unknown zone. */
  async ask(context: RequestContext, { question, timezone }: AskAnalyticsArgs): Promise<InsightAnswer> {
    if (!isZone(timezone))
      throw InvalidParams.forField('timezone', 'must be a time zone of the IANA database, such as Europe/Berlin')
    const { accountId } = context
    await this.throttle.charge(context, [
      { name: 'questions', key: accountId, group: accountId, rule: accountRateLimit },
    ])
    const calendar = new Calendar(context.now(), timezone)
    return (
      (await this.answerWithModel(context, question, calendar)) ?? this.answerWithRules(context, question, calendar)
    )
  }

  /** Returns undefined without a model, or when its plan cannot be answered. */
  private async answerWithModel(
    context: RequestContext,
    question: string,
    calendar: Calendar,
  ): Promise<InsightAnswer | undefined> {
    const plan = await this.languageModel.choosePlan(question, calendar, context.request.log)
    if (!plan) return undefined
    const answer = await this.answerPlan(context, plan, 'model')
    return answer.data.query ? answer : undefined
  }

  private async answerWithRules(context: RequestContext, question: string, calendar: Calendar): Promise<InsightAnswer> {
    const candidates = await findMentionedLinks(context, question)
    // Loaded by the first question: the library for dates in plain words takes 10 MB.
    const { parseQuestion } = await import('./rules/question-parser.ts')
    const parsed = parseQuestion(question, { calendar, candidates, shortUrl: context.settings.shortUrl })
    if (parsed.kind === 'several') {
      const links = [...(await findLinksByIds(context, parsed.ids)).values()]
      return links.length > 0 ? createAmbiguousLinkAnswer(links) : createLinkNotFoundAnswer()
    }
    return parsed.kind === 'plan' ? this.answerPlan(context, parsed.plan, 'rules') : createNotUnderstoodAnswer()
  }

  private async answerPlan(context: RequestContext, plan: Plan, source: Source): Promise<InsightAnswer> {
    const candidates = await this.findCandidates(context, plan)
    const [link] = candidates ?? []
    if (candidates && !link) return createLinkNotFoundAnswer()
    if (candidates && candidates.length > 1) return createAmbiguousLinkAnswer(candidates)
    // Details of a link require the scope `read:links`.
    const isWithoutDetails = plan.operation === 'linkDetails' && !(link && canReadLinks(context))
    const allowedPlan: Plan = isWithoutDetails ? { ...plan, operation: 'totals' } : plan
    try {
      return await this.executePlan(context, allowedPlan, link ?? null, source)
    } catch (error) {
      if (error instanceof InvalidParams) return createInvalidPeriodAnswer()
      // The link has been deleted since the lookup.
      if (error instanceof LinkNotFound) return createLinkNotFoundAnswer()
      throw error
    }
  }

  /** Returns the links that match the plan's link; null when the plan is about all links. */
  private async findCandidates(context: RequestContext, { link }: Plan): Promise<NamedLink[] | null> {
    if (link === null) return null
    if ('id' in link) return [...(await findLinksByIds(context, [link.id])).values()]
    const exactMatches = (await findMentionedLinks(context, link.text)).filter(({ id, code, title }) =>
      [id, code, title].some((name) => name?.toLowerCase() === link.text.toLowerCase()),
    )
    return exactMatches.length > 0 ? exactMatches : searchLinksByName(context, link.text)
  }

  private async executePlan(
    context: RequestContext,
    plan: Plan,
    link: NamedLink | null,
    source: Source,
  ): Promise<InsightAnswer> {
    const query = buildRequest(plan, link?.id ?? null)
    const response = await this.queryRunner.run(context, query.document, query.variables)
    const result = response as unknown as QueryResult
    const ids = (result.summary.topLinks ?? []).map(({ urlId }) => urlId)
    const links = link ? new Map([[link.id, link]]) : await findLinksByIds(context, ids)
    const total = result.summary.totalClicks
    const answerData = {
      rows: buildRows(plan, result, links),
      link: link && {
        id: link.id,
        title: link.title,
        shortUrl: link.code,
        isActive: result.url?.isActive ?? null,
        createdAt: result.url ? new Date(result.url.createdAt) : null,
      },
      total,
      change: result.previous ? total - result.previous.totalClicks : null,
    }
    return {
      answer: formatAnswer(plan, answerData),
      data: {
        query,
        ...answerData,
        period: plan.period,
        comparedTo: plan.comparedTo,
        source,
        suggestions: [],
      },
    }
  }
}
