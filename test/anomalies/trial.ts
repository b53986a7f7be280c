import {
  type AnomalyKind,
  anomalyKinds,
  classifyHour,
  classifySeverity,
  determineTransition,
  type LinkHour,
  minSignificantClicks,
} from '../../src/modules/statistics/anomalies/scoring/hour-findings.ts'
import type { GeneratedHour, History } from './histories.ts'
import type { Random } from './random.ts'

interface Tally {
  injected: number
  found: number
}

/** The result of the detection on generated links: detected anomalies and false alarms. */
export class Trial {
  readonly byKind = Object.fromEntries(anomalyKinds.map((kind) => [kind, { injected: 0, found: 0 }])) as Readonly<
    Record<AnomalyKind, Tally>
  >
  falseAlarms = 0
  /** Hours without an injected anomaly, with enough clicks to evaluate. */
  quietHours = 0
  /** The severities of all anomalies, detected or false. */
  readonly severities = new Set<string>()

  /** False alarms in 1,000 quiet hours. */
  get falseAlarmRate(): number {
    return (1000 * this.falseAlarms) / this.quietHours
  }

  toString(): string {
    const recall = anomalyKinds.map((kind) => {
      const { found, injected } = this.byKind[kind]
      return `${kind} ${((100 * found) / injected).toFixed(1)} % of ${injected}`
    })
    const falseAlarms = `${this.falseAlarmRate.toFixed(2)} false alarms in 1,000 of ${this.quietHours} quiet hours`
    return `found ${recall.join(', ')}; ${falseAlarms}`
  }
}

/** Evaluates links like the service, hour by hour. `selectTrials` says which trials an hour of this age belongs to. */
export function runTrial(histories: Iterable<History>, selectTrials: (ageHours: number) => readonly Trial[]): void {
  for (const history of histories) evaluateHistory(history, selectTrials)
}

/** Generates so many links of each profile. */
export function* generateLinks<P>(
  random: Random,
  links: number,
  profiles: readonly P[],
  generate: (random: Random, profile: P) => History,
): Generator<History> {
  for (const profile of profiles) for (let n = 0; n < links; n++) yield generate(random, profile)
}

function evaluateHistory(history: History, selectTrials: (ageHours: number) => readonly Trial[]): void {
  const { hours, injected, evaluateFrom } = history
  const levels: Partial<Record<AnomalyKind, number>> = {}
  const found = new Set<object>()
  const days = sumDays(history)
  for (let hour = evaluateFrom; hour < hours.length; hour++) {
    if (Object.keys(levels).length === 0 && !mayBeEvaluated(hours, hour)) continue
    const present = injected.find(({ from, until }) => hour >= from && hour < until)
    const findings = classifyHour(linkHour(history, days, hour), levels)
    const trials = selectTrials(hour)
    const isQuiet = !present && isEvaluated(hours, hour, findings[0]?.expected ?? 0)
    if (isQuiet) for (const trial of trials) trial.quietHours++
    for (const finding of findings) {
      const { kind, status, level } = finding
      const transition = determineTransition(status, levels[kind] !== undefined)
      if (transition === 'open') levels[kind] = level
      if (transition === 'clear') delete levels[kind]
      if (transition !== 'open') continue
      for (const trial of trials) trial.severities.add(classifySeverity(finding))
      if (present?.kind === kind) found.add(present)
      if (!present) for (const trial of trials) trial.falseAlarms++
    }
  }
  for (const anomaly of injected.filter(({ from }) => from >= evaluateFrom)) {
    for (const { byKind } of selectTrials(anomaly.from)) {
      byKind[anomaly.kind].injected++
      if (found.has(anomaly)) byKind[anomaly.kind].found++
    }
  }
}

function isEvaluated(hours: readonly GeneratedHour[], hour: number, expected: number): boolean {
  return Math.max(hours[hour]?.clicks ?? 0, hours[hour]?.robots ?? 0, expected) >= minSignificantClicks
}

/** Selects hours like the service (see link-hours.ts). */
function mayBeEvaluated(hours: readonly GeneratedHour[], hour: number): boolean {
  const clicks = (back: number) => hours[hour - back]?.clicks ?? 0
  const now = Math.max(clicks(0), hours[hour]?.robots ?? 0)
  return now >= minSignificantClicks || Math.max(clicks(24), clicks(168)) >= minSignificantClicks / 2
}

/** The countries of each calendar day. The first day of a link may be a short one. */
function sumDays({ hours, startsAt }: History) {
  return Array.from({ length: Math.ceil((hours.length + startsAt) / 24) }, (_, n) =>
    sumCountries(hours.slice(Math.max(0, 24 * n - startsAt), 24 * (n + 1) - startsAt)),
  )
}

/** Hours of the history of an hour in which a clock change matters. */
const clockChangeHours = 29 * 24

function linkHour(
  { hours, startsAt, clockChange }: History,
  days: readonly ReadonlyMap<string, number>[],
  hour: number,
): LinkHour {
  const today = Math.floor((hour + startsAt) / 24)
  const before = Array.from({ length: 7 }, (_, n) => hours[hour - 24 * (n + 1)])
  return {
    ageHours: hour,
    clocksChanged: hour >= clockChange && hour - clockChange < clockChangeHours,
    clicks: (back: number) => hours[hour - back]?.clicks ?? 0,
    robots: (back: number) => hours[hour - back]?.robots ?? 0,
    countries: {
      hour: hours[hour]?.countries ?? new Map(),
      days: days.slice(Math.max(0, today - 7), today),
      sameHour: sumCountries(before.filter((each) => each !== undefined)),
    },
  }
}

function sumCountries(hours: readonly GeneratedHour[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { countries } of hours) {
    for (const [country, clicks] of countries) sums.set(country, (sums.get(country) ?? 0) + clicks)
  }
  return sums
}
