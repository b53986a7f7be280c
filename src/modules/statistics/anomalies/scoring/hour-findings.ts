import type { Severity } from '../../../../platform/audit-log/operations.types.ts'
import { createEnumType } from '../../../../platform/shared/enum-type.ts'
import { type ClicksByCountry, type CountryScore, scoreCountries } from './country-score.ts'
import { type CountAt, type HourScore, isEarly, scoreHour } from './hour-score.ts'

/** The respects in which an hour of a link can be unusual. */
export const anomalyKinds = ['spike', 'drop', 'bot_surge', 'country_shift'] as const
export type AnomalyKind = (typeof anomalyKinds)[number]
export const AnomalyKind = createEnumType<AnomalyKind>('AnomalyKind', 'What is unusual about the clicks on a link.', {
  spike: 'More clicks by people than usual.',
  drop: 'Fewer clicks by people than usual.',
  bot_surge: 'More visits by bots than usual.',
  country_shift: 'Visitors from other countries than usual.',
})

/** One hour of a link, with its history. */
export interface LinkHour {
  /** Hours since the link was first clicked. */
  readonly ageHours: number
  /** Clicks by people. */
  readonly clicks: CountAt
  /** Visits by bots. */
  readonly robots: CountAt
  /** Whether daylight saving time began or ended during the history. */
  readonly clocksChanged: boolean
  /** Null if the countries were not read. */
  readonly countries: {
    readonly hour: ClicksByCountry
    readonly days: readonly ClicksByCountry[]
    /** The same hour of these days, in sum. */
    readonly sameHour: ClicksByCountry | null
  } | null
}

/**
 * How unusual the hour is in one respect. `borderline` is not enough to open an anomaly and too much to clear an
 * anomaly; `unknown` means that there are too few clicks.
 */
type FindingStatus = 'anomalous' | 'borderline' | 'normal' | 'unknown'

export interface Finding {
  readonly kind: AnomalyKind
  readonly status: FindingStatus
  readonly observed: number
  readonly expected: number
  readonly score: number
  /** Pass it to `classifyHour` again while the anomaly lasts. */
  readonly level: number
  readonly country: string | null
  /** See `isEarly`. */
  readonly isEarly: boolean
}

/** Hours with fewer clicks than this, observed or expected, are never anomalous. */
export const minSignificantClicks = 20

const anomalyThreshold = 3.5
const borderlineThreshold = 2

/** Limits of observed clicks divided by expected clicks, however significant the difference is. */
const minSpikeRatio = 1.5
const minSurgeRatio = 2
const maxDropRatio = 0.5
/** One of three days is a workday, so the end of a weekend is no spike. */
const minDaysForSpike = 3
/** Until a week is known, clicks may be fewer at a weekend, or more. */
const minDaysForDrop = 7
const minFirstWeekSpikeRatio = 3
/** An hour above this limit ends a drop, whatever the earlier hours were. */
const maxBorderlineDropRatio = 0.75

/** How a finding changes the anomaly of its kind; null if nothing changes. */
export function determineTransition(status: FindingStatus, isOngoing: boolean): 'open' | 'continue' | 'clear' | null {
  if (!isOngoing) return status === 'anomalous' ? 'open' : null
  if (status === 'unknown') return null
  return status === 'normal' ? 'clear' : 'continue'
}

export function classifySeverity({ score, isEarly }: Pick<Finding, 'score' | 'isEarly'>): Severity {
  if (isEarly) return 'warning'
  if (Math.abs(score) >= 10) return 'critical'
  return Math.abs(score) >= 6 ? 'error' : 'warning'
}

/** Classifies an hour in every respect. `levels` holds the level of each ongoing anomaly. */
export function classifyHour(
  { ageHours, clicks, robots, clocksChanged, countries }: LinkHour,
  levels: Partial<Readonly<Record<AnomalyKind, number>>>,
): Finding[] {
  const clickScore = scoreHour(clicks, ageHours, levels.spike ?? levels.drop, clocksChanged)
  const canBeBotSurge = robots(0) >= minSignificantClicks || levels.bot_surge !== undefined
  const botScore = canBeBotSurge ? scoreHour(robots, ageHours, levels.bot_surge) : null
  const countryScore = countries && scoreCountries(countries.hour, countries.days, countries.sameHour)
  return [
    createFinding('spike', clickScore, classifySpike),
    createFinding('drop', clickScore, classifyDrop),
    createFinding('bot_surge', botScore, (result) => classifyRise(result, minSurgeRatio)),
    createFinding('country_shift', countryScore, classifyCountryShift),
  ].map((finding) => ({ ...finding, isEarly: isEarly(ageHours) }))
}

function createFinding<V extends HourScore | CountryScore>(
  kind: AnomalyKind,
  result: V | null,
  classify: (result: V) => FindingStatus,
): Omit<Finding, 'isEarly'> {
  if (!result) return { kind, status: 'unknown', observed: 0, expected: 0, score: 0, level: 1, country: null }
  return { kind, status: classify(result), level: 1, country: null, ...result }
}

function classifySpike(result: HourScore): FindingStatus {
  if (result.comparedDays < minDaysForSpike) return 'unknown'
  return classifyRise(result, result.comparedDays < minDaysForDrop ? minFirstWeekSpikeRatio : minSpikeRatio)
}

function classifyRise({ observed, expected, score }: HourScore, minRatio: number): FindingStatus {
  if (score >= anomalyThreshold && observed >= minSignificantClicks && observed >= minRatio * expected)
    return 'anomalous'
  return score >= borderlineThreshold ? 'borderline' : 'normal'
}

/** If few clicks are expected, the absence of clicks is not unusual. */
function classifyDrop({ observed, expected, score, comparedDays }: HourScore): FindingStatus {
  if (comparedDays < minDaysForDrop) return 'unknown'
  if (expected < minSignificantClicks) return observed < minSignificantClicks ? 'unknown' : 'normal'
  if (score <= -anomalyThreshold && observed <= maxDropRatio * expected) return 'anomalous'
  return score <= -borderlineThreshold && observed <= maxBorderlineDropRatio * expected ? 'borderline' : 'normal'
}

function classifyCountryShift({ score }: CountryScore): FindingStatus {
  if (Math.abs(score) >= anomalyThreshold) return 'anomalous'
  return Math.abs(score) >= borderlineThreshold ? 'borderline' : 'normal'
}
