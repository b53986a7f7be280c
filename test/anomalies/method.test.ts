import { describe, expect, it } from 'vitest'
import { anomalyKinds, classifyHour } from '../../src/modules/anomalies/scoring/hour-findings.ts'
import { hasClockChange } from '../../src/modules/anomalies/scoring/hour-score.ts'
import { runTrial, type Trial } from './trial.ts'

/** Links of each profile; they have about 35,000 quiet hours. */
const links = 60

function report(name: string, { byKind, falseAlarms, quietHours }: Trial): number {
  const rate = (1000 * falseAlarms) / quietHours
  const recall = anomalyKinds.map((kind) => {
    const { found, injected } = byKind[kind]
    return `${kind} ${((100 * found) / injected).toFixed(1)} % of ${injected}`
  })
  console.info(
    `${name}: found ${recall.join(', ')}; ${rate.toFixed(2)} false alarms in 1,000 of ${quietHours} quiet hours`,
  )
  return rate
}

describe('on generated histories with injected anomalies, the detection', () => {
  it.each([
    ['development seed', 1],
    ['held-out seed', 424242],
  ])('finds at least 95 % of each kind, with at most 1 false alarm in 1,000 quiet hours: %s', (name, seed) => {
    const trial = runTrial(seed, links)
    const rate = report(name, trial)
    for (const kind of anomalyKinds) {
      const { found, injected } = trial.byKind[kind]
      expect(injected, kind).toBeGreaterThan(50)
      expect(found / injected, kind).toBeGreaterThanOrEqual(0.95)
    }
    expect(rate).toBeLessThanOrEqual(1)
  })
})

describe('a change to or from daylight saving time', () => {
  it.each([
    ['2026-03-08T06:00Z', false],
    ['2026-03-08T08:00Z', true],
    ['2026-04-30T12:00Z', true],
    ['2026-07-01T12:00Z', false],
    ['2026-11-20T12:00Z', true],
    ['2026-12-15T12:00Z', false],
  ])('is detected for four weeks: %s', (at, isKnown) => {
    expect(hasClockChange(new Date(at))).toBe(isKnown)
  })

  it.each([1, -1])('that moves the clicks by %i hour is no anomaly', (by) => {
    const [change, mean] = [6 * 168, 500]
    const clicks = (hour: number) => {
      const local = hour < change ? hour : hour + by
      return Math.round(mean * (1.05 + Math.sin((local / 12) * Math.PI)) + (((hour * 7919) % 61) - 30))
    }
    const findings = Array.from({ length: 14 * 24 }, (_, n) => change + n).flatMap((hour) => {
      const past = (back: number) => clicks(hour - back)
      return classifyHour({ ageHours: hour, clicks: past, robots: () => 0, countries: null, clocksChanged: true }, {})
    })
    expect(findings.filter(({ status }) => status === 'anomalous')).toEqual([])
  })
})
