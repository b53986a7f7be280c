import { setImmediate } from 'node:timers/promises'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import type { Throttle } from '../../../platform/graphql/request-limits.ts'
import type { InternalQueryRunner } from '../../../platform/graphql/schema.ts'
import type { RateLimitRule } from '../../../platform/rate-limiting/rate-limit.ts'
import { unknownZone } from '../../../platform/shared/field-issue.ts'
import { InvalidParams } from '../../../platform/shared/general.errors.ts'
import { isZone } from '../../../platform/shared/time-zone.ts'
import { LinkNotFound, placementKinds } from '../../publishing/links/index.ts'
import { buildRequest, maxReadRows } from './analytics-query.ts'
import { selectAnswerRows } from './answer-rows.ts'
import { formatAnswer } from './answer-text.ts'
import { Calendar } from './calendar.ts'
import { type CampaignValues, findCampaignValues, noCampaignValues } from './campaign-lookup.ts'
import { createAmbiguousLinkAnswer, createNotUnderstoodAnswer } from './help-answers.ts'
import type { AskAnalyticsArgs, InsightAnswer, InsightData, InsightSource } from './insight.types.ts'
import { describeOtherLanguage } from './language-hint.ts'
import { canReadLinks, findLinksByIds, findMentionedLinks, findNamedLinks, type NamedLink } from './link-lookup.ts'
import type { LanguageModel } from './model/language-model.ts'
import { quoteName } from './number-text.ts'
import { findPlacements, type NamedPlacement } from './placement-lookup.ts'
import { findPlanIssue } from './plan-validation.ts'
import { getSummary, type QueryResult } from './query-result.ts'
import type { LinkName, Plan } from './question-plan.ts'
import { findNearestQuestions } from './rules/nearest-questions.ts'

/** How many questions an account may ask (docs/decisions/rate-limits.md). */
const accountRateLimit: RateLimitRule = { limit: 20, seconds: 60 }

/** Answers questions in plain language about the caller's clicks, by running queries of the schema. */
export class QuestionService {
  constructor(
    private readonly throttle: Throttle,
    private readonly languageModel: LanguageModel,
    private readonly queryRunner: InternalQueryRunner,
  ) {}

  /** Answers a question, or suggests others if it is not understood. Throws `InvalidParams` for an unknown zone. */
  async ask(context: RequestContext, input: AskAnalyticsArgs): Promise<InsightAnswer> {
    const { timezone } = input
    // The length was validated without the surrounding spaces.
    const question = input.question.trim()
    if (!isZone(timezone)) throw InvalidParams.forField('timezone', unknownZone())
    const { accountId } = context
    await this.throttle.charge(context, [
      { name: 'questions', key: accountId, group: accountId, rule: accountRateLimit },
    ])
    const calendar = new Calendar(context.now(), timezone)
    return (
      (await this.answerWithModel(context, question, calendar)) ?? this.answerWithRules(context, question, calendar)
    )
  }

  /** Returns undefined without a model, or when the plan of the model cannot be answered. */
  private async answerWithModel(
    context: RequestContext,
    question: string,
    calendar: Calendar,
  ): Promise<InsightAnswer | undefined> {
    const plan = await this.languageModel.choosePlan(question, calendar, context.request.log)
    if (!plan) return undefined
    const answer = await this.answerPlan(context, plan, 'model')
    return answer instanceof UnansweredQuestion || !answer.data.query ? undefined : answer
  }

  private async answerWithRules(context: RequestContext, question: string, calendar: Calendar): Promise<InsightAnswer> {
    const suggest = (problem: string) => createNotUnderstoodAnswer(problem, findNearestQuestions(question))
    const parsed = await this.parse(context, question, calendar)
    if (parsed.kind === 'unknown') return suggest(describeOtherLanguage(question) ?? parsed.problem)
    if (parsed.kind === 'several') {
      const links = [...(await findLinksByIds(context, parsed.ids)).values()]
      return links.length > 0 ? createAmbiguousLinkAnswer(links) : suggest('You have no links of these names.')
    }
    const answer = await this.answerPlan(context, parsed.plan, 'rules')
    return answer instanceof UnansweredQuestion ? suggest(answer.problem) : answer
  }

  /** Campaigns are only read when a question names one as a campaign, or when it cannot be understood without them. */
  private async parse(context: RequestContext, question: string, calendar: Calendar) {
    // Loaded by the first question: the library for dates in plain words takes 10 MB. In a turn of its own.
    await import('chrono-node/en')
    await setImmediate()
    const { parseQuestion } = await import('./rules/question-parser.ts')
    const candidates = await findMentionedLinks(context, question)
    const { shortUrl } = context.settings
    const placements = placementPattern.test(question) ? await findPlacements(context) : []
    const parseWith = (campaigns: CampaignValues) =>
      parseQuestion(question, { calendar, candidates, shortUrl, placements, campaigns })
    // A link and a campaign can have the same name.
    const mayNameCampaign =
      campaignWordPattern.test(question) || (candidates.length > 0 && originPattern.test(question))
    if (!mayNameCampaign) {
      const parsed = await parseWith(noCampaignValues)
      if (parsed.kind === 'several' || (parsed.kind === 'plan' && !hasUnknownName(parsed.plan))) return parsed
    }
    return parseWith(await findCampaignValues(context, this.queryRunner))
  }

  private async answerPlan(
    context: RequestContext,
    plan: Plan,
    source: InsightSource,
  ): Promise<InsightAnswer | UnansweredQuestion> {
    const issue = findPlanIssue(plan)
    if (issue) return new UnansweredQuestion(issue)
    const hasPlacement = plan.placement !== null || placementKinds.some((kind) => kind === plan.dimension)
    if ((['createdLinks', 'deadLinks'].includes(plan.operation) || hasPlacement) && !canReadLinks(context))
      return new UnansweredQuestion('Questions about folders, tags and the state of links need the scope read:links.')
    const links: NamedLink[] = []
    for (const name of [plan.link, plan.otherLink]) {
      if (name === null) continue
      const candidates = await this.findCandidates(context, name)
      const [link] = candidates
      if (!link) return new UnansweredQuestion(formatMissingLink(name))
      if (candidates.length > 1) return createAmbiguousLinkAnswer(candidates)
      links.push(link)
    }
    if (links.length === 2 && links[0]?.id === links[1]?.id)
      return new UnansweredQuestion('Both names belong to one link.')
    // Details of a link require the scope `read:links`.
    const isWithoutDetails = plan.operation === 'linkDetails' && !canReadLinks(context)
    const allowedPlan: Plan = isWithoutDetails ? { ...plan, operation: 'totals' } : plan
    try {
      return await this.executePlan(
        context,
        allowedPlan,
        links,
        plan.placement ? await findPlacements(context) : [],
        source,
      )
    } catch (error) {
      if (error instanceof InvalidParams)
        return new UnansweredQuestion('The period is too long for such short intervals, or does not exist.')
      if (error instanceof LinkNotFound) return new UnansweredQuestion('The link has been deleted.')
      throw error
    }
  }

  private async findCandidates(context: RequestContext, name: LinkName): Promise<NamedLink[]> {
    return 'id' in name ? [...(await findLinksByIds(context, [name.id])).values()] : findNamedLinks(context, name.text)
  }

  private async executePlan(
    context: RequestContext,
    plan: Plan,
    links: readonly NamedLink[],
    placements: readonly NamedPlacement[],
    source: InsightSource,
  ): Promise<InsightAnswer | UnansweredQuestion> {
    const [link, otherLink] = links
    const placement = findPlacement(plan, placements)
    if (placement === undefined) return new UnansweredQuestion(formatMissingPlacement(plan))
    const query = buildRequest(plan, { urlId: link?.id ?? null, otherUrlId: otherLink?.id ?? null, placement })
    const response = await this.queryRunner.run(context, query.document, query.variables)
    const result = response as unknown as QueryResult
    const { topLinks, leastClickedLinks } = getSummary(result)
    const ids = (topLinks ?? leastClickedLinks?.links ?? []).map(({ urlId }) => urlId)
    const named = links.length > 0 ? new Map(links.map((each) => [each.id, each])) : await findLinksByIds(context, ids)
    const { rows, tiedCount, readCount, boundedCount } = selectAnswerRows(plan, result, named)
    if (plan.operation === 'breakdown' && plan.order === 'fewest' && readCount >= maxReadRows)
      return new UnansweredQuestion(
        `I can rank up to ${maxReadRows} values from the fewest clicks, and there are more.`,
      )
    const answerData = {
      rows,
      placement,
      tiedCount,
      clickBound: plan.bound?.clicks ?? null,
      link: link && !otherLink ? describeLink(link, result) : null,
      ...countAll(plan, result, rows, boundedCount),
    }
    return {
      answer: formatAnswer(plan, answerData),
      data: { query, ...answerData, period: plan.period, comparedTo: plan.comparedTo, source, suggestions: [] },
    }
  }
}

const placementPattern = /tag|folder/i
const campaignWordPattern = /utm|source|medium|campaign|\b(?:city|town)\b/i
const originPattern =
  /\b(?:from|via|through|by|thanks to|bring|brings|brought|drive|drove|sen[dt]|sends|generate[ds]?)\b/i

/** Why a question is not answered, as a sentence for the person who asked. */
class UnansweredQuestion {
  constructor(readonly problem: string) {}
}

function hasUnknownName({ link, otherLink }: Plan): boolean {
  return [link, otherLink].some((name) => name !== null && 'text' in name)
}

/**
 * The folder or tag that the plan names; null when the plan names none, undefined if no folder or tag has this name.
 */
function findPlacement({ placement }: Plan, placements: readonly NamedPlacement[]): NamedPlacement | null | undefined {
  if (placement === null) return null
  const name = placement.name.toLowerCase()
  return placements.find((each) => each.kind === placement.kind && each.name.toLowerCase() === name)
}

function formatMissingPlacement({ placement }: Plan): string {
  return placement ? `You have no ${placement.kind} ${quoteName(placement.name)}.` : ''
}

function formatMissingLink(name: LinkName): string {
  return 'text' in name
    ? `You have no link ${quoteName(name.text)}. Name one by its title, its code or its short address.`
    : 'You have no such link.'
}

function describeLink({ id, title, code }: NamedLink, { url }: QueryResult): InsightData['link'] {
  return {
    id,
    title,
    code,
    isActive: url?.isActive ?? null,
    createdAt: url ? new Date(url.createdAt) : null,
  }
}

/** The total, the number of links and the difference of an answer, as far as the plan asks for them. */
function countAll(
  { operation, cycleIndexes }: Plan,
  result: QueryResult,
  rows: InsightData['rows'],
  boundedCount: number | undefined,
): Pick<InsightData, 'total' | 'linkCount' | 'change'> {
  const { totalClicks, leastClickedLinks } = getSummary(result)
  const sum = rows.reduce((all, { clicks }) => all + clicks, 0)
  const parts = totalClicks + (result.part2?.totalClicks ?? 0) + (result.part3?.totalClicks ?? 0)
  const other = result.previous ?? result.other
  const linkCounts: Partial<Record<Plan['operation'], number | null>> = {
    createdLinks: result.urls?.totalCount ?? 0,
    deadLinks: result.linkHealth?.unreachable ?? 0,
    topLinks: boundedCount ?? null,
    unclickedLinks: leastClickedLinks?.totalCount ? leastClickedLinks.unclickedCount : null,
  }
  return {
    total:
      operation === 'createdLinks' || operation === 'deadLinks'
        ? null
        : operation === 'bots' || cycleIndexes
          ? sum
          : parts,
    linkCount: linkCounts[operation] ?? null,
    change: other ? totalClicks - other.totalClicks : null,
  }
}
