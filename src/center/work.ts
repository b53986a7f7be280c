import type { Executions } from '../events/operations.ts'
import { sweepExecutions } from '../events/sweeps/executions.ts'
import type { Sweeping } from '../events/sweeps/sweeps.ts'
import { healthExecutions, isHealthOn } from '../health/index.ts'
import { gradeOf, type Webhook, type WebhookWork, workOfWebhooks } from '../webhooks/index.ts'
import type { Question } from './question.ts'
import type { Workflow, WorkflowStatus } from './workflow.ts'

/** A workflow, and of a webhook how long its events took to arrive. */
export interface Work {
  readonly workflow: Workflow
  readonly latencyP95Ms: number | null
}

/** From this part of what ended on a workflow is degraded, and failing. */
export const degradedAbove = 0.05
const failingFrom = 0.5

const sweeps = [
  { id: 'anomaly-detector', name: 'Click anomalies', source: 'clicks' },
  { id: 'lifecycle', name: 'Expiry of links', source: 'lifecycle' },
] as const

/** What works for the account: its webhooks, the newest first, and what the service does by itself. */
export async function workOf({ em, ownerId, span }: Question): Promise<Work[]> {
  const webhooks = await workOfWebhooks(em, ownerId, span)
  const isOn = await isHealthOn(em, ownerId)
  const health = isOn ? [serviceWork(healthNames, await healthExecutions(em, ownerId, span))] : []
  const swept = await sweepExecutions(
    em,
    sweeps.map(({ id }) => id satisfies Sweeping),
    span.from,
  )
  return [
    ...webhooks.map(webhookWork),
    ...health,
    ...sweeps.flatMap((names) => {
      const executions = swept.get(names.id)
      return executions ? [serviceWork(names, executions)] : []
    }),
  ]
}

const healthNames = { id: 'link-health', name: 'Link health', source: 'link_health' } as const

export function workflowIdOf({ id }: Pick<Webhook, 'id'>): string {
  return `webhook:${id}`
}

function webhookWork({ webhook, executions, latencyP95Ms }: WebhookWork): Work {
  const { name, isActive } = webhook
  const failureRate = rateOf(executions)
  const workflow: Workflow = {
    ...{ id: workflowIdOf(webhook), name, source: 'webhooks', status: statusOfWebhook(webhook, failureRate), isActive },
    ...{ ...executions, failureRate, webhook },
  }
  return { workflow, latencyP95Ms }
}

function serviceWork(names: Pick<Workflow, 'id' | 'name' | 'source'>, executions: Executions): Work {
  const failureRate = rateOf(executions)
  const workflow = {
    ...names,
    status: statusOf(failureRate),
    isActive: true,
    ...executions,
    failureRate,
    webhook: null,
  }
  return { workflow, latencyP95Ms: null }
}

function statusOfWebhook(webhook: Webhook, failureRate: number): WorkflowStatus {
  const { isActive, disabledAt, failureCount } = webhook
  if (!isActive) return disabledAt ? 'failing' : 'paused'
  const status = statusOf(failureRate)
  const grade = gradeOf(failureCount)
  if (grade === null || status === 'failing') return status
  return grade === 'warning' ? 'degraded' : 'failing'
}

function statusOf(failureRate: number): WorkflowStatus {
  if (failureRate >= failingFrom) return 'failing'
  return failureRate > degradedAbove ? 'degraded' : 'healthy'
}

function rateOf({ succeeded, failed }: Executions): number {
  return failed === 0 ? 0 : failed / (succeeded + failed)
}
