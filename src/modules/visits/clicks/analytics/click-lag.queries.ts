import type { EntityManager } from '../../../../platform/database/database.ts'
import {
  countMeasurements,
  percentile95DurationMs,
  readHistogram,
} from '../../../../platform/database/duration-histogram.queries.ts'

/** The time from a click until the statistics had it. */
export interface ClickLag {
  /** The 95th percentile in milliseconds; null without clicks. */
  readonly p95Ms: number | null
  readonly clicks: number
}

/** The lag of the clicks of an account that were counted since an instant, from the start of its hour. */
export async function readClickLag(em: EntityManager, workspaceId: string, from: Date): Promise<ClickLag> {
  const sums = await readHistogram(em, 'click_sum', { subjectIds: [workspaceId], from })
  return { p95Ms: percentile95DurationMs(sums), clicks: countMeasurements(sums) }
}
