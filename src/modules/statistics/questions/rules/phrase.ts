import type { PlacementKind } from '../../../publishing/links/index.ts'
import type { Calendar, CalendarUnit, Period, Unit } from '../calendar.ts'
import type { ClickBound, Cycle, Dimension } from '../question-plan.ts'

type ClickStatement = 'clicks' | 'scans' | 'visitors' | 'unique' | 'performance' | 'share' | 'average' | 'value count'
type BotStatement = 'bots' | 'named bots' | 'people' | 'including bots'
/** `compare` and `comparative` (`more`) have their other side after `with`, `to`, `and`, `than` or `or`. */
type ComparisonStatement =
  | 'comparison'
  | 'compare'
  | 'comparative'
  | 'other side'
  | 'preceding period'
  | 'year over year'
/** `links` stands for several links, or for any link. */
type LinkStatement = 'link' | 'links' | 'plural links' | 'each link' | 'link count' | 'new links' | 'owned' | 'created'
type LinkStateStatement = 'unclicked' | 'dead' | 'details' | 'qr codes' | 'own qr codes'
type TimeStatement = 'trend' | 'best time' | 'weekend' | 'weekdays' | 'working days' | 'when' | 'when was'

/** The statements of a phrase that have no value. */
export type Statement =
  | ClickStatement
  | BotStatement
  | ComparisonStatement
  | LinkStatement
  | LinkStateStatement
  | TimeStatement
  | 'unsupported'

/** The statement of a phrase. */
export interface Meaning {
  readonly says?: readonly Statement[]
  readonly order?: 'most' | 'fewest'
  readonly limit?: number
  readonly dimension?: Dimension | PlacementKind
  readonly unit?: Unit
  /** Whether the question asks for the unit itself: `best day` and not `clicks by day`. */
  readonly isUnitRequested?: boolean
  readonly cycle?: Cycle
  /** The part of the cycle that is named. */
  readonly cycleIndex?: number
  readonly bound?: ClickBound
  readonly filter?: FilterValue
  /** The unit of `month over month` and `the month before`. */
  readonly comparisonUnit?: CalendarUnit
  readonly period?: (calendar: Calendar) => Period | null
  /** The unit of `the same month last year`; null for `a year ago`. */
  readonly yearBefore?: CalendarUnit | null
}

/** An expression for whole words, and its statement. If several phrases begin at a word, the longest counts. */
export type Phrase = readonly [pattern: string, meaning: Meaning | ((...captures: (string | undefined)[]) => Meaning)]

/** The filter value for a word of the question; several values are separated by commas. */
export interface DimensionValue {
  readonly dimension: Dimension
  readonly value: string
}

/** A value to include or exclude. */
export interface FilterValue extends DimensionValue {
  readonly isExcluded: boolean
}

/** A phrase without a value. */
export function say(...says: Statement[]): Meaning {
  return { says }
}
