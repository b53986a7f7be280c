/** How grave something is, the least first. */
export const severities = ['info', 'warning', 'error', 'critical'] as const
export type Severity = (typeof severities)[number]

/** What a background process or an activity belongs to. */
export const activitySources = ['webhooks', 'imports', 'link_health', 'clicks', 'lifecycle'] as const
export type ActivitySource = (typeof activitySources)[number]

/** What a background process did for an account in a time. Durations are in milliseconds, and null where nothing ended. */
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

/** Something an owner should know of for as long as its cause lasts. It is read from the records of the cause. */
export interface Alert<Kind extends string = string> {
  /** The same for the same cause, however often it is read. */
  readonly id: string
  readonly kind: Kind
  readonly severity: Severity
  readonly message: string
  /** What it is about, such as a webhook, a link or a key. */
  readonly subjectId: string
  /** When its cause began. */
  readonly createdAt: Date
}
