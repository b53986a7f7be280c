import { Field, Float, ID, Int, ObjectType } from 'type-graphql'
import type { ActivitySource } from '../../../platform/audit-log/operations.types.ts'
import { AccessByKind } from '../../../platform/auth/authorization.ts'
import { GraphqlOnly, RestOnly } from '../../../platform/graphql/operations.ts'
import { createEnumType } from '../../../platform/shared/enum-type.ts'
import { readClickLag } from '../../visits/clicks/index.ts'
import type { AccountSnapshot } from './account-snapshot.ts'
import { scopesBySource, Workflow, type WorkflowReport } from './workflows.ts'

type Metric = 'delivery_success_rate' | 'delivery_latency_p95' | 'click_ingest_lag_p95' | 'link_health_success'
const Metric = createEnumType<Metric>('ServiceLevelMetric', 'What a service level measures.', {
  delivery_success_rate: 'Successful deliveries, from 0 to 1. Those whose attempts have failed for over an hour count.',
  delivery_latency_p95: 'Milliseconds from an event to its delivery, or so far, 95th percentile.',
  click_ingest_lag_p95: 'Milliseconds from a click to its rollup, 95th percentile.',
  link_health_success: 'Successful checks of destinations, from 0 to 1.',
})

/** `at_risk` means: met, but by a small margin. */
type ServiceLevelStatus = 'met' | 'at_risk' | 'breached' | 'no_data'
const ServiceLevelStatus = createEnumType<ServiceLevelStatus>('ServiceLevelStatus', 'Whether a target is met.', {
  met: 'The target is met.',
  at_risk: 'Met, but with over half of the allowed failures or 80 % of the allowed time.',
  breached: 'The target is missed.',
  no_data: 'Nothing was measured.',
})

@AccessByKind(({ source }: ServiceLevel) => scopesBySource[source])
@ObjectType({ description: 'A target for background work, with the measured value in the range.' })
export class ServiceLevel {
  @RestOnly()
  @Field(() => ID, { nullable: true, description: 'Identifier of the workflow; null for the processing of clicks.' })
  get workflowId(): string | null {
    return this.workflow?.id ?? null
  }

  @GraphqlOnly()
  @Field(() => Workflow, { nullable: true, description: 'The workflow; null for the processing of clicks.' })
  workflow!: Workflow | null

  @Field(() => String, { description: 'Name of the workflow, or `Clicks`.' })
  name!: string

  @Field(() => Metric, { description: 'What is measured.' })
  metric!: Metric

  @Field(() => Float, { description: 'The target: a minimum for rates, a maximum for durations.' })
  target!: number

  @Field(() => Float, { nullable: true, description: 'The measured value; null when nothing was measured.' })
  actual!: number | null

  @Field(() => ServiceLevelStatus, { description: 'Whether the target is met.' })
  status!: ServiceLevelStatus

  @Field(() => Int, { description: 'Number of measurements.' })
  sampleSize!: number

  source!: ActivitySource
}

/** Minimum rates, and maximum durations in milliseconds (docs/decisions/command-center.md). */
const targets = {
  delivery_success_rate: 0.99,
  delivery_latency_p95: 10_000,
  click_ingest_lag_p95: 5_000,
  link_health_success: 0.98,
} as const satisfies Record<Metric, number>

/** A service level is at risk beyond this part of the allowed duration or of the allowed failures. */
const riskDurationRatio = 0.8
const riskFailureRatio = 0.5

/** Measures the service levels of the account's workflows and of click processing that the caller may read. */
export async function measureServiceLevels(
  { em, workspaceId, scopes, span }: AccountSnapshot,
  reports: readonly WorkflowReport[],
): Promise<ServiceLevel[]> {
  const { p95Ms, clicks } = await readClickLag(em, workspaceId, span.from)
  const clickIngest = { workflow: null, name: 'Clicks', source: 'clicks' } as const
  return [
    ...reports.flatMap(measureWorkflow),
    { ...clickIngest, ...measureDuration('click_ingest_lag_p95', p95Ms, clicks) },
  ]
    .filter(({ source }) => scopes.has(scopesBySource[source]))
    .map((level) => Object.assign(new ServiceLevel(), level))
}

function measureWorkflow({
  workflow,
  latencyP95Ms,
  latencySamples,
}: WorkflowReport): Omit<ServiceLevel, 'workflowId'>[] {
  const about = { workflow, name: workflow.name, source: workflow.source }
  if (workflow.source === 'link_health') return [{ ...about, ...measureRate('link_health_success', workflow) }]
  if (workflow.source !== 'webhooks') return []
  return [
    { ...about, ...measureRate('delivery_success_rate', workflow) },
    { ...about, ...measureDuration('delivery_latency_p95', latencyP95Ms, latencySamples) },
  ]
}

function measureRate(metric: Metric, { succeeded, failed, failureRate }: Workflow) {
  const target = targets[metric]
  const sampleSize = succeeded + failed
  const isMet = 1 - failureRate >= target
  const isSafe = failureRate <= riskFailureRatio * (1 - target)
  const actual = sampleSize === 0 ? null : 1 - failureRate
  return { metric, target, actual, status: deriveServiceLevelStatus(actual, isMet, isSafe), sampleSize }
}

function measureDuration(metric: Metric, actual: number | null, sampleSize: number) {
  const target = targets[metric]
  const isWithin = (maxMs: number) => actual !== null && actual <= maxMs
  return {
    metric,
    target,
    actual,
    status: deriveServiceLevelStatus(actual, isWithin(target), isWithin(riskDurationRatio * target)),
    sampleSize,
  }
}

function deriveServiceLevelStatus(actual: number | null, isMet: boolean, isSafe: boolean): ServiceLevelStatus {
  if (actual === null) return 'no_data'
  if (!isMet) return 'breached'
  return isSafe ? 'met' : 'at_risk'
}
