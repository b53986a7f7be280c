import { validate } from 'class-validator'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findCoordinates } from '../../src/modules/visits/clicks/country-coordinates.ts'
import { ClickFilter } from '../../src/modules/visits/clicks/filters/click-filter.inputs.ts'
import {
  filterText,
  formatFilterText,
  readFilterValues,
  type ValueFilter,
} from '../../src/modules/visits/clicks/filters/filter-text.ts'
import { readClickFilter } from '../../src/modules/visits/clicks/filters/read-click-filter.ts'
import { buildWhereClause } from '../../src/modules/visits/clicks/store/postgres/selection.queries.ts'
import { InvalidRestText } from '../../src/platform/rest/rest.decorator.ts'

/** Values that a text can have. */
const plainValue = fc.string({ minLength: 1, maxLength: 30 }).map((text) => text.replace(/[,-]/g, '_').trim() || 'x')
const plainFilter = fc
  .tuple(fc.uniqueArray(plainValue, { minLength: 1, maxLength: 10 }), fc.constantFrom('in', 'notIn'))
  .map(([values, name]): ValueFilter => ({ [name]: values }))

describe('the text of a filter', () => {
  it.each([
    ['DE', { in: ['DE'] }],
    ['DE,US', { in: ['DE', 'US'] }],
    [' DE , US ', { in: ['DE', 'US'] }],
    ['-DE,US', { notIn: ['DE', 'US'] }],
    ['-DE,-US', { notIn: ['DE', 'US'] }],
    [' -DE', { notIn: ['DE'] }],
    ['Windows 10', { in: ['Windows 10'] }],
    ['utm-with-dash', { in: ['utm-with-dash'] }],
    ["' or 1=1 --", { in: ["' or 1=1 --"] }],
  ])('%j is parsed', (text, filter) => {
    expect(filterText.parse(text)).toEqual(filter)
  })

  it('is parsed to the filter that it was formatted from', () => {
    fc.assert(
      fc.property(plainFilter, (filter) => {
        expect(filterText.parse(formatFilterText(filter) ?? '')).toEqual(filter)
      }),
    )
  })

  it.each([
    ['DE,-US', 'must include all its values or exclude all of them'],
    ['nul\u0000', 'must be well-formed text without NUL characters'],
    ['x'.repeat(20_000), 'must be at most 50 values of 255 characters'],
  ])('%.20j is rejected: %s', (text, issue) => {
    expect(() => filterText.parse(text)).toThrow(new InvalidRestText(issue))
  })

  it.each([{ in: ['a,b'] }, { in: ['-a'] }, { in: [' a'] }, { notIn: ['a', 'b,c'] }, { notIn: ['a '] }])(
    'does not exist for %j',
    (filter) => {
      expect(formatFilterText(filter)).toBeNull()
    },
  )

  it('has an excluded value with a leading dash', () => {
    expect(filterText.parse(formatFilterText({ notIn: ['-a'] }) ?? '')).toEqual({ notIn: ['-a'] })
  })
})

it('the values of a filter are read once each; null without a list', () => {
  expect(readFilterValues({ in: ['DE', 'US', 'DE'] })).toEqual({ values: ['DE', 'US'], isExcluded: false })
  expect(readFilterValues({ in: null, notIn: ['DE'] })).toEqual({ values: ['DE'], isExcluded: true })
  expect(readFilterValues({ in: null })).toBeNull()
})

const issuesOf = async (filter: object) => {
  const errors = await validate(Object.assign(new ClickFilter(), filter), { skipMissingProperties: true })
  return errors.map(({ property, constraints = {} }) => [property, ...Object.values(constraints)])
}

/** Issues of a filter whose texts are those of REST. */
const issuesOfTexts = (texts: Readonly<Record<string, string>>) =>
  issuesOf(Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, filterText.parse(text)])))

describe('a filter', () => {
  it.each([
    ['', 'must not have an empty value'],
    [' ', 'must not have an empty value'],
    ['-', 'must not have an empty value'],
    ['DE,', 'must not have an empty value'],
    ['DE,,US', 'must not have an empty value'],
    [Array.from({ length: 51 }, (_, n) => `c${n}`).join(','), 'must be at most 50 values'],
    ['x'.repeat(256), 'must have values of at most 255 characters'],
  ])('%.20j is rejected: %s', async (text, issue) => {
    expect(await issuesOfTexts({ referrer: text })).toEqual([['referrer', issue]])
  })

  it.each([
    [{ in: ['a'], notIn: ['b'] }, 'must have either in or notIn'],
    [{ in: [] }, 'must have at least one value'],
    [{ notIn: [] }, 'must have at least one value'],
  ])('%j is rejected: %s', async (referrer, issue) => {
    expect(await issuesOf({ referrer })).toEqual([['referrer', issue]])
  })

  it.each([
    [{ country: 'XX' }, 'the value does not exist; use ISO 3166-1 alpha-2 codes, such as `DE`, or `Unknown`'],
    [{ country: 'ZZ' }, 'the value does not exist; use ISO 3166-1 alpha-2 codes, such as `DE`, or `Unknown`'],
    [{ country: 'DE,UK' }, 'value 2 does not exist; did you mean GB?'],
    [{ country: '-Germny' }, 'the value does not exist; did you mean DE?'],
    [{ region: 'XX-BE' }, 'the value does not exist; use ISO 3166-2 codes, such as `DE-BE`, or `Unknown`'],
    [{ region: 'Berlin' }, 'the value does not exist; use ISO 3166-2 codes, such as `DE-BE`, or `Unknown`'],
    [{ continent: 'Europe' }, 'the value does not exist; use AF, AN, AS, EU, NA, OC, SA, Unknown'],
    [{ device: 'Desktop,moblie' }, 'value 2 does not exist; did you mean Mobile?'],
    [{ device: 'Fridge' }, 'the value does not exist; use Desktop, Mobile, Tablet, TV, Other, Unknown'],
    [{ browser: 'Fierfox' }, 'the value does not exist; did you mean Firefox?'],
    [{ os: 'Windws' }, 'the value does not exist; did you mean Windows?'],
    [{ trigger: 'qrs' }, 'the value does not exist; did you mean qr?'],
  ])('with a value that no click can have is rejected, with the nearest one: %j', async (texts, issue) => {
    expect(await issuesOfTexts(texts)).toEqual([[Object.keys(texts)[0], issue]])
  })

  it.each<Record<string, string>>([
    { country: 'de,US', region: 'DE-BE,us-ny', device: 'mobile,TV,Other', browser: 'Edge,firefox' },
    { country: '-XK,Unknown', region: 'unknown', device: '-Unknown', browser: 'Samsung Internet', os: 'Chrome OS' },
    { city: 'Berlin,DE:Paris', continent: '-eu,UNKNOWN' },
    { os: 'macos,Other', trigger: '-link,QR', referrer: 'anything.example', utmSource: 'Any Text' },
  ])('with values that clicks can have is accepted: %j', async (texts) => {
    expect(await issuesOfTexts(texts)).toEqual([])
  })

  it('is accepted with every country that has coordinates', async () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    const codes = letters.flatMap((first) => letters.map((second) => `${first}${second}`))
    const located = codes.filter((code) => findCoordinates(code) !== null)
    expect(located.length).toBeGreaterThan(200)
    for (const country of located) expect(await issuesOf({ country: { in: [country] } }), country).toEqual([])
  })

  it('is accepted with 50 values, without a list, and empty', async () => {
    expect(await issuesOf({ referrer: { in: Array.from({ length: 50 }, (_, n) => `c${n}`) } })).toEqual([])
    expect(await issuesOf({ referrer: {}, utmSource: { in: null } })).toEqual([])
    expect(await issuesOf({})).toEqual([])
  })
})

/** The condition for clicks that match a filter. */
function buildFilterClause(filter: Partial<ClickFilter>) {
  const selection = readClickFilter(Object.assign(new ClickFilter(), filter), new Date())
  return buildWhereClause({ ...selection, scope: { workspaceIds: [], urlIds: null } })
}

describe('the condition of a filter', () => {
  it('excludes bots by default', () => {
    expect(buildFilterClause({ includeBots: false })).toEqual({ sql: 'not click.is_bot', values: [] })
    expect(buildFilterClause({ includeBots: true })).toEqual({ sql: 'true', values: [] })
  })

  it('has no condition for a filter without a list', () => {
    expect(buildFilterClause({ includeBots: true, country: {} })).toEqual({ sql: 'true', values: [] })
  })

  it('has a parameter for each city, and one for the countries of continents', () => {
    const { values } = buildFilterClause({
      includeBots: true,
      city: { notIn: ["'x", 'DE:Berlin'] },
      continent: { in: ['AN'] },
    })
    expect(values).toEqual(["'x", 'DE:Berlin', 'AQ BV GS HM TF'])
  })

  it('has a parameter for each value, and no value in the SQL', () => {
    const value = fc.stringMatching(/^[a-z'";()]{1,10}$/)
    const filter = fc.oneof(
      value.map((each) => ({ in: [each] })),
      value.map((each) => ({ notIn: [each] })),
    )
    const names = [
      'country',
      'region',
      'browser',
      'os',
      'referrer',
      'utmSource',
      'utmMedium',
      'utmCampaign',
      'utmTerm',
      'utmContent',
      'rule',
      'variant',
    ] as const
    const filters = fc.record(Object.fromEntries(names.map((name) => [name, fc.option(filter)])))
    fc.assert(
      fc.property(filters, (input) => {
        const { sql, values } = buildFilterClause({ ...input, includeBots: true })
        expect(values).toEqual(names.flatMap((name) => readFilterValues(input[name] ?? {})?.values ?? []))
        expect(sql.split('?').length - 1).toBe(values.length)
        expect(sql.replace(/'(Unknown|Direct)'/g, '')).not.toMatch(/['";]/)
      }),
    )
  })
})
