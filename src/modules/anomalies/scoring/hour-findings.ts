import type { Severity } from '../../../platform/audit-log/operations.types.ts'
import { type ClicksByCountry, type CountryScore, scoreCountries } from './country-score.ts'
import { type CountAt, type HourScore, scoreHour } from './hour-score.ts'

/** What an hour of a link can be off in. */
export const anomalyKinds = ['spike', 'drop', 'bot_surge', 'country_shift'] as const
export type AnomalyKind = (typeof anomalyKinds)[number]

/** What is known of one hour of a link. */
export interface LinkHour {
  /** Hours since the link was first clicked. */
  readonly age: number
  /** Clicks by people. */
  readonly clicks: CountAt
  readonly robots: CountAt
  /** Whether people's clocks were set forward or back in its history. */
  readonly clocksMoved: boolean
  /** Null where they were not looked at. */
  readonly countries: {
    readonly hour: ClicksByCountry
    readonly days: readonly ClicksByCountry[]
    readonly same: ClicksByCountry | null
  } | null
}

/**
 * How the hour stands in one respect. `eased` is not enough to begin an anomaly and too much to end one; `unknown` where
 * there was too little to tell.
 */
export type FindingStatus = 'odd' | 'eased' | 'normal' | 'unknown'

export interface Finding {
  readonly kind: AnomalyKind
  readonly status: FindingStatus
  readonly observed: number
  readonly expected: number
  readonly score: number
  /** To be given again while the anomaly goes on. */
  readonly level: number
  readonly country: string | null
}

/** Clicks, seen or expected, below which nothing is worth a word. */
export const minSignificantClicks = 20

const anomalyThreshold = 3.5
const easedThreshold = 2

/** What an hour must be of the usual one at least, or at most, however sure it is that it differs. */
const minSpikeRatio = 1.5
const minSurgeRatio = 2
const maxDropRatio = 0.5
/** Of a link whose weekends nobody has seen yet. */
const maxEarlyDropRatio = 0.25
/** An hour with more than this has come back, whatever the hours before it make of it. */
const maxEasedDropRatio = 0.75

/** What becomes of an anomaly of a kind with an hour that stands so: it opens, goes on or clears, or nothing changes. */
export function determineTransition(status: FindingStatus, isRunning: boolean): 'opens' | 'goes on' | 'clears' | null {
  if (!isRunning) return status === 'odd' ? 'opens' : null
  if (status === 'unknown') return null
  return status === 'normal' ? 'clears' : 'goes on'
}

/** How grave a score is. */
export function classifySeverity(score: number): Severity {
  if (Math.abs(score) >= 10) return 'critical'
  return Math.abs(score) >= 6 ? 'error' : 'warning'
}

/** Judges an hour in every respect. `levels` are those of the anomalies that go on. */
export function classifyHour(
  { age, clicks, robots, clocksMoved, countries }: LinkHour,
  levels: Partial<Readonly<Record<AnomalyKind, number>>>,
): Finding[] {
  const clickScore = scoreHour(clicks, age, levels.spike ?? levels.drop, clocksMoved)
  const canBeBotSurge = robots(0) >= minSignificantClicks || levels.bot_surge !== undefined
  const botScore = canBeBotSurge ? scoreHour(robots, age, levels.bot_surge) : null
  const countryScore = countries && scoreCountries(countries.hour, countries.days, countries.same)
  return [
    createFinding('spike', clickScore, (result) => classifyRise(result, minSpikeRatio)),
    createFinding('drop', clickScore, classifyDrop),
    createFinding('bot_surge', botScore, (result) => classifyRise(result, minSurgeRatio)),
    createFinding('country_shift', countryScore, classifyCountryShift),
  ]
}

function createFinding<V extends HourScore | CountryScore>(
  kind: AnomalyKind,
  result: V | null,
  classify: (result: V) => FindingStatus,
): Finding {
  if (!result) return { kind, status: 'unknown', observed: 0, expected: 0, score: 0, level: 1, country: null }
  return { kind, status: classify(result), level: 1, country: null, ...result }
}

function classifyRise({ observed, expected, score }: HourScore, minRatio: number): FindingStatus {
  if (score >= anomalyThreshold && observed >= minSignificantClicks && observed >= minRatio * expected) return 'odd'
  return score >= easedThreshold ? 'eased' : 'normal'
}

/** Where few were expected that none came says nothing. */
function classifyDrop({ observed, expected, score, knowsWeeks }: HourScore): FindingStatus {
  if (expected < minSignificantClicks) return observed < minSignificantClicks ? 'unknown' : 'normal'
  const maxRatio = knowsWeeks ? maxDropRatio : maxEarlyDropRatio
  if (score <= -anomalyThreshold && observed <= maxRatio * expected) return 'odd'
  return score <= -easedThreshold && observed <= maxEasedDropRatio * expected ? 'eased' : 'normal'
}

function classifyCountryShift({ score }: CountryScore): FindingStatus {
  if (Math.abs(score) >= anomalyThreshold) return 'odd'
  return Math.abs(score) >= easedThreshold ? 'eased' : 'normal'
}
