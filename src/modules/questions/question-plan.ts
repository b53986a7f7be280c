import type { Period } from './calendar.ts'

/** The kinds of questions that can be answered. */
export const operations = ['totals', 'breakdown', 'timeseries', 'topLinks', 'compare', 'linkDetails'] as const
export type Operation = (typeof operations)[number]

/** The dimensions by which clicks can be grouped and filtered. */
export const dimensions = [
  'country',
  'region',
  'device',
  'browser',
  'os',
  'referrer',
  'utmSource',
  'utmMedium',
  'utmCampaign',
  'trigger',
] as const
export type Dimension = (typeof dimensions)[number]

export const units = ['auto', 'minute', 'hour', 'day', 'week', 'month'] as const
export type Unit = (typeof units)[number]

/** Filters by dimension, in the syntax of the schema's filter arguments. */
export type Filters = Readonly<Partial<Record<Dimension, string>>>

/** A link as a question names it: a known link, or text for which a link has to be looked up. */
export type LinkName = { readonly id: string } | { readonly text: string }

/** A question as one of a few operations. It has no account: the schema answers for the account of the request. */
export interface Plan {
  readonly operation: Operation
  readonly link: LinkName | null
  readonly period: Period
  readonly comparedTo: Period | null
  readonly timezone: string
  readonly filters: Filters
  readonly includeBots: boolean
  /** Only for a breakdown. */
  readonly dimension: Dimension | null
  /** Only for a time series. */
  readonly unit: Unit
  /** Order of the rows by clicks; null for chronological order. */
  readonly order: 'most' | 'fewest' | null
  readonly limit: number
  /** The number that comes first in the answer. */
  readonly measure: 'clicks' | 'visitors'
}

export const maxRows = 50
