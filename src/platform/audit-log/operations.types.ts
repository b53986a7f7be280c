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

/** A problem that its owner should know of while its cause lasts. It is derived from the records of the cause. */
export interface Alert<Kind extends string = string> {
  /** The same cause has the same id. */
  readonly id: string
  readonly kind: Kind
  readonly severity: Severity
  readonly message: string
  /** The id of the webhook, link or key concerned. */
  readonly subjectId: string
  /** When the cause began. */
  readonly createdAt: Date
}
