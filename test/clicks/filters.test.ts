import { validate } from 'class-validator'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ClickFilterArgs, parseFilterValues } from '../../src/modules/clicks/click.inputs.ts'
import { buildFilterClause } from '../../src/modules/clicks/click.queries.ts'
import { findCoordinates } from '../../src/modules/clicks/country-coordinates.ts'

describe('parseFilterValues parses', () => {
  it.each([
    ['DE', ['DE'], false],
    ['DE,US', ['DE', 'US'], false],
    [' DE , US ', ['DE', 'US'], false],
    ['-DE,US', ['DE', 'US'], true],
    ['-DE,-US', ['DE', 'US'], true],
    [' -DE', ['DE'], true],
    ['DE,DE', ['DE'], false],
    ['Windows 10', ['Windows 10'], false],
    ['utm-with-dash', ['utm-with-dash'], false],
    ["' or 1=1 --", ["' or 1=1 --"], false],
  ])('%j', (text, values, isExcluded) => {
    expect(parseFilterValues(text)).toEqual({ values, isExcluded })
  })

  it('any values, included or excluded', () => {
    const value = fc.string({ minLength: 1, maxLength: 30 }).map((text) => text.replace(/[,-]/g, '_').trim() || 'x')
    fc.assert(
      fc.property(fc.uniqueArray(value, { minLength: 1, maxLength: 10 }), fc.boolean(), (values, isExcluded) => {
        expect(parseFilterValues((isExcluded ? '-' : '') + values.join(','))).toEqual({ values, isExcluded })
      }),
    )
  })
})

describe('a filter argument', () => {
  it.each([
    ['', 'must not have an empty value'],
    [' ', 'must not have an empty value'],
    ['-', 'must not have an empty value'],
    ['DE,', 'must not have an empty value'],
    ['DE,,US', 'must not have an empty value'],
    ['DE,-US', 'must include all its values or exclude all of them'],
    [Array.from({ length: 51 }, (_, n) => `c${n}`).join(','), 'must be at most 50 values'],
    ['x'.repeat(256), 'must have values of at most 255 characters'],
    ['x'.repeat(20_000), 'must be at most 50 values of 255 characters'],
  ])('%.20j is rejected: %s', async (text, issue) => {
    const errors = await validate(Object.assign(new ClickFilterArgs(), { referrer: text }), {
      skipMissingProperties: true,
    })
    expect(errors.map(({ property, constraints }) => [property, Object.values(constraints ?? {})])).toEqual([
      ['referrer', [issue]],
    ])
  })

  const issuesOf = async (filter: object) => {
    const errors = await validate(Object.assign(new ClickFilterArgs(), filter), { skipMissingProperties: true })
    return errors.flatMap(({ constraints = {} }) => Object.values(constraints))
  }

  it.each([
    [{ country: 'XX' }, 'the value does not exist; use ISO 3166-1 alpha-2 codes, such as `DE`, or `Unknown`'],
    [{ country: 'ZZ' }, 'the value does not exist; use ISO 3166-1 alpha-2 codes, such as `DE`, or `Unknown`'],
    [{ country: 'DE,UK' }, 'value 2 does not exist; did you mean GB?'],
    [{ country: '-Germny' }, 'the value does not exist; did you mean DE?'],
    [{ region: 'XX-BE' }, 'the value does not exist; use ISO 3166-2 codes, such as `DE-BE`, or `Unknown`'],
    [{ region: 'Berlin' }, 'the value does not exist; use ISO 3166-2 codes, such as `DE-BE`, or `Unknown`'],
    [{ device: 'Desktop,moblie' }, 'value 2 does not exist; did you mean Mobile?'],
    [{ device: 'Fridge' }, 'the value does not exist; use Desktop, Mobile, Tablet, TV, Other, Unknown'],
    [{ browser: 'Fierfox' }, 'the value does not exist; did you mean Firefox?'],
    [{ os: 'Windws' }, 'the value does not exist; did you mean Windows?'],
    [{ trigger: 'qrs' }, 'the value does not exist; did you mean qr?'],
  ])('with a value that no click can have is rejected, with the nearest one: %j', async (filter, issue) => {
    expect(await issuesOf(filter)).toEqual([issue])
  })

  it.each([
    { country: 'de,US', region: 'DE-BE,us-ny', device: 'mobile,TV,Other', browser: 'Edge,firefox' },
    { country: '-XK,Unknown', region: 'unknown', device: '-Unknown', browser: 'Samsung Internet', os: 'Chrome OS' },
    { os: 'macos,Other', trigger: '-link,QR', referrer: 'anything.example', utmSource: 'Any Text' },
  ])('with values that clicks can have is accepted: %j', async (filter) => {
    expect(await issuesOf(filter)).toEqual([])
  })

  it('is accepted with every country that has coordinates', async () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    const codes = letters.flatMap((first) => letters.map((second) => `${first}${second}`))
    const located = codes.filter((code) => findCoordinates(code) !== null)
    expect(located.length).toBeGreaterThan(200)
    for (const country of located) expect(await issuesOf({ country }), country).toEqual([])
  })

  it('is accepted with 50 values', async () => {
    const referrer = Array.from({ length: 50 }, (_, n) => `c${n}`).join(',')
    expect(await validate(Object.assign(new ClickFilterArgs(), { referrer }), { skipMissingProperties: true })).toEqual(
      [],
    )
  })
})

describe('buildFilterClause', () => {
  it('excludes bots by default', () => {
    expect(buildFilterClause({ includeBots: false })).toEqual({ sql: 'not click.is_bot', values: [] })
    expect(buildFilterClause({ includeBots: true })).toEqual({ sql: 'true', values: [] })
  })

  it('has a parameter for each value, and no value in the SQL', () => {
    const text = fc.stringMatching(/^[a-z'";()]{1,10}$/)
    const names = [
      'country',
      'region',
      'device',
      'browser',
      'os',
      'referrer',
      'utmSource',
      'utmMedium',
      'trigger',
    ] as const
    const filters = fc.record(Object.fromEntries(names.map((name) => [name, fc.option(text)])))
    fc.assert(
      fc.property(filters, (input) => {
        const { sql, values } = buildFilterClause({ ...input, includeBots: true })
        expect(values).toEqual(names.flatMap((name) => input[name] ?? []))
        expect(sql.split('?').length - 1).toBe(values.length)
        expect(sql.replace(/'(Unknown|Direct)'/g, '')).not.toMatch(/['";]/)
      }),
    )
  })
})
