import { createEnumType } from '../shared/enum-type.ts'

/** In ascending order. */
export const severities = ['info', 'warning', 'error', 'critical'] as const
export type Severity = (typeof severities)[number]
export const Severity = createEnumType<Severity>('Severity', 'How serious something is, in ascending order.', {
  info: 'For information.',
  warning: 'Worth a look.',
  error: 'Something does not work.',
  critical: 'Needs attention now.',
})

/** The part of the service that an activity or a background process belongs to. */
export const activitySources = ['webhooks', 'imports', 'link_health', 'clicks', 'lifecycle'] as const
export type ActivitySource = (typeof activitySources)[number]
const sourceDescriptions = {
  webhooks: 'Webhooks and their deliveries.',
  imports: 'Imports of links.',
  link_health: 'Checks of destinations.',
  clicks: 'Processing of clicks.',
  lifecycle: 'Changes and expiry of links, codes and keys; members and settings of the workspace.',
}
export const ActivitySource = createEnumType<ActivitySource>(
  'ActivitySource',
  'A part of the service.',
  sourceDescriptions,
)

/** One part of the service, or all. */
export const sourceFilters = ['all', ...activitySources] as const
export type SourceFilter = (typeof sourceFilters)[number]
export const SourceFilter = createEnumType<SourceFilter>('SourceFilter', 'A part of the service, or all.', {
  all: 'All parts.',
  ...sourceDescriptions,
})

/** What a background process did in a period. Durations are in milliseconds, and null if nothing ended. */
export interface ExecutionSummary {
  readonly executions: number
  readonly succeeded: number
  readonly failed: number
  readonly running: number
  readonly averageDurationMs: number | null
  readonly p95DurationMs: number | null
  readonly lastExecutionAt: Date | null
  readonly lastError: string | null
}

/** Failed executions divided by ended ones, from 0 to 1; 0 when none ended. */
export function computeFailureRate({ succeeded, failed }: Pick<ExecutionSummary, 'succeeded' | 'failed'>): number {
  return failed === 0 ? 0 : failed / (succeeded + failed)
}
