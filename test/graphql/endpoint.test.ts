import { readFile } from 'node:fs/promises'
import { buildClientSchema, getIntrospectionQuery, printType } from 'graphql'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RestAnswer } from '../support/rest.ts'
import { type ProbeService, probe, startProbe } from './probe.ts'

let service: ProbeService
beforeAll(async () => {
  service = await startProbe()
})
afterAll(() => service.close())
beforeEach(() => {
  probe.calls = 0
})

const touch = 'mutation { touch(times: 1) }'
const post = (body: unknown, headers: Record<string, string> = {}) => service.rest.post('/graphql', body, { headers })
const get = (query: string, headers: Record<string, string> = {}) =>
  service.rest.get(`/graphql?query=${encodeURIComponent(query)}`, { headers })

/** Asserts a rejection before GraphQL ran, with a resolution. */
function expectErrors({ status, json }: RestAnswer, expected: number, code: string, message: RegExp): void {
  expect(status).toBe(expected)
  expect(json).toEqual({
    errors: [
      {
        message: expect.stringMatching(message),
        extensions: {
          code,
          resolution: expect.stringMatching(/\S/),
          http: { status: expected },
          requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        },
      },
    ],
  })
  expect(probe.calls).toBe(0)
}

/** Asserts a rejection before the document was read, which is a GraphQL answer too. */
function expectUnread({ status, json, headers }: RestAnswer, expected: number, code: string): void {
  expect([status, json.errors?.[0]?.extensions]).toEqual([
    expected,
    expect.objectContaining({ code, resolution: expect.stringMatching(/\S/), http: { status: expected } }),
  ])
  expect(Object.keys(json)).toEqual(['errors'])
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect(probe.calls).toBe(0)
}

describe('POST /graphql', () => {
  it('returns 200 with the data as JSON', async () => {
    const { status, json, headers } = await post({ query: touch })
    expect([status, json]).toEqual([200, { data: { touch: 1 } }])
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
  })

  it('returns 400 for a batch of one or many operations', async () => {
    for (const batch of [[{ query: touch }], [{ query: touch }, { query: touch }], []]) {
      expectErrors(await post(batch), 400, 'BAD_REQUEST', /./)
    }
  })

  it.each([
    ['text/plain', JSON.stringify({ query: touch })],
    ['application/x-www-form-urlencoded', `query=${encodeURIComponent(touch)}`],
    ['multipart/form-data; boundary=x', `--x\r\ncontent-disposition: form-data; name="query"\r\n\r\n${touch}\r\n--x--`],
    ['application/graphql', touch],
  ])('answers 415 to %s, which a page elsewhere could send, and runs nothing', async (type, body) => {
    expectUnread(await post(body, { 'content-type': type }), 415, 'UNSUPPORTED_MEDIA_TYPE')
    expectUnread(
      await post(body, { 'content-type': type, 'apollo-require-preflight': 'true' }),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    )
  })

  it('returns 400 for a body that is empty, malformed or no object, without quoting it', async () => {
    const json = { 'content-type': 'application/json' }
    expectUnread(await post('{"query": "hunter2', json), 400, 'INVALID_PARAMS')
    expectUnread(await post('{"__proto__": {}, "query": "{ request }"}', json), 400, 'INVALID_PARAMS')
    expectErrors(await post('', json), 400, 'BAD_REQUEST', /body/)
    expectErrors(await post('"hunter2"', json), 400, 'BAD_REQUEST', /body/)
    for (const body of [
      {},
      { query: ['hunter2'] },
      { query: touch, variables: 'hunter2' },
      { query: touch, variables: ['hunter2'] },
    ]) {
      const answer = await post(body)
      expectErrors(answer, 400, 'BAD_REQUEST', /./)
      expect(answer.text).not.toContain('hunter2')
    }
  })

  it('accepts a body of 256 KiB and returns 413 for one byte more', async () => {
    const query = '{ request }'
    const padding = 256 * 1024 - JSON.stringify({ query, operationName: null, padding: '' }).length
    const body = (length: number) => JSON.stringify({ query, operationName: null, padding: 'x'.repeat(length) })
    const json = { 'content-type': 'application/json' }
    expect((await post(body(padding), json)).status).toBe(200)
    expectUnread(await post(body(padding + 1), json), 413, 'PAYLOAD_TOO_LARGE')
  })

  it('returns 406 to clients that do not accept JSON', async () => {
    expectErrors(await post({ query: '{ request }' }, { accept: 'text/html' }), 406, 'BAD_REQUEST', /accept/)
  })

  it.each(['a b', '[', 'a<b'])('returns 400 for the invalid host %j', async (host) => {
    expectUnread(await post({ query: touch }, { host }), 400, 'INVALID_PARAMS')
  })

  it('returns 400 when operationName is ambiguous', async () => {
    const query = 'query A { request } query B { request }'
    for (const operationName of [undefined, 'C']) {
      expectErrorCode(await post({ query, operationName }), 'OPERATION_RESOLUTION_FAILURE')
    }
    expect((await post({ query, operationName: 'B' })).json.data.request).toMatch(/\S/)
  })

  it('returns 400 for a subscription', async () => {
    const { json } = await post({ query: 'subscription { clicked }' })
    expect(json.data ?? null).toBeNull()
    expect(json.errors[0].extensions.http.status).toBe(400)
  })
})

function expectErrorCode({ status, json }: RestAnswer, code: string): void {
  expect([status, json.errors[0].extensions.code, json.data]).toEqual([400, code, undefined])
}

describe('what is not supported', () => {
  const multipart = { 'content-type': 'multipart/form-data; boundary=x' }
  it.each([
    ['@defer', () => post({ query: '{ ring { ... @defer { number } } }' })],
    ['@stream', () => post({ query: '{ ring { number @stream } }' })],
    [
      '@defer accepted as multipart',
      () => post({ query: '{ ring { ... @defer { number } } }' }, { accept: 'multipart/mixed, application/json' }),
    ],
    ['a batch', () => post([{ query: touch }])],
    ['an upload', () => post('--x--', multipart)],
    ['an upload past the preflight', () => post('--x--', { ...multipart, 'apollo-require-preflight': 'true' })],
  ])('%s is refused with a code of schema/errors.json', async (_what, send) => {
    const { status, json } = await send()
    const code = json.error?.code ?? json.errors[0].extensions.code
    const rows: { code: string; status: number; when: string }[] = JSON.parse(
      await readFile('schema/errors.json', 'utf8'),
    )
    expect(rows).toContainEqual(expect.objectContaining({ code, status, when: expect.stringMatching(/\S/) }))
    expect(probe.calls).toBe(0)
  })
})

describe('GET /graphql', () => {
  it('returns data for a query, as urql sends it, and stores nothing', async () => {
    const { json, headers } = await get('{ request }')
    expect(json.data.request).toMatch(/\S/)
    expect(headers['cache-control']).toMatch(/no-store/)
  })

  it('returns 405 for a mutation, and runs nothing', async () => {
    const answer = await get(touch)
    expectErrorsWithPlace(answer, 405)
    expect(answer.headers.allow).toBe('POST')
  })

  it('has no landing page for browsers', async () => {
    const { status, headers } = await service.rest.get('/graphql', { headers: { accept: 'text/html' } })
    expect([status, headers['content-type']]).toEqual([406, 'application/json; charset=utf-8'])
  })
})

function expectErrorsWithPlace({ status, json }: RestAnswer, expected: number): void {
  expect([status, json.errors[0].extensions.http.status]).toEqual([expected, expected])
  expect(probe.calls).toBe(0)
}

describe('other methods', () => {
  it.each(['HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'])('%s returns 405 with Allow', async (method) => {
    const answer = await service.rest.send(method, `/graphql?query=${encodeURIComponent(touch)}`)
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, POST'])
    if (method !== 'HEAD') expectUnread(answer, 405, 'METHOD_NOT_ALLOWED')
  })
})

describe('introspection', () => {
  it('returns the whole schema with every introspection option', async () => {
    const options = {
      descriptions: true,
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      inputValueDeprecation: true,
    }
    const { data } = await service.graph(getIntrospectionQuery({ ...options, schemaDescription: true, oneOf: true }))
    const schema = buildClientSchema(data)
    expect(Object.keys(schema.getQueryType()?.getFields() ?? {}).toSorted()).toEqual(['given', 'request', 'ring'])
    const instant = schema.getType('DateTime')
    expect(instant && printType(instant)).toContain('ISO 8601')
  })
})
