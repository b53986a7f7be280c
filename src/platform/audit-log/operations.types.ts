/** In ascending order. */
export const severities = ['info', 'warning', 'error', 'critical'] as const
export type Severity = (typeof severities)[number]

/** The part of the service that an activity or a background process belongs to. */
export const activitySources = ['webhooks', 'imports', 'link_health', 'clicks', 'lifecycle'] as const
export type ActivitySource = (typeof activitySources)[number]

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
