import fc from 'fast-check'
import { Kind, parseValue, type ValueNode } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DateTime } from '../../src/platform/graphql/scalars.ts'
import { sharedApp, type TestApp } from '../support/app.ts'

const inline = (value: unknown): ValueNode => parseValue(JSON.stringify(value))

describe('a date-time', () => {
  it.each([
    ['2026-11-21T10:00:00Z', '2026-11-21T10:00:00.000Z'],
    ['2026-11-21T10:00:00.5Z', '2026-11-21T10:00:00.500Z'],
    ['2026-11-21T10:00:00.123456789Z', '2026-11-21T10:00:00.123Z'],
    ['2026-11-21T10:00:00+02:00', '2026-11-21T08:00:00.000Z'],
    ['2026-11-21T00:30:00+05:45', '2026-11-20T18:45:00.000Z'],
    ['2026-11-21T10:00:00-00:00', '2026-11-21T10:00:00.000Z'],
    ['2026-12-31T23:59:59-01:00', '2027-01-01T00:59:59.000Z'],
    ['2026-11-21t10:00:00z', '2026-11-21T10:00:00.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
    ['9999-12-31T23:59:59+14:00', '9999-12-31T09:59:59.000Z'],
  ])('%s is the instant %s, as a variable and inline', (text, instant) => {
    expect((DateTime.parseValue(text) as Date).toISOString()).toBe(instant)
    expect((DateTime.parseLiteral(inline(text)) as Date).toISOString()).toBe(instant)
  })

  it.each([
    ['without an offset', '2026-11-21T10:00:00'],
    ['with an offset of half a form', '2026-11-21T10:00:00+02'],
    ['with an offset no zone can have', '2026-11-21T10:00:00+25:00'],
    ['with a bar for a sign', '2026-11-21T10:00:00|02:00'],
    ['with a space for the T', '2026-11-21 10:00:00Z'],
    ['that is a date alone', '2026-11-21'],
    ['that is a time alone', '10:00:00Z'],
    ['without seconds', '2026-11-21T10:00Z'],
    ['with spaces around it', ' 2026-11-21T10:00:00Z '],
    ['with a line break after it', '2026-11-21T10:00:00Z\n'],
    ['in words', 'next Tuesday'],
    ['that is empty', ''],
    ['on a 30th of February', '2026-02-30T00:00:00Z'],
    ['on a 29th of February of no leap year', '2026-02-29T00:00:00Z'],
    ['on a 29th of February of 1900', '1900-02-29T00:00:00Z'],
    ['on a 31st of November', '2026-11-31T00:00:00Z'],
    ['in a 13th month', '2026-13-01T00:00:00Z'],
    ['on a 0th day', '2026-11-00T00:00:00Z'],
    ['at 24 o’clock', '2026-11-21T24:00:00Z'],
    ['in a 60th minute', '2026-11-21T10:60:00Z'],
    ['in a leap second', '2016-12-31T23:59:60Z'],
    ['in the year 0', '0000-12-31T23:59:59Z'],
    ['before the year 1, seen from UTC', '0001-01-01T00:00:00+01:00'],
    ['after the year 9999, seen from UTC', '9999-12-31T23:59:59-01:00'],
    ['in a year of five digits', '12026-11-21T10:00:00Z'],
    ['in a signed year', '+002026-11-21T10:00:00Z'],
    ['before our era', '-0001-11-21T10:00:00Z'],
    ['in Arabic digits', '٢٠٢٦-١١-٢١T١٠:٠٠:٠٠Z'],
  ])('%s is refused, as a variable and inline', (_what, text) => {
    expect(() => DateTime.parseValue(text)).toThrow()
    expect(() => DateTime.parseLiteral(inline(text))).toThrow()
  })

  it.each([
    [0],
    [1795231424],
    [1795231424000],
    [-1],
    [1.5],
    [true],
    [null],
    [[]],
    [['2026-11-21T10:00:00Z']],
    [{}],
    [new Date()],
  ])('%j is refused, because a date-time is text', (value) => {
    expect(() => DateTime.parseValue(value)).toThrow('A date-time must be a string.')
  })

  it.each(['1795231424', '1.5', 'true', 'NOON', '["2026-11-21T10:00:00Z"]', '{}'])('rejects the literal %s', (text) => {
    expect(() => DateTime.parseLiteral(parseValue(text))).toThrow('A date-time must be a string.')
  })

  it('is located in the document by its error', () => {
    for (const text of ['17', '"0000-01-01T00:00:00Z"', '"soon"']) {
      const node = parseValue(text)
      expect(() => DateTime.parseLiteral(node)).toThrow(expect.objectContaining({ nodes: [node] }))
    }
  })

  it('serializes as toISOString() does, and parses its own output', () => {
    const calendar = {
      min: new Date('0001-01-01T00:00:00.000Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    }
    fc.assert(
      fc.property(fc.date(calendar), (instant) => {
        const text = DateTime.serialize(instant)
        expect(text).toBe(instant.toISOString())
        expect(DateTime.parseValue(text)).toEqual(instant)
        expect(DateTime.parseLiteral({ kind: Kind.STRING, value: text })).toEqual(instant)
      }),
    )
  })

  it.each([[0], ['2026-11-21T10:00:00Z'], [null], [undefined], [{}], [new Date(Number.NaN)]])(
    'cannot be serialized from %s',
    (value) => {
      expect(() => DateTime.serialize(value)).toThrow()
    },
  )
})

describe('a date-time that is stored', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await sharedApp()
  })
  afterAll(() => test.close())

  it.each([
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['0050-06-15T12:00:00.001Z', '0050-06-15T12:00:00.001Z'],
    ['1900-01-01T00:00:00+00:19', '1899-12-31T23:41:00.000Z'],
    ['2099-07-01T00:00:00.123456Z', '2099-07-01T00:00:00.123Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('%s comes back as %s', async (expiresAt, instant) => {
    const account = await test.seed.account()
    const { id } = await test.seed.link(account)
    const change = await test.rest.patch(`/v1/urls/${id}`, { expiresAt }, { token: account.token })
    expect(change.status).toBe(200)
    const { data } = await test.graph('query ($id: ID!) { url(id: $id) { expiresAt } }', {
      token: account.token,
      variables: { id },
    })
    expect(data.url.expiresAt).toBe(instant)
  })

  it.each(['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-01:00'])(
    'returns 400 over GraphQL and REST for %s',
    async (expiresAt) => {
      const account = await test.seed.account()
      const { id } = await test.seed.link(account)
      const rest = await test.rest.patch(`/v1/urls/${id}`, { expiresAt }, { token: account.token })
      expect([rest.status, rest.json.error.details?.[0]?.field]).toEqual([400, 'expiresAt'])
      const { errors } = await test.graph(
        'mutation ($id: ID!, $at: DateTime) { updateUrl(id: $id, input: { expiresAt: $at }) { id } }',
        {
          token: account.token,
          variables: { id, at: expiresAt },
        },
      )
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', http: { status: 400 } })
    },
  )
})
