import { clickLagOf } from '../clicks/index.ts'
import type { Question } from './question.ts'
import type { Metric, ServiceLevel, ServiceLevelStatus } from './service.level.ts'
import type { Work } from './work.ts'
import type { Workflow } from './workflow.ts'

/** What is promised: rates at least, times in milliseconds at most (decisions, part 13). */
const targets = {
  delivery_success_rate: 0.99,
  delivery_latency_p95: 10_000,
  click_ingest_lag_p95: 5_000,
  link_health_success: 0.98,
} as const satisfies Record<Metric, number>

/** The part of a time, or of the failures a rate allows, beyond which what is promised is at risk. */
const riskyTime = 0.8
const riskyFailures = 0.5

/** What is promised of the account's workflows and clicks, with what came of it. */
export async function serviceLevelsOf({ em, ownerId, span }: Question, work: readonly Work[]): Promise<ServiceLevel[]> {
  const { p95Ms, clicks } = await clickLagOf(em, ownerId, span.from)
  const ingest = { workflowId: null, name: 'Clicks', source: 'clicks' } as const
  return [...work.flatMap(levelsOf), { ...ingest, ...timed('click_ingest_lag_p95', p95Ms, clicks) }]
}

function levelsOf({ workflow, latencyP95Ms }: Work): ServiceLevel[] {
  const about = { workflowId: workflow.id, name: workflow.name, source: workflow.source }
  if (workflow.source === 'link_health') return [{ ...about, ...rated('link_health_success', workflow) }]
  if (workflow.source !== 'webhooks') return []
  return [
    { ...about, ...rated('delivery_success_rate', workflow) },
    { ...about, ...timed('delivery_latency_p95', latencyP95Ms, workflow.succeeded) },
  ]
}

function rated(metric: Metric, { succeeded, failed, failureRate }: Workflow) {
  const [target, sampleSize] = [targets[metric], succeeded + failed]
  const isMet = 1 - failureRate >= target
  const isSafe = failureRate <= riskyFailures * (1 - target)
  const actual = sampleSize === 0 ? null : 1 - failureRate
  return { metric, target, actual, status: statusOf(actual, isMet, isSafe), sampleSize }
}

function timed(metric: Metric, actual: number | null, sampleSize: number) {
  const target = targets[metric]
  const isWithin = (most: number) => actual !== null && actual <= most
  return {
    metric,
    target,
    actual,
    status: statusOf(actual, isWithin(target), isWithin(riskyTime * target)),
    sampleSize,
  }
}

function statusOf(actual: number | null, isMet: boolean, isSafe: boolean): ServiceLevelStatus {
  if (actual === null) return 'no_data'
  if (!isMet) return 'breached'
  return isSafe ? 'met' : 'at_risk'
}
