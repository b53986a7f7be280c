import {
  type AnomalyKind,
  anomalyKinds,
  classifyHour,
  determineTransition,
  minSignificantClicks,
} from '../../src/modules/anomalies/scoring/hour-findings.ts'
import { type GeneratedHour, generateHistory, type History, profiles } from './histories.ts'
import { Random } from './random.ts'

type Tally = { injected: number; found: number }

/** The result of the detection on generated links: detected anomalies and false alarms. */
export interface Trial {
  readonly byKind: Readonly<Record<AnomalyKind, Tally>>
  readonly falseAlarms: number
  /** Hours without an injected anomaly, with enough clicks to evaluate. */
  readonly quietHours: number
}

/** The last hours are evaluated. The hours before are history, which has injected anomalies too. */
const evaluatedHours = 240

export function runTrial(seed: number, linksOfEach: number): Trial {
  const random = new Random(seed)
  const trial = { falseAlarms: 0, quietHours: 0, byKind: {} as Record<AnomalyKind, Tally> }
  for (const kind of anomalyKinds) trial.byKind[kind] = { injected: 0, found: 0 }
  for (const profile of profiles) {
    for (let n = 0; n < linksOfEach; n++) evaluateHistory(generateHistory(random, profile), trial)
  }
  return trial
}

/** Evaluates a history like the service, hour by hour. */
function evaluateHistory(
  { hours, injected }: History,
  trial: Trial & { falseAlarms: number; quietHours: number },
): void {
  const first = Math.max(24, hours.length - evaluatedHours)
  const levels: Partial<Record<AnomalyKind, number>> = {}
  const found = new Set<object>()
  const days = sumDays(hours)
  for (let hour = first; hour < hours.length; hour++) {
    if (Object.keys(levels).length === 0 && !mayBeEvaluated(hours, hour)) continue
    const present = injected.find(({ from, until }) => hour >= from && hour < until)
    const findings = classifyHour(linkHour(hours, days, hour), levels)
    if (!present && isEvaluated(hours, hour, findings[0]?.expected ?? 0)) trial.quietHours++
    for (const { kind, status, level } of findings) {
      const transition = determineTransition(status, levels[kind] !== undefined)
      if (transition === 'open') levels[kind] = level
      if (transition === 'clear') delete levels[kind]
      if (transition !== 'open') continue
      if (present?.kind === kind) found.add(present)
      else if (!present) trial.falseAlarms++
    }
  }
  for (const anomaly of injected.filter(({ from }) => from >= first)) {
    trial.byKind[anomaly.kind].injected++
    if (found.has(anomaly)) trial.byKind[anomaly.kind].found++
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

function sumDays(hours: readonly GeneratedHour[]) {
  return Array.from({ length: Math.ceil(hours.length / 24) }, (_, n) => sumCountries(hours.slice(24 * n, 24 * (n + 1))))
}

function linkHour(hours: readonly GeneratedHour[], days: readonly ReadonlyMap<string, number>[], hour: number) {
  const today = Math.floor(hour / 24)
  const before = Array.from({ length: 7 }, (_, n) => hours[hour - 24 * (n + 1)])
  return {
    ageHours: hour,
    clocksChanged: false,
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
