import type { EnumType } from '../../../platform/shared/enum-type.ts'
import { Continent } from '../../../platform/shared/geography/continents.ts'
import type { PlacementKind } from '../../publishing/links/index.ts'
import { DeviceType, type FilterValues, Trigger } from '../../visits/clicks/index.ts'
import type { Period, Unit } from './calendar.ts'

/** The kinds of questions that can be answered. */
export const operations = [
  'totals',
  'share',
  'average',
  'bots',
  'breakdown',
  'timeseries',
  'cycle',
  'compare',
  'topLinks',
  'unclickedLinks',
  'createdLinks',
  'deadLinks',
  'compareLinks',
  'linkDetails',
] as const
export type Operation = (typeof operations)[number]

/** The dimensions by which clicks can be grouped and filtered. */
export const dimensions = [
  'country',
  'region',
  'city',
  'continent',
  'device',
  'browser',
  'os',
  'referrer',
  'utmSource',
  'utmMedium',
  'utmCampaign',
  'utmTerm',
  'utmContent',
  'trigger',
] as const
export type Dimension = (typeof dimensions)[number]

/** The links in a folder or with a tag. The name is the one that the question uses. */
export interface Placement {
  readonly kind: PlacementKind
  readonly name: string
}

/** A number of clicks that each listed link has to have. */
export interface ClickBound {
  readonly comparison: 'fewer than' | 'more than' | 'at least' | 'at most'
  readonly clicks: number
}

/** The cycles: the hours of the day, the days of the week, and working days and weekends. */
export const cycles = ['hour', 'weekday', 'weekend'] as const
export type Cycle = (typeof cycles)[number]

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** The parts of each cycle, in their order, by the names they have in answers. */
export const cycleParts: Readonly<Record<Cycle, readonly string[]>> = {
  hour: Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`),
  weekday: weekdays,
  weekend: ['Monday to Friday', 'Saturday and Sunday'],
}

/** The enums among the dimensions. GraphQL has names for their values. */
export const dimensionEnums: Readonly<Partial<Record<Dimension, EnumType<string>>>> = {
  continent: Continent,
  device: DeviceType,
  trigger: Trigger,
}

/** Filters by dimension. */
export type Filters = Readonly<Partial<Record<Dimension, FilterValues>>>

/** A link in the form that a question names it: a known link, or text for which a link has to be looked up. */
export type LinkName = { readonly id: string } | { readonly text: string }

/**
 * A question in the form of one of a few operations. A plan has no account, because the schema answers for the account
 * of the request. The rules and a model write the same plans, and `findPlanIssue` checks both.
 */
export interface Plan {
  readonly operation: Operation
  readonly link: LinkName | null
  /** Only for two links that are compared. */
  readonly otherLink: LinkName | null
  readonly placement: Placement | null
  readonly period: Period
  readonly comparedTo: Period | null
  readonly timezone: string
  readonly filters: Filters
  readonly includeBots: boolean
  /** Only for a breakdown. */
  readonly dimension: Dimension | PlacementKind | null
  /** Only for a time series and an average. */
  readonly unit: Unit
  /** Only for a cycle. */
  readonly cycle: Cycle | null
  /** The requested parts of the cycle, as positions in `cycleParts`; null for all. */
  readonly cycleIndexes: readonly number[] | null
  /** Order of the rows by clicks; null for chronological order. */
  readonly order: 'most' | 'fewest' | null
  /** Number of rows; 0 when only a number is asked for. */
  readonly limit: number
  /** Only for top links: which links are listed. */
  readonly bound: ClickBound | null
  /** The number that comes first in the answer. */
  readonly measure: 'clicks' | 'visitors'
  /** Whether the question asks for the rows of a breakdown or of top links in percent. */
  readonly inPercent: boolean
  /** Only for links without clicks, and for links with the fewest clicks. */
  readonly linkKind: 'link' | 'qr'
}

export const maxRows = 50

/** Whether a number of clicks is within the bound of a plan. */
export function isWithinBound({ comparison, clicks }: ClickBound, count: number): boolean {
  if (comparison === 'fewer than') return count < clicks
  if (comparison === 'more than') return count > clicks
  return comparison === 'at least' ? count >= clicks : count <= clicks
}
