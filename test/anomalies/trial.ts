import {
  type AnomalyKind,
  anomalyKinds,
  classifyHour,
  determineTransition,
  minSignificantClicks,
} from '../../src/modules/anomalies/scoring/hour-findings.ts'
import { Chance } from './chance.ts'
import { type GeneratedHour, type History, historyOf, temperaments } from './histories.ts'

type Tally = { planted: number; found: number }

/** How the method did on generated links: what it found of what was planted, and what it found where nothing was. */
export interface Trial {
  readonly byKind: Readonly<Record<AnomalyKind, Tally>>
  readonly falseAlarms: number
  /** Hours without anything planted, of links with enough clicks in them to judge. */
  readonly quietHours: number
}

/** The hours that are judged are the last ones; those before are history, in which odd things were planted as well. */
const judgedHours = 240

export function tryMethod(seed: number, linksOfEach: number): Trial {
  const chance = new Chance(seed)
  const trial = { falseAlarms: 0, quietHours: 0, byKind: {} as Record<AnomalyKind, Tally> }
  for (const kind of anomalyKinds) trial.byKind[kind] = { planted: 0, found: 0 }
  for (const temperament of temperaments) {
    for (let n = 0; n < linksOfEach; n++) follow(historyOf(chance, temperament), trial)
  }
  return trial
}

/** Goes through a history as the service does, an hour after the other. */
function follow({ hours, planted }: History, trial: Trial & { falseAlarms: number; quietHours: number }): void {
  const first = Math.max(24, hours.length - judgedHours)
  const levels: Partial<Record<AnomalyKind, number>> = {}
  const found = new Set<object>()
  const days = daysOf(hours)
  for (let hour = first; hour < hours.length; hour++) {
    if (Object.keys(levels).length === 0 && !mayBeJudged(hours, hour)) continue
    const present = planted.find(({ from, until }) => hour >= from && hour < until)
    const findings = classifyHour(linkHour(hours, days, hour), levels)
    if (!present && isJudged(hours, hour, findings[0]?.expected ?? 0)) trial.quietHours++
    for (const { kind, status: standing, level } of findings) {
      const step = determineTransition(standing, levels[kind] !== undefined)
      if (step === 'open') levels[kind] = level
      if (step === 'clear') delete levels[kind]
      if (step !== 'open') continue
      if (present?.kind === kind) found.add(present)
      else if (!present) trial.falseAlarms++
    }
  }
  for (const each of planted.filter(({ from }) => from >= first)) {
    trial.byKind[each.kind].planted++
    if (found.has(each)) trial.byKind[each.kind].found++
  }
}

function isJudged(hours: readonly GeneratedHour[], hour: number, expected: number): boolean {
  return Math.max(hours[hour]?.clicks ?? 0, hours[hour]?.robots ?? 0, expected) >= minSignificantClicks
}

/** As the service picks the links it judges. */
function mayBeJudged(hours: readonly GeneratedHour[], hour: number): boolean {
  const clicks = (back: number) => hours[hour - back]?.clicks ?? 0
  const now = Math.max(clicks(0), hours[hour]?.robots ?? 0)
  return now >= minSignificantClicks || Math.max(clicks(24), clicks(168)) >= minSignificantClicks / 2
}

function daysOf(hours: readonly GeneratedHour[]) {
  return Array.from({ length: Math.ceil(hours.length / 24) }, (_, n) => together(hours.slice(24 * n, 24 * (n + 1))))
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
      sameHour: together(before.filter((each) => each !== undefined)),
    },
  }
}

function together(hours: readonly GeneratedHour[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { countries } of hours) {
    for (const [country, clicks] of countries) sums.set(country, (sums.get(country) ?? 0) + clicks)
  }
  return sums
}
