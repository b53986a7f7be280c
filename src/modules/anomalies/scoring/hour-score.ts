import { dayMs } from '../../../platform/shared/time.ts'
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
  /** Whether the same hours of earlier weeks were compared. With less than two weeks of history, it is those of days. */
  readonly knowsWeeks: boolean
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

/** The first hours of a link do not show what is usual. */
const minAgeHours = hoursPerDay

function chooseSeason(ageHours: number): Season | null {
  const weeks = Math.min(4, Math.floor((ageHours - hoursPerDay) / hoursPerWeek))
  if (weeks >= 2) return { periodHours: hoursPerWeek, periods: weeks, windowHours: hoursPerDay }
  const days = Math.min(7, Math.floor((ageHours - hoursPerDay / 2) / hoursPerDay))
  return days >= 1 ? { periodHours: hoursPerDay, periods: days, windowHours: hoursPerDay / 2 } : null
}

/** Returns the ranges of the history, in hours ago, that `scoreHour` reads for a link of this age. */
export function listLookbackRanges(ageHours: number): [first: number, last: number][] {
  const season = chooseSeason(ageHours)
  if (!season) return [[0, hoursPerDay]]
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
 * day. `level` is the level at the beginning of an ongoing anomaly, which must not become the usual level. After a clock
 * change the usual count of the hour before or after may be the one to compare with.
 */
export function scoreHour(countAt: CountAt, ageHours: number, level?: number, clocksChanged = false): HourScore | null {
  if (ageHours < minAgeHours) return null
  const season = chooseSeason(ageHours)
  return season ? scoreBySeason(countAt, season, level, clocksChanged) : scoreByLastDay(countAt)
}

function scoreBySeason(
  countAt: CountAt,
  { periodHours, periods, windowHours }: Season,
  fixedLevel: number | undefined,
  clocksChanged: boolean,
): HourScore {
  const blocks = Array.from({ length: periods + 1 }, (_, n) => n)
  const series = blocks.map((block) =>
    Array.from({ length: windowHours + 2 }, (_, n) => anscombeTransform(countAt(block * periodHours + n - 1))),
  )
  const valueAt = (block: number, hoursAgo: number) => series[block]?.[hoursAgo + 1] ?? 0
  const residuals: [residual: number, usual: number][] = []
  // Each block is predicted from the other ones, so the spread is that of a prediction and not of a fit.
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
    const usualAt = Array.from({ length: maxRunHours }, (_, hoursAgo) =>
      median(blocks.slice(1).map((block) => valueAt(block, hoursAgo + shift))),
    )
    return [1, level].map((levelFactor): ScoreCandidate => {
      const deviations = usualAt.map(
        (usualValue, hoursAgo) => (valueAt(0, hoursAgo) - levelFactor * usualValue) / spreadUnit,
      )
      return [combineRun(deviations), levelFactor * (usualAt[0] ?? 0)]
    })
  })
  return { ...selectNearestScore(countAt(0), scores), level, knowsWeeks: periodHours === hoursPerWeek }
}

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

/** For a link younger than a day and a half: compares with the highest and the lowest hour of the last day. */
function scoreByLastDay(countAt: CountAt): HourScore {
  const hours = Array.from({ length: hoursPerDay }, (_, n) => anscombeTransform(countAt(n + 1)))
  const bounds = [Math.min(...hours), Math.max(...hours)]
  const scores = bounds.map((bound): ScoreCandidate => [(anscombeTransform(countAt(0)) - bound) / minSpread, bound])
  return { ...selectNearestScore(countAt(0), scores), level: 1, knowsWeeks: false }
}

/** Several counts may be usual: the nearest one decides, and an hour between two of them is normal. */
function selectNearestScore(
  observed: number,
  scores: readonly ScoreCandidate[],
): Pick<HourScore, 'observed' | 'expected' | 'score'> {
  const [[score, usual] = [0, 0]] = scores.toSorted(([a], [b]) => Math.abs(a) - Math.abs(b))
  const isBetween = scores.some(([other]) => Math.sign(other) !== Math.sign(score))
  return { observed, expected: inverseAnscombeTransform(usual), score: isBetween ? 0 : score }
}
