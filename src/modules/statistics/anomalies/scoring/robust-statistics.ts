/** The median; 0 for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort()
  const half = sorted.length >> 1
  const [lower = 0, upper = 0] = [sorted[half - 1], sorted[half]]
  return sorted.length % 2 === 1 ? upper : (lower + upper) / 2
}

/** The weighted median; null if the weights add up to 0. */
export function weightedMedian(pairs: readonly (readonly [value: number, weight: number])[]): number | null {
  const sorted = pairs.toSorted(([a], [b]) => a - b)
  let left = sorted.reduce((sum, [, weight]) => sum + weight, 0) / 2
  if (left === 0) return null
  for (const [value, weight] of sorted) {
    left -= weight
    if (left <= 0) return value
  }
  return null
}

/** Estimates the standard deviation of residuals around 0 from their median, so that outliers have no influence. */
export function estimateSpread(residuals: readonly number[]): number {
  return median(residuals.map(Math.abs)) / 0.6745
}

/** Transforms a Poisson count so that its standard deviation is about 1, whatever its size (Anscombe 1948). */
export function anscombeTransform(count: number): number {
  return 2 * Math.sqrt(count + 3 / 8)
}

/** Inverts `anscombeTransform`. */
export function inverseAnscombeTransform(value: number): number {
  return Math.max(0, (value / 2) ** 2 - 3 / 8)
}
