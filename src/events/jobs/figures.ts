import type { Figure } from '../../base/figure.ts'

/** How background jobs stand, those of all nodes together. */
export interface JobCounts {
  readonly queued: number
  readonly active: number
  /** Those that failed on every try. */
  readonly dead: number
  /** Age of the oldest that waits. */
  readonly oldestSeconds: number
}

export function jobFigures({ queued, active, dead, oldestSeconds }: JobCounts): Figure[] {
  const gauge = (name: string, help: string, value: number): Figure => ({ name, type: 'gauge', help, value })
  return [
    gauge('tack_jobs_queued', 'Background jobs that wait, on all nodes.', queued),
    gauge('tack_jobs_active', 'Background jobs under way, on all nodes.', active),
    gauge('tack_jobs_failed', 'Background jobs that failed on every try; a restart tries them again.', dead),
    gauge('tack_jobs_oldest_seconds', 'Age of the oldest background job that waits.', oldestSeconds),
  ]
}
