import { Field, Float, ID, Int, ObjectType } from 'type-graphql'
import {
  ActivitySource,
  computeFailureRate,
  type ExecutionSummary,
} from '../../../platform/audit-log/operations.types.ts'
import { AccessByKind } from '../../../platform/auth/authorization.ts'
import type { Scope } from '../../../platform/auth/scopes.ts'
import { GraphqlOnly } from '../../../platform/graphql/operations.ts'
import { type PeriodicJobName, summarizeJobRuns } from '../../../platform/jobs/job-runs.ts'
import { createEnumType } from '../../../platform/shared/enum-type.ts'
import { toPlainText } from '../../../platform/shared/text/human-text.ts'
import { getImportExecutions } from '../../integrations/imports/index.ts'
import {
  getFailureSeverity,
  getWebhookMetrics,
  Webhook,
  type WebhookMetrics,
} from '../../integrations/webhooks/index.ts'
import { getCheckExecutions, hasWatchedLinks } from '../link-health/index.ts'
import type { AccountSnapshot } from './account-snapshot.ts'

type WorkflowStatus = 'healthy' | 'degraded' | 'failing' | 'paused'
const WorkflowStatus = createEnumType<WorkflowStatus>('WorkflowStatus', 'How a background process is doing.', {
  healthy: 'It works.',
  degraded: 'Over 5 % of the executions since its last recovery or the last 5 attempts failed.',
  failing: 'Half of the executions since its last recovery or the last 10 attempts failed, or the service disabled it.',
  paused: 'Switched off by the owner.',
})

/** The scope of the metrics of each part of the service. */
export const scopesBySource: Readonly<Record<ActivitySource, Scope>> = {
  webhooks: 'read:profile',
  imports: 'read:links',
  link_health: 'read:links',
  clicks: 'read:analytics',
  lifecycle: 'read:profile',
}

@AccessByKind(({ source }: Workflow) => scopesBySource[source])
@ObjectType({ description: 'A background process of the account, with its executions in the range.' })
export class Workflow implements ExecutionSummary {
  @Field(() => ID, {
    description:
      '`webhook:` followed by the id of a webhook, `link-health`, `imports`, `anomaly-detector` or `lifecycle`.',
  })
  id!: string

  @Field(() => String, { description: 'Name of the workflow.' })
  name!: string

  @Field(() => ActivitySource, { description: 'Part of the service that it belongs to.' })
  source!: ActivitySource

  @Field(() => WorkflowStatus, { description: 'How it is doing.' })
  status!: WorkflowStatus

  @Field(() => Boolean, { description: 'Whether it is switched on.' })
  isActive!: boolean

  @Field(() => Int, { description: 'Executions that ended in the range or are running.' })
  executions!: number

  @Field(() => Int, { description: 'Executions that succeeded.' })
  succeeded!: number

  @Field(() => Int, {
    description:
      'Executions that failed after all attempts, and deliveries whose attempts have failed for over an hour.',
  })
  failed!: number

  @Field(() => Int, {
    description: 'Executions that are running or wait for another attempt; 0 for a webhook that is switched off.',
  })
  running!: number

  @Field(() => Float, { description: 'Failed executions divided by ended executions, from 0 to 1; 0 when none ended.' })
  failureRate!: number

  @Field(() => Int, { nullable: true, description: 'Average duration of an execution in milliseconds.' })
  averageDurationMs!: number | null

  @Field(() => Int, {
    nullable: true,
    description: '95th percentile of the duration in milliseconds, with an error of up to 2 %.',
  })
  p95DurationMs!: number | null

  @Field(() => Date, { nullable: true, description: 'When the last execution started, also before the range.' })
  lastExecutionAt!: Date | null

  @Field(() => String, { nullable: true, description: 'Error of the last execution that failed in the range.' })
  lastError!: string | null

  @GraphqlOnly()
  @Field(() => Webhook, { nullable: true, description: 'The webhook; null for other workflows.' })
  webhook!: Webhook | null
}

/** A workflow, with the delivery latency if it is a webhook. */
export interface WorkflowReport {
  readonly workflow: Workflow
  /** Failures before the last recovery are left out. */
  readonly currentFailureRate: number
  readonly latencyP95Ms: number | null
  readonly latencySamples: number
}

/** Failure rates above which a workflow is degraded, and from which it is failing. */
export const degradedFailureRate = 0.05
const failingFailureRate = 0.5

const linkHealthWorkflow = { id: 'link-health', name: 'Link health', source: 'link_health' } as const
const importsWorkflow = { id: 'imports', name: 'Imports', source: 'imports' } as const

const jobWorkflows = [
  { id: 'anomaly-detector', name: 'Click anomalies', source: 'clicks' },
  { id: 'lifecycle', name: 'Expiry of links', source: 'lifecycle' },
] as const

export const builtInWorkflows = [linkHealthWorkflow, importsWorkflow, ...jobWorkflows]

/** Returns the account's webhooks, newest first, and the built-in workflows that the caller may read. */
export async function listWorkflowReports({
  em,
  workspaceId,
  scopes,
  span,
}: AccountSnapshot): Promise<WorkflowReport[]> {
  const webhooks = await getWebhookMetrics(em, workspaceId, span)
  const isHealthChecked = await hasWatchedLinks(em, workspaceId)
  const linkHealth = isHealthChecked
    ? [toServiceReport(linkHealthWorkflow, await getCheckExecutions(em, workspaceId, span))]
    : []
  const importExecutions = await getImportExecutions(em, workspaceId, span)
  const executionsByJob = await summarizeJobRuns(
    em,
    jobWorkflows.map(({ id }) => id satisfies PeriodicJobName),
    span.from,
  )
  const reports = [
    ...webhooks.map(toWebhookReport),
    ...linkHealth,
    ...(importExecutions ? [toServiceReport(importsWorkflow, importExecutions)] : []),
    ...jobWorkflows.flatMap((jobWorkflow) => {
      const executions = executionsByJob.get(jobWorkflow.id)
      return executions ? [toServiceReport(jobWorkflow, executions)] : []
    }),
  ]
  return reports.filter(({ workflow }) => scopes.has(scopesBySource[workflow.source]))
}

export function toWorkflowId({ id }: Pick<Webhook, 'id'>): string {
  return `webhook:${id}`
}

function toWebhookReport({ webhook, executions, ...metrics }: WebhookMetrics): WorkflowReport {
  const { name, isActive } = webhook
  const { lastError } = executions
  const workflow: Workflow = {
    ...executions,
    lastError: lastError === null ? null : toPlainText(lastError),
    id: toWorkflowId(webhook),
    name,
    source: 'webhooks',
    status: deriveWebhookStatus(webhook, metrics.currentFailureRate),
    isActive,
    failureRate: computeFailureRate(executions),
    webhook,
  }
  return { ...metrics, workflow }
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
  return { workflow, currentFailureRate: failureRate, latencyP95Ms: null, latencySamples: 0 }
}

function deriveWebhookStatus(webhook: Webhook, failureRate: number): WorkflowStatus {
  const { isActive, disabledAt, failureCount } = webhook
  if (!isActive) return disabledAt ? 'failing' : 'paused'
  const status = deriveStatus(failureRate)
  const severity = getFailureSeverity(failureCount)
  if (severity === null || status === 'failing') return status
  return severity === 'warning' ? 'degraded' : 'failing'
}

function deriveStatus(failureRate: number): WorkflowStatus {
  if (failureRate >= failingFailureRate) return 'failing'
  return failureRate > degradedFailureRate ? 'degraded' : 'healthy'
}
