import { describe, expect, it } from 'vitest'
import {
  averageDurationMs,
  bucketGrowth,
  type HistogramBucket,
  percentile95DurationMs,
} from '../../src/platform/database/duration-histogram.queries.ts'

/** The buckets of some durations, as the SQL of the histogram makes them. */
function toBuckets(durations: readonly number[]): HistogramBucket[] {
  const bucketOf = (ms: number) => Math.ceil(Math.log(Math.max(ms, 1)) / Math.log(bucketGrowth))
  return [...Map.groupBy(durations, bucketOf)].map(([bucket, group]) => ({
    subjectId: 'whk_1',
    measure: 'latency',
    bucket,
    count: group.length,
    totalMs: group.reduce((sum, ms) => sum + ms, 0),
  }))
}

const exactPercentile = (durations: readonly number[]) =>
  durations.toSorted((a, b) => a - b)[Math.ceil(0.95 * durations.length) - 1] ?? 0

/** The same numbers in every run. */
function* chances(): Generator<number, never> {
  for (let seed = 11; ; ) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    yield seed / 2_147_483_648
  }
}

describe('the 95th percentile of a histogram', () => {
  it.each([1, 7, 9_999, 10_000, 10_200, 259_200_000])('of durations of %i ms is exact', (ms) => {
    expect(percentile95DurationMs(toBuckets([ms, ms, ms]))).toBe(ms)
  })

  it('is null without durations', () => {
    expect(percentile95DurationMs([])).toBeNull()
    expect(averageDurationMs([])).toBeNull()
  })

  it('is exact to 2 %, and not below the average unless it is so', () => {
    const chance = chances()
    for (let round = 0; round < 500; round++) {
      const scale = 10 ** (1 + 7 * chance.next().value)
      const spread = chance.next().value * 4
      const count = 1 + Math.floor(chance.next().value * 60)
      const durations = Array.from({ length: count }, () => Math.ceil(scale * chance.next().value ** spread))
      const buckets = toBuckets(durations)
      const [exact, p95] = [exactPercentile(durations), percentile95DurationMs(buckets) ?? 0]
      expect(Math.abs(p95 - exact)).toBeLessThanOrEqual(exact * 0.02 + 1)
      const average = durations.reduce((sum, ms) => sum + ms, 0) / count
      if (average <= exact) expect(p95).toBeGreaterThanOrEqual(averageDurationMs(buckets) ?? 0)
    }
  })

  it('is not below the average of almost equal durations', () => {
    // The percentile is 10,170 ms, the average of its bucket 10,089 ms, and the average of all 10,098 ms.
    const durations = [...Array(47).fill(10_005), ...Array(49).fill(10_170), ...Array(4).fill(10_300)]
    const buckets = toBuckets(durations)
    expect(buckets.map(({ count }) => count)).toEqual([96, 4])
    expect([exactPercentile(durations), averageDurationMs(buckets)]).toEqual([10_170, 10_098])
    expect(percentile95DurationMs(buckets)).toBe(10_098)
  })
})
