import { dayMs } from '../../../../platform/shared/time.ts'
import {
  anscombeTransform,
  estimateSpread,
  inverseAnscombeTransform,
  median,
  weightedMedian,
} from './robust-statistics.ts'

/** Regions with daylight saving time that change their clocks on different days. */
const zoneOffsetFormats = ['America/New_York', 'Europe/Paris', 'Australia/Sydney'].map(
  (timeZone) => new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }),
)

/** The longest history of an hour: four weeks and one day. */
const comparisonWindowMs = 29 * dayMs

/** Whether daylight saving time began or ended during the history, so that daily patterns have moved by an hour. */
export function hasClockChange(hour: Date): boolean {
  return zoneOffsetFormats.some(
    (format) => formatOffsetAt(format, hour.getTime()) !== formatOffsetAt(format, hour.getTime() - comparisonWindowMs),
  )
}

function formatOffsetAt(format: Intl.DateTimeFormat, atMs: number): string | undefined {
  return format.formatToParts(atMs).find(({ type }) => type === 'timeZoneName')?.value
}

/** Returns the count of the hour `hoursAgo` hours before the evaluated one; 0 is the evaluated hour. */
export type CountAt = (hoursAgo: number) => number

/** How much an hour differs from the usual ones. */
export interface HourScore {
  readonly observed: number
  readonly expected: number
  /** Deviation in units of the usual spread; negative for fewer clicks than usual. */
  readonly score: number
  /** Traffic of the last hours divided by the usual traffic, on the scale of `anscombeTransform`. */
  readonly level: number
  /** Number of days over which the compared hours extend. */
  readonly comparedDays: number
}

const hoursPerDay = 24
const hoursPerWeek = 168

/** An hour is compared with the same hour of earlier weeks or days. */
interface Season {
  readonly periodHours: number
  /** Number of earlier periods. */
  readonly periods: number
  /** Number of preceding hours from which the level and the spread are estimated. */
  readonly windowHours: number
}

/** Whether the link is too young to be compared with two weeks. Findings are less certain then. */
export function isEarly(ageHours: number): boolean {
  return countComparableWeeks(ageHours) < 2
}

function countComparableWeeks(ageHours: number): number {
  return Math.min(4, Math.floor((ageHours - hoursPerDay) / hoursPerWeek))
}

/** Null for a link younger than a day and a half: its first hours do not show what is usual. */
function chooseSeason(ageHours: number): Season | null {
  if (!isEarly(ageHours))
    return { periodHours: hoursPerWeek, periods: countComparableWeeks(ageHours), windowHours: hoursPerDay }
  const days = Math.min(7, Math.floor((ageHours - hoursPerDay / 2) / hoursPerDay))
  return days >= 1 ? { periodHours: hoursPerDay, periods: days, windowHours: hoursPerDay / 2 } : null
}

/** Returns the ranges of the history, in hours ago, that `scoreHour` reads for a link of this age. */
export function listLookbackRanges(ageHours: number): [first: number, last: number][] {
  const season = chooseSeason(ageHours)
  if (!season) return [[0, 0]]
  const { periodHours, periods, windowHours } = season
  if (periodHours === hoursPerDay) return [[0, periods * hoursPerDay + windowHours]]
  return Array.from({ length: periods + 1 }, (_, n) => [
    Math.max(0, n * hoursPerWeek - 1),
    n * hoursPerWeek + windowHours,
  ])
}

/** The level stays between 1 / maxLevel and maxLevel. */
const maxLevel = 3

/** Chance alone moves a transformed count by 1, and the usual count is an estimate too. */
const minSpread = 1.2

/** The spread is estimated from few hours, and counts that vary by more than chance have heavier tails. */
const spreadMargin = 1.2

/** Number of consecutive hours that are combined into one score. */
const maxRunHours = 4

/** Minimum deviation of each hour of a run: rises by chance are more frequent than falls. */
const minRunScore = { above: 2, below: 1 }

/** Weight of the spread of the same hours, by period: there are too few of them to count fully. */
const sameHourSpreadWeight = { [hoursPerDay]: 1, [hoursPerWeek]: 0.7 } as Readonly<Record<number, number>>

/** With three or more same hours, an outlier does not move their median, so their spread may exceed the pooled one. */
const maxSameHourSpreadRatio = 2.5

/**
 * Scores an hour by its history. `ageHours` is the time since the first click of the link; returns null for less than a
 * day and a half. `level` is the level at the beginning of an ongoing anomaly, which must not become the usual level.
 * After a clock change, the right count for the comparison may be the usual count of the hour before or after.
 */
export function scoreHour(countAt: CountAt, ageHours: number, level?: number, clocksChanged = false): HourScore | null {
  const season = chooseSeason(ageHours)
  return season && scoreBySeason(countAt, season, level, clocksChanged)
}

function scoreBySeason(
  countAt: CountAt,
  { periodHours, periods, windowHours }: Season,
  fixedLevel: number | undefined,
  clocksChanged: boolean,
): HourScore {
  // Days differ from each other, and one of two weeks may be unusual, so every count between them is usual.
  const hasKnownMedian = periodHours === hoursPerWeek && periods > 2
  const blocks = Array.from({ length: periods + 1 }, (_, n) => n)
  const series = blocks.map((block) =>
    Array.from({ length: windowHours + 2 }, (_, n) => anscombeTransform(countAt(block * periodHours + n - 1))),
  )
  const valueAt = (block: number, hoursAgo: number) => series[block]?.[hoursAgo + 1] ?? 0
  const residuals: [residual: number, usual: number][] = []
  // Each block is predicted from the other blocks, so the result is the spread of a prediction and not of a fit.
  const levels = blocks.map((block) => {
    const others = blocks.filter((other) => other !== block)
    const hours = Array.from({ length: windowHours }, (_, n) => ({
      observed: valueAt(block, n + 1),
      usual: median(others.map((other) => valueAt(other, n + 1))),
    }))
    const level = estimateLevel(hours)
    for (const { observed, usual } of hours) residuals.push([observed - level * usual, usual])
    return level
  })
  const level = fixedLevel ?? levels[0] ?? 1
  const sameHourValues = blocks.slice(1).map((block) => valueAt(block, 0))
  const usual = median(sameHourValues)
  const comparable = residuals.filter(([, each]) => each >= 0.75 * usual)
  const pooledSpread = Math.max(
    minSpread,
    spreadMargin * estimateSpread((comparable.length >= 24 ? comparable : residuals).map(([each]) => each)),
  )
  const sameHourSpread =
    (sameHourSpreadWeight[periodHours] ?? 1) * estimateSpread(sameHourValues.map((each) => each - usual))
  const spreadUnit = Math.max(
    pooledSpread,
    periods > 2 ? Math.min(sameHourSpread, maxSameHourSpreadRatio * pooledSpread) : sameHourSpread,
  )
  const scores = (clocksChanged ? [0, -1, 1] : [0]).flatMap((shift) => {
    const sameHours = Array.from({ length: maxRunHours }, (_, hoursAgo) =>
      blocks.slice(1).map((block) => valueAt(block, hoursAgo + shift)),
    )
    return (hasKnownMedian ? [median] : [lowest, highest]).flatMap((summarize) => {
      const usualAt = sameHours.map(summarize)
      return [1, level].map((levelFactor): ScoreCandidate => {
        const deviations = usualAt.map(
          (usualValue, hoursAgo) => (valueAt(0, hoursAgo) - levelFactor * usualValue) / spreadUnit,
        )
        return [combineRun(deviations), levelFactor * (usualAt[0] ?? 0)]
      })
    })
  })
  const comparedDays = (periods * periodHours) / hoursPerDay
  return { ...selectNearestScore(countAt(0), scores), level, comparedDays }
}

const lowest = (values: readonly number[]) => Math.min(...values)
const highest = (values: readonly number[]) => Math.max(...values)

type ScoreCandidate = readonly [score: number, usual: number]

/** Combines the deviations of up to four consecutive hours to the same side, newest first, into one score. */
function combineRun(deviations: readonly number[]): number {
  const [now = 0] = deviations
  const direction = Math.sign(now)
  const minDeviation = direction > 0 ? minRunScore.above : minRunScore.below
  let score = Math.abs(now)
  let sum = 0
  for (const [index, deviation] of deviations.entries()) {
    if (direction * deviation < minDeviation) break
    sum += direction * deviation
    score = Math.max(score, sum / Math.sqrt(index + 1))
  }
  return direction * score
}

function estimateLevel(hours: readonly { readonly observed: number; readonly usual: number }[]): number {
  const level = weightedMedian(hours.map(({ observed, usual }) => [observed / usual, usual * usual])) ?? 1
  return Math.min(maxLevel, Math.max(1 / maxLevel, level))
}

/** Several counts may be usual: the nearest count decides, and an hour between two usual counts is normal. */
function selectNearestScore(
  observed: number,
  scores: readonly ScoreCandidate[],
): Pick<HourScore, 'observed' | 'expected' | 'score'> {
  const [[score, usual] = [0, 0]] = scores.toSorted(([a], [b]) => Math.abs(a) - Math.abs(b))
  const isBetween = scores.some(([other]) => Math.sign(other) !== Math.sign(score))
  return { observed, expected: inverseAnscombeTransform(usual), score: isBetween ? 0 : score }
}
