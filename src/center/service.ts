import { IsolationLevel } from '@mikro-orm/postgresql'
import { accountOf } from '../access/admit.ts'
import type { Severity } from '../events/operations.ts'
import { type Context, perRequest } from '../graphql/context.ts'
import type { Quota } from '../graphql/quota.ts'
import { anomaliesBetween, countOpenAnomalies } from '../insights/index.ts'
import type { Alert } from './alert.ts'
import { alertsOf } from './alerts.ts'
import type { Approval } from './approval.ts'
import { approvalsOf } from './approvals.ts'
import type { CommandCenterArgs } from './args.ts'
import { type Causes, causesOf } from './causes.ts'
import type { CommandCenter, CommandCenterSummary } from './command.center.ts'
import { isGrave, isWanted } from './narrowing.ts'
import { type Listed, mostListed, type Question } from './question.ts'
import { recentActivityOf } from './recent.activity.ts'
import { recommendationsOf } from './recommendations.ts'
import type { ServiceLevel } from './service.level.ts'
import { serviceLevelsOf } from './service.levels.ts'
import { type Preset, spanOf } from './span.ts'

/** What the summary counts. */
interface Findings {
  readonly causes: Causes
  readonly sla: readonly ServiceLevel[]
  readonly alerts: Listed<Alert>
  readonly approvals: Listed<Approval>
  readonly anomalies: number
}

/** Compiles how the caller's background work stands. All of one answer is read from one snapshot. */
export class CommandCenters {
  readonly #quota: Quota

  constructor(quota: Quota) {
    this.#quota = quota
  }

  /** The whole view. What is asked for narrows its lists and not its summary. */
  compile(context: Context, { range, ...wish }: CommandCenterArgs): Promise<CommandCenter> {
    return this.#ask(context, range, async (question) => {
      const findings = await find(question)
      const { em, ownerId, span } = question
      const { from, to } = span
      const anomaliesFrom = (severity: Severity) =>
        anomaliesBetween(em, ownerId, { from, to, severity, limit: mostListed })
      const recommendations = await recommendationsOf(question, findings.causes, await anomaliesFrom('error'))
      return {
        ...{ range: span, generatedAt: span.to, summary: summaryOf(findings) },
        workflows: findings.causes.work
          .map(({ workflow }) => workflow)
          .filter(({ id, source }) => isWanted({ source, workflowId: id }, wish)),
        sla: findings.sla.filter((level) => isWanted(level, wish)),
        anomalies: isWanted(ofDetector, wish) ? await anomaliesFrom(wish.severity) : [],
        alerts: findings.alerts.items
          .filter((alert) => isWanted(alert, wish) && isGrave(alert.severity, wish))
          .slice(0, mostListed),
        approvals: isWanted(ofReviewers, wish) ? [...findings.approvals.items] : [],
        recommendations: recommendations.filter((each) => isWanted(each, wish)).slice(0, mostListed),
        recentActivity: await recentActivityOf(question, wish),
      }
    })
  }

  /** The seven numbers of the last 24 hours. */
  summarize(context: Context): Promise<CommandCenterSummary> {
    return this.#ask(context, '24h', async (question) => summaryOf(await find(question)))
  }

  /** One at a time, however often a document asks: each holds a connection of the database until it is compiled. */
  #ask<T>(context: Context, preset: Preset, answer: (question: Question) => Promise<T>): Promise<T> {
    return oneAtATime(context)(() => this.#answer(context, preset, answer))
  }

  async #answer<T>(context: Context, preset: Preset, answer: (question: Question) => Promise<T>): Promise<T> {
    const { accountId: ownerId, role } = accountOf(context.caller)
    const requests = await this.#quota.hourOf(ownerId)
    const about = { ownerId, isAdmin: role === 'admin', span: spanOf(preset, context.now()), requests }
    const snapshot = { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true, clear: true }
    // What another operation of the request has read before is of another moment.
    return context.em.transactional((em) => answer({ ...about, em }), snapshot)
  }
}

/** Runs the compilations of one request one after another. */
const oneAtATime = perRequest(() => {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(compile: () => Promise<T>): Promise<T> => {
    const result = last.then(compile)
    last = result.catch(() => undefined)
    return result
  }
})

const ofDetector = { source: 'clicks', workflowId: 'anomaly-detector' } as const
const ofReviewers = { source: 'lifecycle', workflowId: null } as const

async function find(question: Question): Promise<Findings> {
  const causes = await causesOf(question)
  return {
    causes,
    sla: await serviceLevelsOf(question, causes.work),
    alerts: await alertsOf(question, causes),
    approvals: await approvalsOf(question),
    anomalies: await countOpenAnomalies(question.em, question.ownerId),
  }
}

function summaryOf({ causes, sla, alerts, approvals, anomalies }: Findings): CommandCenterSummary {
  const workflows = causes.work.map(({ workflow }) => workflow)
  return {
    activeWorkflows: workflows.filter(({ isActive }) => isActive).length,
    runningExecutions: workflows.reduce((sum, { running }) => sum + running, 0),
    failures: workflows.reduce((sum, { failed }) => sum + failed, 0),
    slaBreaches: sla.filter(({ status }) => status === 'breached').length,
    anomalies,
    alerts: alerts.total,
    approvals: approvals.total,
  }
}
