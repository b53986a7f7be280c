import type { InsightRow } from './insight.types.ts'

/** A row with null for the absent fields. */
export function createRow(fields: Pick<InsightRow, 'name' | 'clicks'> & Partial<InsightRow>): InsightRow {
  return { value: null, urlId: null, timestamp: null, uniqueVisitors: null, share: null, average: null, ...fields }
}

/** A part in percent with one decimal; null if the whole is 0. */
export function toPercent(part: number | null, whole: number | null): number | null {
  return part === null || !whole ? null : roundToTenths((100 * part) / whole)
}

export function roundToTenths(number: number): number {
  return Math.round(10 * number) / 10
}
