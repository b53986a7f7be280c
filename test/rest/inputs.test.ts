import { GraphQLString } from 'graphql'
import { describe, expect, it } from 'vitest'
import { readInputs } from '../../src/platform/rest/request-inputs.ts'
import { change, changing, create, errorOf, fieldsOf, given, operation, remove } from './things.ts'

describe('a body', () => {
  it('distinguishes null from absence', () => {
    expect(changing({ title: null, count: null })).toEqual({ id: 'thing_1', title: null, count: null })
    expect(changing({})).toEqual({ id: 'thing_1' })
    expect(changing(undefined)).toEqual({ id: 'thing_1' })
  })

  it('passes valid values unchanged', () => {
    const body = {
      title: '',
      count: 0,
      ratio: 1.5,
      isActive: false,
      at: '2026-11-21T10:00:00Z',
      colour: 'RED',
      tags: ['a', 'b'],
      point: { x: 1 },
    }
    expect(changing(body)).toEqual({ id: 'thing_1', ...body })
  })

  it.each([
    ['isActive', 'yes', 'true or false, or null'],
    ['isActive', 'true', 'true or false, or null'],
    ['isActive', 1, 'true or false, or null'],
    ['isActive', [true], 'true or false, or null'],
    ['title', 42, 'text, or null'],
    ['title', true, 'text, or null'],
    ['title', ['a'], 'text, or null'],
    ['title', { a: 1 }, 'text, or null'],
    ['count', '42', 'a whole number of at most 2147483647, or null'],
    ['count', 1.5, 'a whole number of at most 2147483647, or null'],
    ['count', 2 ** 31, 'a whole number of at most 2147483647, or null'],
    ['count', true, 'a whole number of at most 2147483647, or null'],
    ['ratio', '1.5', 'a number, or null'],
    ['at', 1795231424, 'a date-time with an offset, such as 2026-11-21T10:00:00Z, or null'],
    ['at', '2026-11-21', 'a date-time with an offset, such as 2026-11-21T10:00:00Z, or null'],
    ['colour', 'GREEN', 'one of RED, BLUE, or null'],
    ['colour', 0, 'one of RED, BLUE, or null'],
  ])('with %s: %j answers that it must be %s', (field, value, form) => {
    const failure = errorOf(change, { body: { [field]: value } })
    expect(failure.details).toMatchObject([{ field, issue: `must be ${form}` }])
    expect(failure.message).toBe(`${field}: must be ${form}`)
    expect(failure.resolution).toBe(`Correct ${field} and send the request again.`)
  })

  it('names the path within a list or an object', () => {
    expect(fieldsOf(errorOf(change, { body: { tags: ['a', 7, null] } }))).toEqual(['tags.1', 'tags.2'])
    expect(fieldsOf(errorOf(change, { body: { point: { x: 'one' } } }))).toEqual(['point.x'])
    expect(fieldsOf(errorOf(change, { body: { point: { x: 1, y: 2 } } }))).toEqual(['point.y'])
  })

  it('reports every invalid and missing field at once', () => {
    const failure = errorOf(create, { body: { privacyMode: 'no', redirectType: '301' } })
    expect(failure.details).toMatchObject([
      { field: 'longUrl', issue: 'is required: text' },
      { field: 'privacyMode', issue: 'must be true or false' },
      { field: 'redirectType', issue: 'must be a whole number of at most 2147483647' },
    ])
  })

  it('of a POST has the default for null in its place', () => {
    const body = { longUrl: 'x', privacyMode: null, redirectType: null, colour: null }
    expect(readInputs(create, given({ body }))).toEqual(readInputs(create, given({ body: { longUrl: 'x' } })))
  })

  it.each([
    [{ tags: 'DE' }, 'tags', 'must be a list of text, or null'],
    [{ tags: 7 }, 'tags', 'must be a list of text, or null'],
    [{ tags: { 0: 'DE' } }, 'tags', 'must be a list of text, or null'],
    [{ route: { stops: { x: 1 } } }, 'route.stops', 'must be a list of an object, or null'],
    [{ route: { stops: [{ x: 1 }, 'x'] } }, 'route.stops.1', 'must be an object'],
  ])('rejects a value in the place of a list: %j', (body, field, issue) => {
    expect(errorOf(change, { body }).details).toMatchObject([{ field, issue }])
  })

  it('of a PATCH may have the fields of the record that cannot be changed, at any depth', () => {
    const stop = { x: 1, name: 'Home' }
    const body = { id: 'thing_2', createdAt: '2026-11-21T10:00:00Z', title: 'x', route: { stops: [stop], length: 5 } }
    expect(changing(body)).toEqual({ id: 'thing_1', title: 'x', route: { stops: [{ x: 1 }] } })
    expect(fieldsOf(errorOf(change, { body: { ...body, owner: 1, route: { stops: [{ ...stop, y: 1 }] } } }))).toEqual([
      'route.stops.0.y',
      'owner',
    ])
  })

  it('rejects null for a non-null field', () => {
    expect(errorOf(create, { body: { longUrl: null } }).details).toMatchObject([
      { field: 'longUrl', issue: 'must be text' },
    ])
  })

  it.each([[[]], [[{ title: 'x' }]], ['title'], [''], [42], [true], [null]])(
    '%j is rejected: it is no object',
    (body) => {
      expect(errorOf(change, { body }).details).toMatchObject([{ field: 'body', issue: 'must be a JSON object' }])
    },
  )

  it('reports an unknown field and names the known ones', () => {
    const failure = errorOf(create, { body: { longUrl: 'x', ownerId: 'acc_1' } })
    expect(failure.details).toMatchObject([
      {
        field: 'ownerId',
        issue: 'is not a field of this operation; its fields are longUrl, privacyMode, redirectType, colour',
      },
    ])
  })

  it.each(['', 'two words', '@urls', '{x}', '{@urls}'])('reports an unknown field named %j by this name', (name) => {
    const failure = errorOf(change, { body: { [name]: 1 } })
    expect(failure.message).toContain(`${name}: is not a field`)
    expect(failure.resolution).toBe(`Correct ${name} and send the request again.`)
  })

  it('reports an unknown field with the known one that it probably stands for', () => {
    const issue = 'is not a field of this operation; did you mean redirectType?'
    expect(errorOf(create, { body: { longUrl: 'x', redirectTyp: 301 } }).details).toMatchObject([
      { field: 'redirectTyp', issue },
    ])
  })

  it('with thousands of errors reports twenty, each with at most 64 characters of the name', () => {
    const names = Array.from({ length: 5000 }, (_, index) => `${index}`.padEnd(200, 'x'))
    const unknown = errorOf(change, { body: Object.fromEntries(names.map((name) => [name, 1])) })
    const wrong = errorOf(change, { body: { tags: names.map(() => 7) } })
    for (const failure of [unknown, wrong]) {
      expect(failure.details).toHaveLength(20)
      expect(fieldsOf(failure)?.every((field) => field.length <= 64)).toBe(true)
    }
  })

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'])(
    'with the key %s is rejected, and an absent key is not read from the prototype',
    (key) => {
      const body = JSON.parse(`{"title": "x", "${key}": {"polluted": true}}`)
      expect(fieldsOf(errorOf(change, { body }))).toEqual([key])
      expect(({} as { polluted?: true }).polluted).toBeUndefined()
      const named = operation('POST', '/odd', { [key === '__proto__' ? 'proto' : key]: { type: GraphQLString } })
      expect(readInputs(named, given({ body: {} }))).toEqual({})
    },
  )

  it('of an operation without body fields is rejected', () => {
    expect(errorOf(remove, { body: { force: true } }).details).toMatchObject([
      { field: 'force', issue: 'is not accepted: this operation has no body' },
    ])
    expect(readInputs(remove, given({ body: {} }))).toEqual({ id: 'thing_1' })
  })
})
