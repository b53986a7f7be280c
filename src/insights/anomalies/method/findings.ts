import type { Severity } from '../../../events/operations.ts'
import { type Countries, type CountryVerdict, judgeCountries } from './countries.ts'
import { judge, type Past, type Verdict } from './judge.ts'

/** What an hour of a link can be off in. */
export const anomalyKinds = ['spike', 'drop', 'bot_surge', 'country_shift'] as const
export type AnomalyKind = (typeof anomalyKinds)[number]

/** What is known of one hour of a link. */
export interface LinkHour {
  /** Hours since the link was first clicked. */
  readonly age: number
  /** Clicks by people. */
  readonly clicks: Past
  readonly robots: Past
  /** Whether people's clocks were set forward or back in its history. */
  readonly clocksMoved: boolean
  /** Null where they were not looked at. */
  readonly countries: {
    readonly hour: Countries
    readonly days: readonly Countries[]
    readonly same: Countries | null
  } | null
}

/**
 * How the hour stands in one respect. `eased` is not enough to begin an anomaly and too much to end one; `unknown` where
 * there was too little to tell.
 */
export type Standing = 'odd' | 'eased' | 'normal' | 'unknown'

export interface Finding {
  readonly kind: AnomalyKind
  readonly standing: Standing
  readonly observed: number
  readonly expected: number
  readonly score: number
  /** To be given again while the anomaly goes on. */
  readonly level: number
  readonly country: string | null
}

/** Clicks, seen or expected, below which nothing is worth a word. */
export const fewestClicks = 20

const oddScore = 3.5
const easedScore = 2

/** What an hour must be of the usual one at least, or at most, however sure it is that it differs. */
const leastOfSpike = 1.5
const leastOfSurge = 2
const mostOfDrop = 0.5
/** Of a link whose weekends nobody has seen yet. */
const mostOfEarlyDrop = 0.25
/** An hour with more than this has come back, whatever the hours before it make of it. */
const mostOfEasedDrop = 0.75

/** What becomes of an anomaly of a kind with an hour that stands so: it opens, goes on or clears, or nothing changes. */
export function stepOf(standing: Standing, isRunning: boolean): 'opens' | 'goes on' | 'clears' | null {
  if (!isRunning) return standing === 'odd' ? 'opens' : null
  if (standing === 'unknown') return null
  return standing === 'normal' ? 'clears' : 'goes on'
}

/** How grave a score is. */
export function severityOf(score: number): Severity {
  if (Math.abs(score) >= 10) return 'critical'
  return Math.abs(score) >= 6 ? 'error' : 'warning'
}

/** Judges an hour in every respect. `levels` are those of the anomalies that go on. */
export function findingsOf(
  { age, clicks, robots, clocksMoved, countries }: LinkHour,
  levels: Partial<Readonly<Record<AnomalyKind, number>>>,
): Finding[] {
  const people = judge(clicks, age, levels.spike ?? levels.drop, clocksMoved)
  const mayBeSurge = robots(0) >= fewestClicks || levels.bot_surge !== undefined
  const bots = mayBeSurge ? judge(robots, age, levels.bot_surge) : null
  const shift = countries && judgeCountries(countries.hour, countries.days, countries.same)
  return [
    findingOf('spike', people, (verdict) => risen(verdict, leastOfSpike)),
    findingOf('drop', people, fallen),
    findingOf('bot_surge', bots, (verdict) => risen(verdict, leastOfSurge)),
    findingOf('country_shift', shift, shifted),
  ]
}

function findingOf<V extends Verdict | CountryVerdict>(
  kind: AnomalyKind,
  verdict: V | null,
  standingOf: (verdict: V) => Standing,
): Finding {
  if (!verdict) return { kind, standing: 'unknown', observed: 0, expected: 0, score: 0, level: 1, country: null }
  return { kind, standing: standingOf(verdict), level: 1, country: null, ...verdict }
}

function risen({ observed, expected, score }: Verdict, least: number): Standing {
  if (score >= oddScore && observed >= fewestClicks && observed >= least * expected) return 'odd'
  return score >= easedScore ? 'eased' : 'normal'
}

/** Where few were expected that none came says nothing. */
function fallen({ observed, expected, score, knowsWeeks }: Verdict): Standing {
  if (expected < fewestClicks) return observed < fewestClicks ? 'unknown' : 'normal'
  const most = knowsWeeks ? mostOfDrop : mostOfEarlyDrop
  if (score <= -oddScore && observed <= most * expected) return 'odd'
  return score <= -easedScore && observed <= mostOfEasedDrop * expected ? 'eased' : 'normal'
}

function shifted({ score }: CountryVerdict): Standing {
  if (Math.abs(score) >= oddScore) return 'odd'
  return Math.abs(score) >= easedScore ? 'eased' : 'normal'
}
