import { describe, expect, it } from 'vitest'
import {
  boundsBefore,
  boundsOf,
  hoursOf,
  isDay,
  isZone,
  type Period,
  toPeriodFilter,
  unitOf,
} from '../../console/features/statistics/periods.ts'

/** A Wednesday, 14:00 in Berlin. */
const now = new Date('2026-11-25T13:00:00Z')
const zone = 'Europe/Berlin'

const iso = (bounds: { from: Date; to: Date } | null) =>
  bounds && [bounds.from.toISOString().replace('.000', ''), bounds.to.toISOString().replace('.000', '')]

describe('a period and the one before', () => {
  it.each<[Period, string[] | null, string[] | null]>([
    ['24h', ['2026-11-24T13:00:00Z', '2026-11-25T13:00:00Z'], ['2026-11-23T13:00:00Z', '2026-11-24T13:00:00Z']],
    ['7d', ['2026-11-18T23:00:00Z', '2026-11-25T13:00:00Z'], ['2026-11-11T23:00:00Z', '2026-11-18T13:00:00Z']],
    // The clocks of Berlin went back on 25 October: midnight and the hour of the day stay what they are there.
    ['30d', ['2026-10-26T23:00:00Z', '2026-11-25T13:00:00Z'], ['2026-09-26T22:00:00Z', '2026-10-26T13:00:00Z']],
    ['month', ['2026-10-31T23:00:00Z', '2026-11-25T13:00:00Z'], ['2026-09-30T22:00:00Z', '2026-10-25T13:00:00Z']],
    ['year', ['2025-12-31T23:00:00Z', '2026-11-25T13:00:00Z'], ['2024-12-31T23:00:00Z', '2025-11-25T13:00:00Z']],
    ['all', null, null],
    [
      { from: '2026-10-01', to: '2026-10-31' },
      ['2026-09-30T22:00:00Z', '2026-10-31T23:00:00Z'],
      ['2026-08-30T22:00:00Z', '2026-09-30T22:00:00Z'],
    ],
    // Three days, of which the last has not ended: two days and 14 hours are compared.
    [
      { from: '2026-11-23', to: '2026-11-25' },
      ['2026-11-22T23:00:00Z', '2026-11-25T23:00:00Z'],
      ['2026-11-19T23:00:00Z', '2026-11-22T13:00:00Z'],
    ],
    // Days to come have nothing before them.
    [{ from: '2026-12-01', to: '2026-12-02' }, ['2026-11-30T23:00:00Z', '2026-12-02T23:00:00Z'], null],
  ])('of %o', (period, bounds, before) => {
    expect(iso(boundsOf(period, zone, now))).toEqual(bounds)
    expect(iso(boundsBefore(period, zone, now))).toEqual(before)
  })

  it('names a usual period by its interval, and own days by instants', () => {
    expect(toPeriodFilter('90d', zone)).toEqual({ interval: 'LAST_90D', timezone: zone })
    expect(toPeriodFilter({ from: '2026-11-01', to: '2026-11-01' }, 'America/New_York')).toEqual({
      from: '2026-11-01T04:00:00.000Z',
      to: '2026-11-02T05:00:00.000Z',
      timezone: 'America/New_York',
    })
  })
})

describe('the parts of a period', () => {
  it.each<[Period, string]>([
    ['24h', 'HOUR'],
    [{ from: '2026-11-01', to: '2026-11-02' }, 'HOUR'],
    [{ from: '2026-11-01', to: '2026-11-03' }, 'DAY'],
    ['90d', 'DAY'],
    ['year', 'WEEK'],
    [{ from: '2020-01-01', to: '2026-11-03' }, 'MONTH'],
    ['all', 'AUTO'],
  ])('of %o are of the length %s', (period, unit) => expect(unitOf(period, zone, now)).toBe(unit))

  it('are at most 28 days of hours, the last ones', () => {
    expect(hoursOf('7d', zone, now)).toMatchObject({ isWhole: true, from: new Date('2026-11-18T23:00:00Z'), to: now })
    expect(hoursOf('90d', zone, now)).toMatchObject({ isWhole: false, from: new Date('2026-10-28T23:00:00Z'), to: now })
    expect(hoursOf('all', zone, now)).toMatchObject({ isWhole: false, from: new Date('2026-10-28T23:00:00Z') })
    expect(hoursOf({ from: '2026-06-01', to: '2026-06-30' }, zone, now)).toMatchObject({
      isWhole: false,
      from: new Date('2026-06-02T22:00:00Z'),
      to: new Date('2026-06-30T22:00:00Z'),
    })
  })
})

describe('what an address may say', () => {
  it.each([
    ['2026-02-28', true],
    ['2026-02-31', false],
    ['1999-12-31', false],
    ['yesterday', false],
    [null, false],
  ])('%s as a day: %s', (text, is) => expect(isDay(text)).toBe(is))

  it.each([
    ['Asia/Kolkata', true],
    ['Mars/Olympus', false],
    ['', false],
    [null, false],
  ])('%s as a zone: %s', (text, is) => expect(isZone(text)).toBe(is))
})
