import { readFile } from 'node:fs/promises'
import { getIntrospectionQuery } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ProbeService, probe, startProbe } from './probe.ts'

let service: ProbeService
beforeAll(async () => {
  service = await startProbe({ INTROSPECTION: 'off' })
})
afterAll(() => service.close())

const post = (query: string, variables?: unknown) => service.rest.post('/graphql', { query, variables })

describe('with INTROSPECTION=off', () => {
  it.each([
    ['the introspection query', getIntrospectionQuery()],
    ['__schema', '{ __schema { queryType { name } } }'],
    ['__type', '{ __type(name: "Ring") { name } }'],
    ['an alias', '{ harmless: __schema { queryType { name } } }'],
    ['a fragment', '{ ...A } fragment A on Query { __schema { queryType { name } } }'],
    ['a field beside it', 'mutation { touch(times: 1) __schema { queryType { name } } }'],
  ])('%s returns 400 INTROSPECTION_DISABLED and nothing runs', async (_what, query) => {
    probe.calls = 0
    const { status, json } = await post(query)
    expect([status, json.data]).toEqual([400, undefined])
    const codes = json.errors.map(({ extensions }: { extensions: { code: string } }) => extensions.code)
    expect(codes).toContain('INTROSPECTION_DISABLED')
    expect(json.errors.at(-1)).toMatchObject({
      extensions: { http: { status: 400 }, resolution: expect.stringMatching(/__typename/) },
      locations: [expect.any(Object)],
    })
    expect(probe.calls).toBe(0)
  })

  it('__typename is answered', async () => {
    const { json } = await post('{ __typename ring { __typename } }')
    expect(json).toEqual({ data: { __typename: 'Query', ring: { __typename: 'Ring' } } })
  })

  it('errors suggest no names', async () => {
    const { json } = await post('{ rin { number } }')
    expect(json.errors[0].extensions.code).toBe('GRAPHQL_VALIDATION_FAILED')
    expect(json.errors[0].message).toMatch(/Cannot query field "rin"/)
    expect(json.errors[0].message).not.toMatch(/Did you mean|ring/)
    const unknownName = await post('mutation { touch(times: 1, strength: LOUD) }')
    expect(unknownName.json.errors[0].message).toBe('A value in the document does not match the expected type.')
  })

  it('the details of a variable tell the field and not its type', async () => {
    const query = 'mutation ($s: TouchStrength) { touch(times: 1, strength: $s) }'
    const { json } = await post(query, { s: 'LOUD' })
    const issue = 'is missing or does not match its type'
    expect(json.errors[0].extensions.details).toEqual([{ field: 'strength', issue }])
  })
})

it('INTROSPECTION_DISABLED is listed in schema/errors.json', async () => {
  const rows: { code: string }[] = JSON.parse(await readFile('schema/errors.json', 'utf8'))
  expect(rows.map(({ code }) => code)).toContain('INTROSPECTION_DISABLED')
})

describe('by default', () => {
  const types = (count: number) =>
    Array.from({ length: count }, (_, n) => `t${n}: __type(name: "Ring") { name }`).join(' ')

  it.each([
    ['the introspection query', getIntrospectionQuery()],
    ['ten single types', `{ ${types(10)} }`],
  ])('%s returns 200', async (_what, query) => {
    const open = await startProbe()
    const { status, json } = await open.rest.post('/graphql', { query })
    expect([status, json.errors]).toEqual([200, undefined])
    await open.close()
  })

  it.each([
    [
      'the schema twice',
      '{ __schema { queryType { name } } again: __schema { queryType { name } } }',
      'select __schema at most once',
    ],
    [
      'the schema again in a fragment',
      '{ __schema { queryType { name } } ...A } fragment A on Query { a: __schema { queryType { name } } }',
      'select __schema at most once',
    ],
    [
      'the schema 20 times',
      `{ ${Array.from({ length: 20 }, (_, n) => `s${n}: __schema { types { name } }`).join(' ')} }`,
      'select __schema at most once',
    ],
    ['eleven single types', `{ ${types(11)} }`, 'select __type at most 10 times'],
    ['an alias within the schema', '{ __schema { all: types { name } } }', 'no alias'],
    [
      'an alias within a type',
      '{ __type(name: "Ring") { ...A } } fragment A on __Type { a: fields { name } }',
      'no alias',
    ],
  ])('%s returns 400', async (_what, query, message) => {
    const open = await startProbe()
    const { status, json } = await open.rest.post('/graphql', { query })
    expect([status, json.data]).toEqual([400, undefined])
    expect(json.errors).toHaveLength(1)
    expect(json.errors[0].extensions.code).toBe('GRAPHQL_VALIDATION_FAILED')
    expect(json.errors[0].message).toContain(message)
    await open.close()
  })

  it('errors suggest names', async () => {
    const open = await startProbe()
    const { json } = await open.rest.post('/graphql', { query: '{ rin { number } }' })
    expect(json.errors[0].message).toMatch(/Did you mean "ring"/)
    await open.close()
  })
})
