import { InvalidParams } from '../../base/failures.ts'
import type { Rule } from '../../base/limits/rule.ts'
import { isZone } from '../../clicks/index.ts'
import type { Context } from '../../graphql/context.ts'
import type { OwnDocuments } from '../../graphql/own.documents.ts'
import type { Throttle } from '../../graphql/throttle.ts'
import { LinkNotFound } from '../../links/index.ts'
import type { AskAnalyticsArgs } from './args.ts'
import { Calendar } from './calendar.ts'
import { type Findings, rowsOf } from './findings.ts'
import { notFound, notUnderstood, outOfBounds, several } from './helpful.ts'
import type { InsightAnswer, InsightData, InsightPeriod } from './insight.ts'
import type { LanguageModel } from './model/language.model.ts'
import { mostCandidates, type NamedLink, type OwnLinks } from './own.links.ts'
import type { Plan } from './plan.ts'
import { queryOf } from './query.ts'
import { readQuestion } from './rules/read.question.ts'
import { wordingOf } from './wording.ts'

/** How often one account may ask (decisions, part 15). */
const ofAccount: Rule = { limit: 20, seconds: 60 }

type Source = InsightData['source']

interface QuestionsDependencies {
  readonly links: OwnLinks
  readonly throttle: Throttle
  readonly languageModel: LanguageModel
  readonly ownDocuments: OwnDocuments
}

/** Answers questions in plain language about the caller's own clicks, by operations of the schema. */
export class Questions {
  readonly #links: OwnLinks

  readonly #throttle: Throttle
  readonly #languageModel: LanguageModel
  readonly #ownDocuments: OwnDocuments

  constructor({ links, throttle, languageModel, ownDocuments }: QuestionsDependencies) {
    this.#links = links
    this.#throttle = throttle
    this.#languageModel = languageModel
    this.#ownDocuments = ownDocuments
  }

  /**
   * Answers a question, also one that is not understood: then with what can be asked. Throws `InvalidParams` for a zone
   * nobody knows.
   */
  async ask(context: Context, { question, timezone }: AskAnalyticsArgs): Promise<InsightAnswer> {
    if (!isZone(timezone))
      throw InvalidParams.of('timezone', 'must be a zone of the IANA database, such as Europe/Berlin')
    const { accountId } = context
    await this.#throttle.take(context, [{ name: 'questions', key: accountId, group: accountId, rule: ofAccount }])
    const calendar = new Calendar(context.now(), timezone)
    return (await this.#askModel(context, question, calendar)) ?? this.#askRules(context, question, calendar)
  }

  /** What a model made of the question; nothing when there is none, or when what it says cannot be used. */
  async #askModel(context: Context, question: string, calendar: Calendar): Promise<InsightAnswer | undefined> {
    const plan = await this.#languageModel.planOf(question, calendar, context.request.log)
    if (!plan) return undefined
    const answer = await this.#answer(context, plan, calendar, 'model')
    return answer.data.query ? answer : undefined
  }

  async #askRules(context: Context, question: string, calendar: Calendar): Promise<InsightAnswer> {
    const own = await this.#links.mentionedIn(context, question)
    const reading = readQuestion(question, { calendar, own, shortUrl: context.settings.shortUrl })
    if (reading.kind === 'several') {
      const named = [...(await this.#links.named(context, reading.ids)).values()]
      return named.length > 0 ? several(named) : notFound()
    }
    return reading.kind === 'plan' ? this.#answer(context, reading.plan, calendar, 'rules') : notUnderstood()
  }

  async #answer(context: Context, plan: Plan, calendar: Calendar, source: Source): Promise<InsightAnswer> {
    const fitting = await this.#fitting(context, plan)
    const [link] = fitting ?? []
    if (fitting && !link) return notFound()
    if (fitting && fitting.length > 1) return several(fitting)
    // Details are told by the link itself, which takes more than reading its clicks.
    const asked = plan.operation === 'linkDetails' && !(link && this.#links.canRead(context)) ? withTotals(plan) : plan
    try {
      return await this.#run(context, asked, link ?? null, calendar, source)
    } catch (refusal) {
      if (refusal instanceof InvalidParams) return outOfBounds()
      // Deleted just now.
      if (refusal instanceof LinkNotFound) return notFound()
      throw refusal
    }
  }

  /** The links that the plan may mean; null when it means all. */
  async #fitting(context: Context, { link }: Plan): Promise<NamedLink[] | null> {
    if (link === null) return null
    if ('id' in link) return [...(await this.#links.named(context, [link.id])).values()]
    const exact = (await this.#links.mentionedIn(context, link.text)).filter(({ id, code, title }) =>
      [id, code, title].some((name) => name?.toLowerCase() === link.text.toLowerCase()),
    )
    if (exact.length > 0) return exact
    return (await this.#links.like(context, link.text)).slice(0, mostCandidates)
  }

  async #run(
    context: Context,
    plan: Plan,
    link: NamedLink | null,
    calendar: Calendar,
    source: Source,
  ): Promise<InsightAnswer> {
    const query = queryOf(plan, link?.id ?? null)
    const found = await this.#ownDocuments.run(context, query.document, query.variables)
    const findings = found as unknown as Findings
    const ids = (findings.summary.topLinks ?? []).map(({ urlId }) => urlId)
    const links = link ? new Map([[link.id, link]]) : await this.#links.named(context, ids)
    const total = findings.summary.totalClicks
    const told = {
      rows: rowsOf(plan, findings, links, calendar),
      link: link && {
        id: link.id,
        title: link.title,
        shortUrl: link.code,
        isActive: findings.url?.isActive ?? null,
        createdAt: findings.url ? new Date(findings.url.createdAt) : null,
      },
      total,
      change: findings.previous ? total - findings.previous.totalClicks : null,
    }
    return {
      answer: wordingOf(plan, told),
      data: {
        query,
        ...told,
        period: bare(plan.period),
        comparedTo: plan.comparedTo && bare(plan.comparedTo),
        source,
        suggestions: [],
      },
    }
  }
}

function withTotals(plan: Plan): Plan {
  return { ...plan, operation: 'totals' }
}

function bare({ from, to, label }: InsightPeriod): InsightPeriod {
  return { from, to, label }
}
