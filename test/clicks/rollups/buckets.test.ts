import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAnalyticsQuery } from '../../../src/modules/visits/clicks/analytics/analytics.inputs.ts'
import { createSeries } from '../../../src/modules/visits/clicks/analytics/series.ts'
import { ClickFilter } from '../../../src/modules/visits/clicks/filters/click-filter.inputs.ts'
import {
  type BucketUnit,
  bucketStarts,
  bucketUnits,
  chooseUnit,
  findBucketEnd,
  largestAlignedSpan,
} from '../../../src/modules/visits/clicks/time-range.ts'
import { InvalidParams } from '../../../src/platform/shared/general.errors.ts'
import { bucketBounds } from '../brute-force/local-time.ts'

const startsOf = (unit: BucketUnit, zone: string, from: string, to: string) =>
  bucketStarts(unit, zone, new Date(from), new Date(to)).map((at) => at.toISOString().replace(':00.000Z', 'Z'))

describe('the buckets of a series', () => {
  it.each<[string, BucketUnit, string, string, string, string[]]>([
    [
      'begin with the one that contains the start of the range',
      'hour',
      'UTC',
      '2026-01-01T00:59:59Z',
      '2026-01-01T02:00:00Z',
      ['2026-01-01T00:00Z', '2026-01-01T01:00Z'],
    ],
    [
      'include a day of 23 hours in spring',
      'day',
      'Europe/Berlin',
      '2026-03-28T12:00:00Z',
      '2026-03-30T12:00:00Z',
      ['2026-03-27T23:00Z', '2026-03-28T23:00Z', '2026-03-29T22:00Z'],
    ],
    [
      'omit the hour that a clock change skips',
      'hour',
      'Europe/Berlin',
      '2026-03-29T00:00:00Z',
      '2026-03-29T02:00:00Z',
      ['2026-03-29T00:00Z', '2026-03-29T01:00Z'],
    ],
    [
      'include an hour twice that a clock change repeats',
      'hour',
      'Europe/Berlin',
      '2026-10-25T00:00:00Z',
      '2026-10-25T03:00:00Z',
      ['2026-10-25T00:00Z', '2026-10-25T01:00Z', '2026-10-25T02:00Z'],
    ],
    [
      'begin at a quarter of an hour where the offset does',
      'hour',
      'Asia/Kathmandu',
      '2026-05-05T00:20:00Z',
      '2026-05-05T02:00:00Z',
      ['2026-05-05T00:15Z', '2026-05-05T01:15Z'],
    ],
    [
      'include half an hour where clocks change by that',
      'hour',
      'Australia/Lord_Howe',
      '2026-10-03T14:30:00Z',
      '2026-10-03T17:00:00Z',
      ['2026-10-03T14:30Z', '2026-10-03T15:30Z', '2026-10-03T16:00Z'],
    ],
    [
      'begin at a clock change that is not at a quarter of an hour',
      'hour',
      'America/St_Johns',
      '2011-03-13T03:00:00Z',
      '2011-03-13T05:00:00Z',
      ['2011-03-13T02:30Z', '2011-03-13T03:30Z', '2011-03-13T03:31Z', '2011-03-13T04:30Z'],
    ],
    [
      'begin with the clock change before the start of the range',
      'hour',
      'America/St_Johns',
      '2011-03-13T03:40:00Z',
      '2011-03-13T05:00:00Z',
      ['2011-03-13T03:31Z', '2011-03-13T04:30Z'],
    ],
    [
      'begin at the clock change when it skips midnight',
      'day',
      'Africa/Cairo',
      '2026-04-23T12:00:00Z',
      '2026-04-24T12:00:00Z',
      ['2026-04-22T22:00Z', '2026-04-23T22:00Z'],
    ],
    [
      'begin on Monday for weeks',
      'week',
      'UTC',
      '2026-11-22T00:00:00Z',
      '2026-11-24T00:00:00Z',
      ['2026-11-16T00:00Z', '2026-11-23T00:00Z'],
    ],
    [
      'continue over the end of a year for months',
      'month',
      'America/New_York',
      '2026-12-31T23:00:00Z',
      '2027-02-02T00:00:00Z',
      ['2026-12-01T05:00Z', '2027-01-01T05:00Z', '2027-02-01T05:00Z'],
    ],
  ])('%s', (_, unit, zone, from, to, starts) => {
    expect(startsOf(unit, zone, from, to)).toEqual(starts)
  })

  it('are at most 1000', () => {
    expect(startsOf('minute', 'UTC', '2026-01-01T00:00:00Z', '2026-01-01T16:40:00Z')).toHaveLength(1000)
    expect(() => startsOf('minute', 'UTC', '2026-01-01T00:00:00Z', '2026-01-01T16:40:01Z')).toThrow('unit')
  })

  it.each(bucketUnits)('of a %s are refused at once over a thousand years, in any zone', (unit) => {
    const started = performance.now()
    for (const zone of ['UTC', 'Asia/Kathmandu', 'America/Los_Angeles'])
      for (const year of ['0001', '0099', '1500'])
        expect(() => startsOf(unit, zone, `${year}-01-01T00:00:00Z`, '9999-12-31T23:59:59.999Z')).toThrow(InvalidParams)
    expect(performance.now() - started).toBeLessThan(1000)
  })

  it('are those of hours and months of long ago too', () => {
    const hours = startsOf('hour', 'Asia/Kathmandu', '1800-01-01T00:00:00Z', '1800-01-01T03:00:00Z')
    expect(hours).toEqual(
      ['1799-12-31T23:15Z', '1800-01-01T00:15Z', '1800-01-01T01:15Z', '1800-01-01T02:15Z'].slice(0, hours.length),
    )
    expect(hours.length).toBeGreaterThan(2)
    expect(startsOf('month', 'UTC', '0050-01-15T00:00:00Z', '0050-03-01T00:00:00Z')).toEqual([
      '0050-01-01T00:00Z',
      '0050-02-01T00:00Z',
    ])
    expect(startsOf('week', 'UTC', '0050-01-05T00:00:00Z', '0050-01-06T00:00:00Z')).toEqual(['0050-01-03T00:00Z'])
  })

  it.each([
    ['Pacific/Apia', '2011-12-29T12:00:00Z', ['2011-12-29T10:00Z', '2011-12-30T10:00Z', '2011-12-31T10:00Z']],
    ['Pacific/Kwajalein', '1993-08-20T13:00:00Z', ['1993-08-20T12:00Z', '1993-08-21T12:00Z', '1993-08-22T12:00Z']],
  ])('do not include a day that %s skips', (zone, from, starts) => {
    const to = new Date(new Date(starts.at(-1) as string).getTime() + 1)
    expect(startsOf('day', zone, from, to.toISOString())).toEqual(starts)
  })

  it('include the minute and the hour of an instant before 1970', () => {
    expect(startsOf('minute', 'UTC', '1969-12-31T23:58:30Z', '1969-12-31T23:59:01Z')[0]).toBe('1969-12-31T23:58Z')
    expect(startsOf('hour', 'UTC', '1969-12-31T23:59:30Z', '1970-01-01T00:00:01Z')[0]).toBe('1969-12-31T23:00Z')
  })

  it.each(bucketUnits)(
    'of a %s have strictly increasing starts in every zone, and the end of each is the next',
    (unit) => {
      const days = { minute: 0.02, hour: 1, day: 20, week: 40, month: 200 }[unit]
      const instants = fc.integer({ min: Date.UTC(1840, 0, 1) / 60_000, max: Date.UTC(2060, 0, 1) / 60_000 })
      for (const zone of Intl.supportedValuesOf('timeZone')) {
        for (const minutes of fc.sample(instants, 1)) {
          const from = new Date(minutes * 60_000)
          const starts = bucketStarts(unit, zone, from, new Date(from.getTime() + days * 86_400_000))
          const place = `${zone} ${from.toISOString()}`
          expect(starts[0]?.getTime(), place).toBeLessThanOrEqual(from.getTime())
          expect(starts.length, place).toBeGreaterThan(1)
          for (const [index, start] of starts.slice(0, -1).entries()) {
            expect(starts[index + 1]?.getTime(), place).toBeGreaterThan(start.getTime())
            expect(findBucketEnd(unit, zone, start), place).toEqual(starts[index + 1])
          }
        }
      }
    },
  )

  it('are those that a walk over the offsets of the zone finds, for any unit and zone', () => {
    const begin = Date.UTC(1980, 0, 1)
    fc.assert(
      fc.property(
        fc.constantFrom(...bucketUnits),
        fc.constantFrom('UTC', ...Intl.supportedValuesOf('timeZone')),
        fc.integer({ min: 0, max: 27_000_000 }),
        fc.integer({ min: 1, max: 900 }),
        (unit, zone, minutes, length) => {
          const from = begin + minutes * 60_000
          const to = from + length * 60_000 * (unit === 'minute' || unit === 'hour' ? 1 : 60)
          const starts = bucketStarts(unit, zone, new Date(from), new Date(to)).map((at) => at.getTime())
          expect(starts).toEqual(bucketBounds(unit, zone, from, to)?.slice(0, -1))
        },
      ),
      { numRuns: 1000 },
    )
  })
})

describe('the span of rollups of a series', () => {
  const spanOf = (starts: readonly string[], firstClick?: string) =>
    largestAlignedSpan(
      starts.map((start) => new Date(start)),
      firstClick ? new Date(firstClick) : undefined,
    )

  it.each([
    [['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'], 'day'],
    [['2026-01-01T00:00:00Z', '2026-01-01T01:00:00Z'], 'hour'],
    [['2026-01-01T00:15:00Z'], 'quarter'],
    [['2026-01-01T00:05:00Z'], null],
  ])('of buckets that start at %j is %s', (starts, span) => {
    expect(spanOf(starts)).toBe(span)
  })

  it('does not depend on starts before the first click', () => {
    const starts = ['1900-01-01T00:05:20Z', '2026-01-01T00:00:00Z']
    expect(spanOf(starts)).toBeNull()
    expect(spanOf(starts, '2025-12-31T00:00:00Z')).toBe('day')
    // The quarter of this click would begin in the bucket before.
    expect(spanOf(['2026-01-01T10:05:00Z'], '2026-01-01T10:07:00Z')).toBeNull()
    expect(spanOf(['2026-01-01T10:15:00Z'], '2026-01-01T10:17:00Z')).toBe('quarter')
  })
})

it.each<[number, BucketUnit]>([
  [1, 'hour'],
  [2, 'hour'],
  [2.1, 'day'],
  [100, 'day'],
  [366, 'week'],
  [701, 'month'],
])('chooses for %s days the unit %s', (days, unit) => {
  expect(chooseUnit(days * 86_400_000)).toBe(unit)
})

it('a series without a start has no buckets when the first click is not before its end', () => {
  const [monday, friday] = [new Date('2026-11-16T10:00:00Z'), new Date('2026-11-20T10:00:00Z')]
  const query = parseAnalyticsQuery({ unit: 'week', limit: 1, filter: { ...new ClickFilter(), to: monday } }, friday)
  expect(createSeries(query, friday).starts).toEqual([])
  expect(createSeries(query, monday).starts).toEqual([])
  expect(createSeries(query, new Date(monday.getTime() - 1)).starts).toHaveLength(1)
})
