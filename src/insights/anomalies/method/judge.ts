import { countOf, median, spread, steady, weightedMedian } from './robust.ts'

/** How many there were in the hour that many hours before the one judged, which is 0 itself. */
export type Past = (hoursBack: number) => number

/** How an hour stands against what is usual. */
export interface Verdict {
  readonly observed: number
  readonly expected: number
  /** How many times its usual spread the hour is off: above 0 for more than usual, below for less. */
  readonly score: number
  /** The present level as a part of the usual one, on the scale of `steady`. */
  readonly level: number
  /** Whether it was compared with other hours of the week; of the day alone while there are not two weeks. */
  readonly knowsWeeks: boolean
}

const [day, week] = [24, 168]

/** An hour is compared with those at the same place of a week, or of a day. */
interface Season {
  readonly period: number
  /** How many such hours there are. */
  readonly times: number
  /** The hours before it, by which the present level and the spread are found. */
  readonly window: number
}

/** What a link shows in its first hours says nothing of what is usual. */
const youngest = day

function seasonOf(age: number): Season | null {
  const weeks = Math.min(4, Math.floor((age - day) / week))
  if (weeks >= 2) return { period: week, times: weeks, window: day }
  const days = Math.min(7, Math.floor((age - day / 2) / day))
  return days >= 1 ? { period: day, times: days, window: day / 2 } : null
}

/** From how many hours back to how many hours are looked at, for a link of an age. */
export function hoursLookedAt(age: number): [first: number, last: number][] {
  const season = seasonOf(age)
  if (!season) return [[0, day]]
  const { period, times, window } = season
  if (period === day) return [[0, times * day + window]]
  return Array.from({ length: times + 1 }, (_, n) => [Math.max(0, n * week - 1), n * week + window])
}

/** The present level is followed so far up, and down to its inverse. */
const widestLevel = 3

/** Chance alone moves a count by 1, and what is usual is itself found by chance. */
const leastSpread = 1.2

/** The spread is found from few hours, and counts that vary by more than chance have heavier tails. */
const caution = 1.2

/** Hours in a row that are looked at together. */
const longestRun = 4

/** How far each of them is off at least: more than usual comes by chance more often than less. */
const leastOfRun = { above: 2, below: 1 }

/** How much what the few hours at the same place say of the spread counts: by themselves they are too few. */
const shareOfOwn = { [day]: 1, [week]: 0.7 } as Readonly<Record<number, number>>

/** Of three hours and more a single odd one moves no median, and so they count for so much beyond all others. */
const mostOfOwn = 2.5

/**
 * Judges an hour by those before it. `age` is how many hours there are since the link was first clicked; of less than a
 * day nothing can be said: null. `level` is given while what is judged goes on, which would else become the usual. Where
 * clocks were moved the usual of the hour before or after may be the one to compare with.
 */
export function judge(past: Past, age: number, level?: number, clocksMoved = false): Verdict | null {
  if (age < youngest) return null
  const season = seasonOf(age)
  return season ? bySeason(past, season, level, clocksMoved) : byLastDay(past)
}

function bySeason(
  past: Past,
  { period, times, window }: Season,
  given: number | undefined,
  clocksMoved: boolean,
): Verdict {
  const blocks = Array.from({ length: times + 1 }, (_, n) => n)
  const stretches = blocks.map((block) =>
    Array.from({ length: window + 2 }, (_, n) => steady(past(block * period + n - 1))),
  )
  const at = (block: number, back: number) => stretches[block]?.[back + 1] ?? 0
  const residuals: [residual: number, usual: number][] = []
  // Each stretch is told by the others, so that the spread is that of telling an hour, not of knowing it.
  const levels = blocks.map((block) => {
    const others = blocks.filter((other) => other !== block)
    const hours = Array.from({ length: window }, (_, n) => ({
      is: at(block, n + 1),
      usual: median(others.map((other) => at(other, n + 1))),
    }))
    const level = levelOf(hours)
    for (const { is, usual } of hours) residuals.push([is - level * usual, usual])
    return level
  })
  const level = given ?? levels[0] ?? 1
  const same = blocks.slice(1).map((block) => at(block, 0))
  const usual = median(same)
  const alike = residuals.filter(([, each]) => each >= 0.75 * usual)
  const pooled = Math.max(leastSpread, caution * spread((alike.length >= 24 ? alike : residuals).map(([each]) => each)))
  const own = (shareOfOwn[period] ?? 1) * spread(same.map((each) => each - usual))
  const unit = Math.max(pooled, times > 2 ? Math.min(own, mostOfOwn * pooled) : own)
  const scores = (clocksMoved ? [0, -1, 1] : [0]).flatMap((shift) => {
    const usualAt = Array.from({ length: longestRun }, (_, back) =>
      median(blocks.slice(1).map((block) => at(block, back + shift))),
    )
    return [1, level].map((part): Score => {
      const off = usualAt.map((each, back) => (at(0, back) - part * each) / unit)
      return [togetherOf(off), part * (usualAt[0] ?? 0)]
    })
  })
  return { ...nearest(past(0), scores), level, knowsWeeks: period === week }
}

type Score = readonly [score: number, usual: number]

/** How far an hour is off. Hours in a row that are off to the same side say more than one: up to four of them. */
function togetherOf(off: readonly number[]): number {
  const [now = 0] = off
  const side = Math.sign(now)
  const least = side > 0 ? leastOfRun.above : leastOfRun.below
  let [score, sum] = [Math.abs(now), 0]
  for (const [back, each] of off.entries()) {
    if (side * each < least) break
    sum += side * each
    score = Math.max(score, sum / Math.sqrt(back + 1))
  }
  return side * score
}

function levelOf(hours: readonly { readonly is: number; readonly usual: number }[]): number {
  const level = weightedMedian(hours.map(({ is, usual }) => [is / usual, usual * usual])) ?? 1
  return Math.min(widestLevel, Math.max(1 / widestLevel, level))
}

/** In a day and a half there is no other such hour yet: more than the most of the last day, or less than the least. */
function byLastDay(past: Past): Verdict {
  const hours = Array.from({ length: day }, (_, n) => steady(past(n + 1)))
  const bounds = [Math.min(...hours), Math.max(...hours)]
  const scores = bounds.map((bound): Score => [(steady(past(0)) - bound) / leastSpread, bound])
  return { ...nearest(past(0), scores), level: 1, knowsWeeks: false }
}

/** Several things may be usual: an hour is off by as much as from the nearest, and not at all between them. */
function nearest(observed: number, scores: readonly Score[]): Pick<Verdict, 'observed' | 'expected' | 'score'> {
  const [[score, usual] = [0, 0]] = scores.toSorted(([a], [b]) => Math.abs(a) - Math.abs(b))
  const isBetween = scores.some(([other]) => Math.sign(other) !== Math.sign(score))
  return { observed, expected: countOf(usual), score: isBetween ? 0 : score }
}
