import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readInputs } from '../../src/platform/rest/request-inputs.ts'
import { InvalidParams } from '../../src/platform/shared/general.errors.ts'
import { change, changing, create, errorOf, fieldsOf, given, read, remove } from './things.ts'

describe('the path', () => {
  it('provides its arguments; those of a record in the body are ignored', () => {
    expect(changing({ title: 'x' })).toEqual({ id: 'thing_1', title: 'x' })
    expect(changing({ title: 'x', id: 'thing_2' })).toEqual({ id: 'thing_1', title: 'x' })
  })

  it('is the only place of its arguments: the query string may not name them', () => {
    for (const operation of [read, change]) {
      expect(fieldsOf(errorOf(operation, { query: { id: 'thing_2' } }))).toEqual(['id'])
    }
  })

  it('is text even when it looks like a number', () => {
    for (const id of ['42', 'true', 'null', '__proto__', '']) {
      expect(readInputs(read, given({ params: { id } })).id).toBe(id)
    }
  })
})

describe('a query string', () => {
  const reading = (query: Record<string, unknown>) => readInputs(read, given({ query }))

  it('is rejected by writes', () => {
    const issue = 'is not accepted: this operation has no query parameters'
    for (const [operation, body, name] of [
      [change, { title: 'x' }, 'title'],
      [create, { longUrl: 'x' }, 'privacyMode'],
      [remove, undefined, 'force'],
    ] as const) {
      expect(errorOf(operation, { body, query: { [name]: 'true' } }).details).toMatchObject([{ field: name, issue }])
    }
  })

  it('is the only input of a read; its body is ignored', () => {
    expect(readInputs(read, given({ query: { page: '3' }, body: { page: 4, more: 1 } })).page).toBe(3)
  })

  it('is text, and an integer or boolean where the argument is one', () => {
    expect(reading({ page: '12', noTrack: 'true', search: '42' })).toEqual({
      id: 'thing_1',
      page: 12,
      noTrack: true,
      search: '42',
    })
    expect(reading({ page: '-3' }).page).toBe(-3)
    for (const [text, value] of [
      ['true', true],
      ['1', true],
      ['false', false],
      ['0', false],
    ] as const)
      expect(reading({ noTrack: text }).noTrack).toBe(value)
    expect(reading({ search: 'true' }).search).toBe('true')
  })

  it.each(['', 'one', '1.5', '1e3', '0x10', '+1', ' 1', '1 ', '٣', '3000000000', '9'.repeat(400), 'null'])(
    'with page=%j is rejected',
    (page) => {
      expect(errorOf(read, { query: { page } }).details).toMatchObject([
        { field: 'page', issue: 'must be a whole number of at most 2147483647' },
      ])
    },
  )

  it.each(['yes', 'TRUE', 'on', '2', ''])('with noTrack=%j is rejected', (noTrack) => {
    expect(errorOf(read, { query: { noTrack } }).details).toMatchObject([
      { field: 'noTrack', issue: 'must be true or false' },
    ])
  })

  it('with a repeated argument is rejected', () => {
    expect(fieldsOf(errorOf(read, { query: { page: ['1', '2'] } }))).toEqual(['page'])
    expect(fieldsOf(errorOf(read, { query: { search: ['a', 'b'] } }))).toEqual(['search'])
  })

  it('may spell an argument with dashes, as short links do', () => {
    expect(reading({ 'no-track': '1' }).noTrack).toBe(true)
    expect(reading({ 'no-track': '0', noTrack: 'true' }).noTrack).toBe(true)
  })

  it.each([
    ['serch', 'did you mean search?'],
    ['no-trck', 'did you mean noTrack?'],
    ['Page', 'did you mean page?'],
    ['utm_source', 'its parameters are page, noTrack, search'],
    ['__proto__', 'its parameters are page, noTrack, search'],
    ['constructor', 'its parameters are page, noTrack, search'],
  ])('with the unknown parameter %s is rejected: %s', (name, hint) => {
    const query = JSON.parse(`{"page": "2", "${name}": "x"}`)
    expect(errorOf(read, { query }).details).toMatchObject([
      { field: name, issue: `is not a parameter of this operation; ${hint}` },
    ])
  })

  it('with thousands of unknown parameters is rejected with twenty, each with at most 64 characters', () => {
    const names = Array.from({ length: 5000 }, (_, index) => `${index}`.padEnd(200, 'x'))
    const failure = errorOf(read, { query: Object.fromEntries(names.map((name) => [name, '1'])) })
    expect(failure.details).toHaveLength(20)
    expect(fieldsOf(failure)?.every((field) => field.length <= 64)).toBe(true)
  })
})

describe('a default', () => {
  it('is used for an absent argument, in the form a client would send', () => {
    expect(readInputs(create, given({ body: { longUrl: 'x' } }))).toEqual({
      longUrl: 'x',
      privacyMode: false,
      redirectType: 302,
      colour: 'BLUE',
    })
  })

  it('is replaced by a value', () => {
    const body = { longUrl: 'x', privacyMode: true, redirectType: 307, colour: 'RED' }
    expect(readInputs(create, given({ body }))).toEqual(body)
  })
})

describe('an error', () => {
  /** Long enough not to occur in our sentences by chance. */
  const secret = fc.string({ minLength: 12, maxLength: 40, unit: 'grapheme' }).map((text) => `s3cret${text}`)
  const hidden = fc.oneof(
    secret,
    secret.map((text) => [text]),
    secret.map((text) => ({ nested: text })),
    secret.map((text) => [{ [text]: text }]),
    fc.integer({ min: 10 ** 9 }).map((number) => number * 1000),
  )
  const names = ['password', 'title', 'isActive', 'count', 'at', 'colour', 'tags', 'point', 'unknown'] as const

  it('never quotes a received value in message, details or resolution', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), hidden, { minKeys: 1 }), (body) => {
        try {
          changing(body)
        } catch (error) {
          const { message, details, resolution } = error as InvalidParams
          expect(error).toBeInstanceOf(InvalidParams)
          const said = JSON.stringify({ message, details, resolution })
          for (const value of leavesOf(body)) expect(said).not.toContain(value)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('never quotes a value of a query string', () => {
    fc.assert(
      fc.property(secret, fc.constantFrom('page', 'noTrack', 'no-track'), (value, name) => {
        const { message, details, resolution } = errorOf(read, { query: { [name]: value } })
        expect(JSON.stringify({ message, details, resolution })).not.toContain('s3cret')
      }),
    )
  })
})

/** Every text and number in a value, as JSON spells it. */
function leavesOf(value: unknown): string[] {
  if (typeof value === 'number') return [String(value)]
  if (typeof value === 'string') return [JSON.stringify(value).slice(1, -1)]
  return Object.values(value ?? {}).flatMap(leavesOf)
}
