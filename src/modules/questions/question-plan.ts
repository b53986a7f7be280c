import type { Period } from './calendar.ts'

/** What can be asked, and nothing else. */
export const operations = ['totals', 'breakdown', 'timeseries', 'topLinks', 'compare', 'linkDetails'] as const
export type Operation = (typeof operations)[number]

/** What clicks can be told apart by. */
export const dimensions = [
  ...(['country', 'region', 'device', 'browser', 'os', 'referrer'] as const),
  ...(['utmSource', 'utmMedium', 'utmCampaign', 'trigger'] as const),
] as const
export type Dimension = (typeof dimensions)[number]

export const units = ['auto', 'minute', 'hour', 'day', 'week', 'month'] as const
export type Unit = (typeof units)[number]

/** Which clicks are meant, in the form the filters of the schema have. */
export type Filters = Readonly<Partial<Record<Dimension, string>>>

/** A link as a question names it: one that is known, or words that somebody has yet to find one for. */
export type LinkName = { readonly id: string } | { readonly text: string }

/**
 * What a question asks, as one of a few operations of the schema. It names no account: whoever asks is known to the
 * schema, which is what it is put to.
 */
export interface Plan {
  readonly operation: Operation
  readonly link: LinkName | null
  readonly period: Period
  readonly comparedTo: Period | null
  readonly timezone: string
  readonly filters: Filters
  readonly includeBots: boolean
  /** Of a breakdown. */
  readonly dimension: Dimension | null
  /** Of a series. */
  readonly unit: Unit
  /** Rows in the order of their clicks; null for a series as it came. */
  readonly order: 'most' | 'fewest' | null
  readonly limit: number
  /** What the answer begins with. */
  readonly measure: 'clicks' | 'visitors'
}

export const maxRows = 50
