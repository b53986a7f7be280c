import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayAt, isZone, offsetMs, startOfDay } from '../../../src/platform/shared/time-zone.ts'

const start = (zone: string, year: number, month: number, day: number) =>
  startOfDay(zone, { year, month, day }).toISOString()

describe('startOfDay', () => {
  it.each([
    ['UTC', [2026, 11, 21], '2026-11-21T00:00:00.000Z'],
    ['Europe/Berlin', [2026, 7, 1], '2026-06-30T22:00:00.000Z'],
    ['Europe/Berlin', [2026, 12, 1], '2026-11-30T23:00:00.000Z'],
    ['America/New_York', [2026, 3, 8], '2026-03-08T05:00:00.000Z'],
    ['America/New_York', [2026, 3, 9], '2026-03-09T04:00:00.000Z'],
    ['Asia/Kathmandu', [2026, 1, 1], '2025-12-31T18:15:00.000Z'],
    ['Pacific/Kiritimati', [2026, 1, 1], '2025-12-31T10:00:00.000Z'],
    ['Pacific/Pago_Pago', [2026, 1, 1], '2026-01-01T11:00:00.000Z'],
    // The clocks change from 24:00 to 01:00: there is no midnight.
    ['Africa/Cairo', [2026, 4, 24], '2026-04-23T22:00:00.000Z'],
    ['America/Sao_Paulo', [2018, 11, 4], '2018-11-04T03:00:00.000Z'],
    // They change from 24:00 to 23:00, and from 01:00 to 00:00: midnight occurs twice.
    ['Africa/Cairo', [2025, 10, 31], '2025-10-30T22:00:00.000Z'],
    ['America/Havana', [2026, 11, 1], '2026-11-01T04:00:00.000Z'],
    // A change from 23:30 to 00:30.
    ['America/Toronto', [1919, 3, 31], '1919-03-31T04:30:00.000Z'],
    // A skipped day begins with the next one.
    ['Pacific/Apia', [2011, 12, 30], '2011-12-30T10:00:00.000Z'],
    ['Pacific/Apia', [2011, 12, 31], '2011-12-30T10:00:00.000Z'],
  ] as const)('of %s on %j is %s', (zone, [year, month, day], instant) => {
    expect(start(zone, year, month, day)).toBe(instant)
  })

  it('carries over days and months out of range', () => {
    expect(start('UTC', 2026, 3, 0)).toBe('2026-02-28T00:00:00.000Z')
    expect(start('UTC', 2026, 0, 1)).toBe('2025-12-01T00:00:00.000Z')
    expect(start('UTC', 50, 1, 1)).toBe('0050-01-01T00:00:00.000Z')
  })

  it('is the first instant of its day, whatever the zone and the day', () => {
    const zones = Intl.supportedValuesOf('timeZone')
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.integer({ min: -25_000, max: 40_000 }), (zone, dayNumber) => {
        const noon = new Date(dayNumber * 86_400_000 + 43_200_000)
        const day = dayAt(zone, noon)
        const begins = startOfDay(zone, day)
        expect(dayAt(zone, begins)).toEqual(day)
        const before = dayAt(zone, new Date(begins.getTime() - 1))
        expect(Date.UTC(before.year, before.month - 1, before.day)).toBeLessThan(
          Date.UTC(day.year, day.month - 1, day.day),
        )
        expect(begins <= noon).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })
})

it('offsetMs follows clock changes', () => {
  expect(offsetMs('Europe/Berlin', Date.UTC(2026, 2, 29, 0, 59, 59, 999))).toBe(3_600_000)
  expect(offsetMs('Europe/Berlin', Date.UTC(2026, 2, 29, 1))).toBe(7_200_000)
  expect(offsetMs('Asia/Kolkata', -1)).toBe(19_800_000)
})

describe('isZone', () => {
  it.each(['UTC', 'Europe/Berlin', 'europe/berlin', 'Asia/Calcutta', 'America/Argentina/Buenos_Aires'])(
    'accepts %s',
    (name) => expect(isZone(name)).toBe(true),
  )

  it.each(['', ' ', 'Mars/Olympus', '+02:00', '-05', 'Europe', 'Europe/Berlin ', 'Z0', '../etc/passwd'])(
    'rejects %j',
    (name) => expect(isZone(name)).toBe(false),
  )
})
