import { describe, expect, it } from 'vitest'
import { anomalyKinds, classifyHour } from '../../src/modules/statistics/anomalies/scoring/hour-findings.ts'
import { hasClockChange } from '../../src/modules/statistics/anomalies/scoring/hour-score.ts'
import { trials } from '../support/size.ts'
import { generateHistory, profiles } from './histories.ts'
import { Random } from './random.ts'
import { generateLinks, runTrial, Trial } from './trial.ts'
import { generateYoungHistory, youngProfiles } from './young-histories.ts'

/** Links of each profile; they have about 25,000 quiet hours. */
const links = 60
const youngLinks = 20

/** From this age on, a link is compared with weeks. */
const weeksKnownHours = 15 * 24

describe('on generated histories with injected anomalies, the detection', () => {
  it.each([
    ['development seed', 1],
    ['held-out seed', 424242],
  ])('finds at least 95 % of each kind, with at most 1 false alarm in 1,000 quiet hours: %s', (name, seed) => {
    const [early, trial] = [new Trial(), new Trial()]
    const histories = generateLinks(new Random(seed), links, profiles, generateHistory)
    runTrial(histories, (ageHours) => [ageHours < weeksKnownHours ? early : trial])
    console.info(`${name}: ${trial}`)
    for (const kind of anomalyKinds) {
      const { found, injected } = trial.byKind[kind]
      expect(injected, kind).toBeGreaterThan(40)
      expect(found / injected, kind).toBeGreaterThanOrEqual(0.95)
    }
    expect(trial.falseAlarmRate).toBeLessThanOrEqual(1)
    expect(early.falseAlarmRate).toBeLessThanOrEqual(1)
  })
})

describe('on the first three weeks of generated links, the detection', () => {
  const seeds = [
    ['development seed', 1],
    ['held-out seed', 31337],
    ['held-out seed', 424242],
    ['held-out seed', 8675309],
  ] as const

  it.each(seeds.slice(0, trials(2, seeds.length)))(
    'raises at most 1 false alarm in 1,000 quiet hours of each profile, only warnings: %s %i',
    (name, seed) => {
      const random = new Random(seed)
      const [firstWeek, secondWeek, thirdWeek] = [new Trial(), new Trial(), new Trial()]
      for (const profile of youngProfiles) {
        const ofProfile = new Trial()
        runTrial(generateLinks(random, youngLinks, [profile], generateYoungHistory), (ageHours) =>
          ageHours < weeksKnownHours ? [ofProfile, ageHours < 8 * 24 ? firstWeek : secondWeek] : [thirdWeek],
        )
        console.info(`${name} ${seed}, ${profile} links up to 15 days: ${ofProfile}`)
        expect(ofProfile.falseAlarmRate, profile).toBeLessThanOrEqual(1)
        expect([...ofProfile.severities], profile).toEqual(['warning'])
      }
      console.info(`${name} ${seed}, up to 8 days: ${firstWeek}`)
      console.info(`${name} ${seed}, from 8 days on: ${secondWeek}`)
      console.info(`${name} ${seed}, from 15 days on: ${thirdWeek}`)
      expect(thirdWeek.falseAlarmRate).toBeLessThanOrEqual(1)
      for (const kind of anomalyKinds) {
        const { found, injected } = secondWeek.byKind[kind]
        expect(found / injected, kind).toBeGreaterThanOrEqual({ drop: 0.6, spike: 0.75 }[kind as string] ?? 0.9)
      }
    },
  )

  it.each(Array.from({ length: 7 }, (_, day) => day))(
    'raises nothing at quiet weekends, and at their ends, of a link that began on day %i of a week',
    (startsOn) => {
      const clicks = (hour: number) => {
        const isWeekend = Math.floor(hour / 24 + startsOn) % 7 >= 5
        const ofDay = 500 * (1.05 + Math.sin((hour / 12) * Math.PI)) * (0.9 + ((hour * 7919) % 61) / 300)
        return hour < 0 ? 0 : Math.round(ofDay * (isWeekend ? 0.1 : 1))
      }
      const found = Array.from({ length: 28 * 24 }, (_, hour) => hour).flatMap((hour) => {
        const link = { ageHours: hour, clicks: (back: number) => clicks(hour - back), robots: () => 0 }
        const findings = classifyHour({ ...link, countries: null, clocksChanged: false }, {})
        return findings.filter(({ status }) => status === 'anomalous').map(({ kind }) => ({ hour, kind }))
      })
      expect(found).toEqual([])
    },
  )
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
