import type { SharedStatsCount } from './shared-stats.types.ts'

/** A smaller number of clicks could come from one person. */
export const minClicks = 3

const maxRows = 50

const otherName = 'Other'

/**
 * A breakdown for strangers, most clicks first: values with fewer than 3 clicks, and values after the first 50, are one
 * row. All rows together are the total.
 */
export function groupSmallCounts(
  rows: readonly { readonly name: string; readonly clicks: number }[],
  totalClicks: number,
): SharedStatsCount[] {
  const shown = rows.filter(({ name, clicks }) => clicks >= minClicks && name !== otherName).slice(0, maxRows)
  const others = totalClicks - shown.reduce((sum, { clicks }) => sum + clicks, 0)
  return others > 0 ? [...shown, { name: otherName, clicks: others }] : shown
}
