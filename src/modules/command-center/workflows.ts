import { Field, Float, ID, Int, ObjectType } from 'type-graphql'
import type { ActivitySource, ExecutionSummary } from '../../platform/audit-log/operations.types.ts'
import { GraphqlOnly } from '../../platform/graphql/operations.ts'
import { type PeriodicJobName, summarizeJobRuns } from '../../platform/jobs/job-runs.ts'
import { getCheckExecutions, hasWatchedLinks } from '../link-health/index.ts'
import { getFailureSeverity, getWebhookMetrics, Webhook, type WebhookMetrics } from '../webhooks/index.ts'
import type { AccountSnapshot } from './account-snapshot.ts'

/** How a workflow does; `paused` was switched off by its owner. */
export type WorkflowStatus = 'healthy' | 'degraded' | 'failing' | 'paused'

@ObjectType({ description: 'A background process that works for the account, with what it did in the range.' })
export class Workflow implements ExecutionSummary {
  @Field(() => ID, {
    description: '`webhook:` and the id of a webhook, `link-health`, `anomaly-detector` or `lifecycle`.',
  })
  id!: string

  @Field(() => String, { description: 'What it is called.' })
  name!: string

  @Field(() => String, { description: 'What it belongs to: `webhooks`, `link_health`, `clicks` or `lifecycle`.' })
  source!: ActivitySource

  @Field(() => String, {
    description:
      '`paused` when its owner switched it off; `failing` when half of what ended failed, its last 10 attempts did, or ' +
      'the service disabled it; `degraded` when more than 5 % failed or its last 5 attempts did; else `healthy`.',
  })
  status!: WorkflowStatus

  @Field(() => Boolean, { description: 'Whether it is switched on.' })
  isActive!: boolean

  @Field(() => Int, { description: 'Executions that ended in the range, and those that run now.' })
  executions!: number

  @Field(() => Int, { description: 'Those that succeeded.' })
  succeeded!: number

  @Field(() => Int, { description: 'Those that failed for good.' })
  failed!: number

  @Field(() => Int, { description: 'Those that run now, or wait for another attempt.' })
  running!: number

  @Field(() => Float, { description: 'The part of what ended that failed, from 0 to 1; 0 when nothing ended.' })
  failureRate!: number

  @Field(() => Int, { nullable: true, description: 'How long one took on average, in milliseconds.' })
  averageDurationMs!: number | null

  @Field(() => Int, {
    nullable: true,
    description: 'What 95 of 100 did not exceed, in milliseconds, right to 5 %.',
  })
  p95DurationMs!: number | null

  @Field(() => Date, { nullable: true, description: 'When the last one began, in the range or before it.' })
  lastExecutionAt!: Date | null

  @Field(() => String, { nullable: true, description: 'What the last one met that failed in the range.' })
  lastError!: string | null

  @GraphqlOnly()
  @Field(() => Webhook, { nullable: true, description: 'The webhook it is; null of other workflows.' })
  webhook!: Webhook | null
}

/** A workflow, and of a webhook how long its events took to arrive. */
export interface WorkflowReport {
  readonly workflow: Workflow
  readonly latencyP95Ms: number | null
}

/** From this part of what ended on a workflow is degraded, and failing. */
export const degradedFailureRate = 0.05
const failingFailureRate = 0.5

const jobWorkflows = [
  { id: 'anomaly-detector', name: 'Click anomalies', source: 'clicks' },
  { id: 'lifecycle', name: 'Expiry of links', source: 'lifecycle' },
] as const

/** What works for the account: its webhooks, the newest first, and what the service does by itself. */
export async function listWorkflowReports({ em, ownerId, span }: AccountSnapshot): Promise<WorkflowReport[]> {
  const webhooks = await getWebhookMetrics(em, ownerId, span)
  const isOn = await hasWatchedLinks(em, ownerId)
  const health = isOn ? [toServiceReport(linkHealthWorkflow, await getCheckExecutions(em, ownerId, span))] : []
  const executionsByJob = await summarizeJobRuns(
    em,
    jobWorkflows.map(({ id }) => id satisfies PeriodicJobName),
    span.from,
  )
  return [
    ...webhooks.map(toWebhookReport),
    ...health,
    ...jobWorkflows.flatMap((jobWorkflow) => {
      const executions = executionsByJob.get(jobWorkflow.id)
      return executions ? [toServiceReport(jobWorkflow, executions)] : []
    }),
  ]
}

const linkHealthWorkflow = { id: 'link-health', name: 'Link health', source: 'link_health' } as const

export function toWorkflowId({ id }: Pick<Webhook, 'id'>): string {
  return `webhook:${id}`
}

function toWebhookReport({ webhook, executions, latencyP95Ms }: WebhookMetrics): WorkflowReport {
  const { name, isActive } = webhook
  const failureRate = computeFailureRate(executions)
  const workflow: Workflow = {
    ...{
      id: toWorkflowId(webhook),
      name,
      source: 'webhooks',
      status: deriveWebhookStatus(webhook, failureRate),
      isActive,
    },
    ...{ ...executions, failureRate, webhook },
  }
  return { workflow, latencyP95Ms }
}

function toServiceReport(
  identity: Pick<Workflow, 'id' | 'name' | 'source'>,
  executions: ExecutionSummary,
): WorkflowReport {
  const failureRate = computeFailureRate(executions)
  const workflow = {
    ...identity,
    status: deriveStatus(failureRate),
    isActive: true,
    ...executions,
    failureRate,
    webhook: null,
  }
  return { workflow, latencyP95Ms: null }
}

function deriveWebhookStatus(webhook: Webhook, failureRate: number): WorkflowStatus {
  const { isActive, disabledAt, failureCount } = webhook
  if (!isActive) return disabledAt ? 'failing' : 'paused'
  const status = deriveStatus(failureRate)
  const grade = getFailureSeverity(failureCount)
  if (grade === null || status === 'failing') return status
  return grade === 'warning' ? 'degraded' : 'failing'
}

function deriveStatus(failureRate: number): WorkflowStatus {
  if (failureRate >= failingFailureRate) return 'failing'
  return failureRate > degradedFailureRate ? 'degraded' : 'healthy'
}

function computeFailureRate({ succeeded, failed }: ExecutionSummary): number {
  return failed === 0 ? 0 : failed / (succeeded + failed)
}
