import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Interval,
  intervals,
  type RangeInput,
  resolveRange,
} from '../../../src/modules/visits/clicks/time-range.ts'
import { InvalidParams } from '../../../src/platform/shared/general.errors.ts'

const now = new Date('2026-11-21T22:30:00.000Z')
const berlin = { timezone: 'Europe/Berlin' }

/** The field of the error. */
function findErrorField(input: RangeInput): string | undefined {
  try {
    resolveRange(input, now)
  } catch (error) {
    if (error instanceof InvalidParams) return error.details?.[0]?.field
    throw error
  }
  return undefined
}

describe('an interval begins', () => {
  it.each([
    ['24h', 'UTC', '2026-11-20T22:30:00.000Z'],
    ['24h', 'Asia/Tokyo', '2026-11-20T22:30:00.000Z'],
    ['7d', 'UTC', '2026-11-15T00:00:00.000Z'],
    ['7d', 'Europe/Berlin', '2026-11-14T23:00:00.000Z'],
    // There it is already the next day.
    ['7d', 'Asia/Tokyo', '2026-11-15T15:00:00.000Z'],
    ['30d', 'Europe/Berlin', '2026-10-22T22:00:00.000Z'],
    ['90d', 'Europe/Berlin', '2026-08-23T22:00:00.000Z'],
    ['1y', 'UTC', '2025-11-22T00:00:00.000Z'],
    ['mtd', 'America/New_York', '2026-11-01T04:00:00.000Z'],
    ['qtd', 'Europe/Berlin', '2026-09-30T22:00:00.000Z'],
    ['ytd', 'Asia/Kathmandu', '2025-12-31T18:15:00.000Z'],
  ] as const)('%s in %s at %s, and has no end', (interval, timezone, from) => {
    expect(resolveRange({ interval, timezone }, now)).toEqual({ from: new Date(from), to: null })
  })

  it.each([
    ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'],
    ['2026-03-31T23:59:59Z', '2026-01-01T00:00:00Z'],
    ['2026-04-01T00:00:00Z', '2026-04-01T00:00:00Z'],
    ['2026-12-31T12:00:00Z', '2026-10-01T00:00:00Z'],
  ])('qtd at %s begins at %s', (at, from) => {
    expect(resolveRange({ interval: 'qtd', timezone: 'UTC' }, new Date(at)).from).toEqual(new Date(from))
  })

  it('without a bound for all and by default', () => {
    expect(resolveRange({ interval: 'all', timezone: 'UTC' }, now)).toEqual({ from: null, to: null })
    expect(resolveRange({ interval: null, from: null, to: null, timezone: 'UTC' }, now)).toEqual({
      from: null,
      to: null,
    })
  })

  it('never after now, and a longer one never after a shorter one, in any zone', () => {
    const zones = Intl.supportedValuesOf('timeZone')
    const instant = fc.date({ min: new Date('1970-01-02'), max: new Date('2100-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(fc.constantFrom(...zones), instant, (timezone, at) => {
        const from = (interval: Interval) => resolveRange({ interval, timezone }, at).from?.getTime() ?? -Infinity
        for (const interval of intervals) expect(from(interval)).toBeLessThanOrEqual(at.getTime())
        for (const order of [
          ['all', '1y', '90d', '30d', '7d'],
          ['ytd', 'qtd', 'mtd'],
        ] as const) {
          const begins = order.map(from)
          expect(begins).toEqual(begins.toSorted((a, b) => a - b))
        }
      }),
    )
  })
})

describe('from and to', () => {
  const [early, late] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-02-01T00:00:00Z')]

  it('are the bounds, each with or without the other', () => {
    expect(resolveRange({ from: early, to: late, ...berlin }, now)).toEqual({ from: early, to: late })
    expect(resolveRange({ from: early, ...berlin }, now)).toEqual({ from: early, to: null })
    expect(resolveRange({ to: late, ...berlin }, now)).toEqual({ from: null, to: late })
  })

  it.each([
    ['from', { from: late, to: early }],
    ['from', { from: early, to: early }],
    ['interval', { interval: '7d', from: early }],
    ['interval', { interval: 'all', to: late }],
    ['timezone', { timezone: 'Mars/Olympus' }],
    ['timezone', { interval: '7d', timezone: '+02:00' }],
  ] as const)('are refused, naming %s, in %j', (field, input) => {
    expect(findErrorField({ ...berlin, ...input })).toBe(`filter.${field}`)
  })
})
