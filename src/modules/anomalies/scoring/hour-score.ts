import {
  anscombeTransform,
  estimateSpread,
  inverseAnscombeTransform,
  median,
  weightedMedian,
} from './robust-statistics.ts'

/** Where most people live who set their clocks twice a year, each with a day of its own. */
const zoneOffsetFormats = ['America/New_York', 'Europe/Paris', 'Australia/Sydney'].map(
  (timeZone) => new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }),
)

/** The longest history of an hour: four weeks, and the day before those. */
const comparisonWindowMs = 29 * 24 * 3_600_000

/** Whether clocks were set forward or back in the history of an hour, so that what people do all day has moved by one. */
export function hasClockChange(hour: Date): boolean {
  return zoneOffsetFormats.some(
    (clock) => formatOffsetAt(clock, hour.getTime()) !== formatOffsetAt(clock, hour.getTime() - comparisonWindowMs),
  )
}

function formatOffsetAt(clock: Intl.DateTimeFormat, at: number): string | undefined {
  return clock.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value
}

/** How many there were in the hour that many hours before the one judged, which is 0 itself. */
export type CountAt = (hoursBack: number) => number

/** How an hour stands against what is usual. */
export interface HourScore {
  readonly observed: number
  readonly expected: number
  /** How many times its usual spread the hour is off: above 0 for more than usual, below for less. */
  readonly score: number
  /** The present level as a part of the usual one, on the scale of `steady`. */
  readonly level: number
  /** Whether it was compared with other hours of the week; of the day alone while there are not two weeks. */
  readonly knowsWeeks: boolean
}

const [hoursPerDay, hoursPerWeek] = [24, 168]

/** An hour is compared with those at the same place of a week, or of a day. */
interface Season {
  readonly period: number
  /** How many such hours there are. */
  readonly times: number
  /** The hours before it, by which the present level and the spread are found. */
  readonly window: number
}

/** What a link shows in its first hours says nothing of what is usual. */
const minAgeHours = hoursPerDay

function chooseSeason(age: number): Season | null {
  const weeks = Math.min(4, Math.floor((age - hoursPerDay) / hoursPerWeek))
  if (weeks >= 2) return { period: hoursPerWeek, times: weeks, window: hoursPerDay }
  const days = Math.min(7, Math.floor((age - hoursPerDay / 2) / hoursPerDay))
  return days >= 1 ? { period: hoursPerDay, times: days, window: hoursPerDay / 2 } : null
}

/** From how many hours back to how many hours are looked at, for a link of an age. */
export function listLookbackRanges(age: number): [first: number, last: number][] {
  const season = chooseSeason(age)
  if (!season) return [[0, hoursPerDay]]
  const { period, times, window } = season
  if (period === hoursPerDay) return [[0, times * hoursPerDay + window]]
  return Array.from({ length: times + 1 }, (_, n) => [Math.max(0, n * hoursPerWeek - 1), n * hoursPerWeek + window])
}

/** The present level is followed so far up, and down to its inverse. */
const maxLevel = 3

/** Chance alone moves a count by 1, and what is usual is itself found by chance. */
const minSpread = 1.2

/** The spread is found from few hours, and counts that vary by more than chance have heavier tails. */
const spreadMargin = 1.2

/** Hours in a row that are looked at together. */
const maxRunHours = 4

/** How far each of them is off at least: more than usual comes by chance more often than less. */
const minRunScore = { above: 2, below: 1 }

/** How much what the few hours at the same place say of the spread counts: by themselves they are too few. */
const sameHourSpreadWeight = { [hoursPerDay]: 1, [hoursPerWeek]: 0.7 } as Readonly<Record<number, number>>

/** Of three hours and more a single odd one moves no median, and so they count for so much beyond all others. */
const maxSameHourSpreadRatio = 2.5

/**
 * Judges an hour by those before it. `age` is how many hours there are since the link was first clicked; of less than a
 * day nothing can be said: null. `level` is given while what is judged goes on, which would else become the usual. Where
 * clocks were moved the usual of the hour before or after may be the one to compare with.
 */
export function scoreHour(countAt: CountAt, age: number, level?: number, clocksMoved = false): HourScore | null {
  if (age < minAgeHours) return null
  const season = chooseSeason(age)
  return season ? scoreBySeason(countAt, season, level, clocksMoved) : scoreByLastDay(countAt)
}

function scoreBySeason(
  countAt: CountAt,
  { period, times, window }: Season,
  fixedLevel: number | undefined,
  clocksMoved: boolean,
): HourScore {
  const blocks = Array.from({ length: times + 1 }, (_, n) => n)
  const series = blocks.map((block) =>
    Array.from({ length: window + 2 }, (_, n) => anscombeTransform(countAt(block * period + n - 1))),
  )
  const valueAt = (block: number, hoursBack: number) => series[block]?.[hoursBack + 1] ?? 0
  const residuals: [residual: number, usual: number][] = []
  // Each stretch is told by the others, so that the spread is that of telling an hour, not of knowing it.
  const levels = blocks.map((block) => {
    const others = blocks.filter((other) => other !== block)
    const hours = Array.from({ length: window }, (_, n) => ({
      is: valueAt(block, n + 1),
      usual: median(others.map((other) => valueAt(other, n + 1))),
    }))
    const level = estimateLevel(hours)
    for (const { is, usual } of hours) residuals.push([is - level * usual, usual])
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
    (sameHourSpreadWeight[period] ?? 1) * estimateSpread(sameHourValues.map((each) => each - usual))
  const spreadUnit = Math.max(
    pooledSpread,
    times > 2 ? Math.min(sameHourSpread, maxSameHourSpreadRatio * pooledSpread) : sameHourSpread,
  )
  const scores = (clocksMoved ? [0, -1, 1] : [0]).flatMap((shift) => {
    const usualAt = Array.from({ length: maxRunHours }, (_, back) =>
      median(blocks.slice(1).map((block) => valueAt(block, back + shift))),
    )
    return [1, level].map((levelFactor): ScoreCandidate => {
      const deviations = usualAt.map((each, back) => (valueAt(0, back) - levelFactor * each) / spreadUnit)
      return [combineRun(deviations), levelFactor * (usualAt[0] ?? 0)]
    })
  })
  return { ...selectNearestScore(countAt(0), scores), level, knowsWeeks: period === hoursPerWeek }
}

type ScoreCandidate = readonly [score: number, usual: number]

/** How far an hour is off. Hours in a row that are off to the same side say more than one: up to four of them. */
function combineRun(deviations: readonly number[]): number {
  const [now = 0] = deviations
  const direction = Math.sign(now)
  const minDeviation = direction > 0 ? minRunScore.above : minRunScore.below
  let [score, sum] = [Math.abs(now), 0]
  for (const [back, each] of deviations.entries()) {
    if (direction * each < minDeviation) break
    sum += direction * each
    score = Math.max(score, sum / Math.sqrt(back + 1))
  }
  return direction * score
}

function estimateLevel(hours: readonly { readonly is: number; readonly usual: number }[]): number {
  const level = weightedMedian(hours.map(({ is, usual }) => [is / usual, usual * usual])) ?? 1
  return Math.min(maxLevel, Math.max(1 / maxLevel, level))
}

/** In a day and a half there is no other such hour yet: more than the most of the last day, or less than the least. */
function scoreByLastDay(countAt: CountAt): HourScore {
  const hours = Array.from({ length: hoursPerDay }, (_, n) => anscombeTransform(countAt(n + 1)))
  const bounds = [Math.min(...hours), Math.max(...hours)]
  const scores = bounds.map((bound): ScoreCandidate => [(anscombeTransform(countAt(0)) - bound) / minSpread, bound])
  return { ...selectNearestScore(countAt(0), scores), level: 1, knowsWeeks: false }
}

/** Several things may be usual: an hour is off by as much as from the nearest, and not at all between them. */
function selectNearestScore(
  observed: number,
  scores: readonly ScoreCandidate[],
): Pick<HourScore, 'observed' | 'expected' | 'score'> {
  const [[score, usual] = [0, 0]] = scores.toSorted(([a], [b]) => Math.abs(a) - Math.abs(b))
  const isBetween = scores.some(([other]) => Math.sign(other) !== Math.sign(score))
  return { observed, expected: inverseAnscombeTransform(usual), score: isBetween ? 0 : score }
}
