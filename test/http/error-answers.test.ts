import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import { expectError } from './envelope.ts'

let test: TestApp
let token: string
beforeAll(async () => {
  test = await sharedApp()
  token = (await test.seed.account()).token
})
afterAll(() => test.close())

const login = '/v1/auth/login'
const json = { 'content-type': 'application/json' }
/** A JSON body of exactly this many bytes. */
const bodyOf = (bytes: number) => JSON.stringify({ email: 'x'.repeat(bytes - '{"email":""}'.length) })

describe('a body', () => {
  it.each([
    ['cut short', '{"email":'],
    ['in single quotes', "{'email':'a'}"],
    ['with a comment', '{} // done'],
    ['of two documents', '{}{}'],
    ['of one word', 'email'],
    ['of bytes that are no text', '\u0000\u0001'],
    ['nested too deep to be meant', `${'['.repeat(30_000)}${']'.repeat(30_000)}`],
  ])('%s is answered 400 INVALID_PARAMS naming the body', async (_title, body) => {
    const answer = await test.rest.send('POST', login, { body, headers: json })
    const { details } = expectError(test, answer, 400, 'INVALID_PARAMS')
    expect(details?.map(({ field }) => field)).toEqual(['body'])
  })

  it.each([
    'text/plain',
    'text/plain; charset=application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=b',
    'application/octet-stream',
    'text/html',
    'application/json-seq',
    'application/json, text/plain',
    '',
    ';',
  ])('sent as %j is answered 415 UNSUPPORTED_MEDIA_TYPE', async (type) => {
    const answer = await test.rest.send('POST', login, { body: '{}', headers: { 'content-type': type } })
    expectError(test, answer, 415, 'UNSUPPORTED_MEDIA_TYPE')
  })

  it('without a Content-Type returns 415 UNSUPPORTED_MEDIA_TYPE', async () => {
    expectError(test, await test.rest.send('POST', login, { body: '{}' }), 415, 'UNSUPPORTED_MEDIA_TYPE')
  })

  it.each([
    ['charset=iso-8859-1', { 'content-type': 'application/json; charset=iso-8859-1' }, /UTF-8/],
    ['charset="UTF-16"', { 'content-type': 'application/json;charset="UTF-16"' }, /UTF-8/],
    ['gzip', { ...json, 'content-encoding': 'gzip' }, /compressed/],
    ['br', { ...json, 'content-encoding': 'br' }, /compressed/],
  ])('in %s returns 415 with a sentence about it, also at /graphql', async (_title, headers, sentence) => {
    for (const path of [login, '/graphql']) {
      const answer = await test.rest.send('POST', path, { body: '{}', headers })
      if (path === login) expectError(test, answer, 415, 'UNSUPPORTED_MEDIA_TYPE')
      else
        expect(answer.json.errors[0].extensions).toMatchObject({
          code: 'UNSUPPORTED_MEDIA_TYPE',
          http: { status: 415 },
        })
      expect(answer.json.message ?? answer.json.errors[0].message).toMatch(sentence)
    }
  })

  it('with bytes that are not UTF-8 returns 400 and stores nothing, also at /graphql', async () => {
    const account = await test.seed.account()
    const bytes = Buffer.from('{"longUrl":"https://example.com/","title":"caf\xe9"}', 'latin1')
    const query = Buffer.from(
      String.raw`{"query":"mutation { createUrl(input: { destination: \"https://a.example/\", title: \"caf${'\xe9'}\" }) { id } }"}`,
      'latin1',
    )
    for (const [path, body] of [
      ['/v1/urls', bytes],
      ['/graphql', query],
    ] as const) {
      const answer = await test.rest.send('POST', path, { token: account.token, body, headers: json })
      const { details } =
        path === '/graphql' ? answer.json.errors[0].extensions : expectError(test, answer, 400, 'INVALID_PARAMS')
      expect([answer.status, details]).toEqual([400, [{ field: 'body', issue: 'must be well-formed UTF-8' }]])
    }
    expect((await test.rest.get('/v1/urls', { token: account.token })).json).toEqual([])
    const accepted = Buffer.from('{"longUrl":"https://example.com/","title":"café"}')
    const { json: link } = await test.rest.send('POST', '/v1/urls', {
      token: account.token,
      body: accepted,
      headers: json,
    })
    expect(link.title).toBe('café')
  })

  it.each([
    'application/json; charset=utf-8',
    'application/json; charset="UTF8"',
    'Application/JSON',
    'application/merge-patch+json',
  ])('sent as %s is accepted', async (type) => {
    const answer = await test.rest.send('POST', login, { body: '{}', headers: { 'content-type': type } })
    const { details } = expectError(test, answer, 400, 'INVALID_PARAMS')
    expect(details?.map(({ field }) => field)).toEqual(['email', 'password'])
  })

  it('of 64 KiB is accepted, and one byte more returns 413 PAYLOAD_TOO_LARGE', async () => {
    const atBound = await test.rest.send('POST', login, { body: bodyOf(64 * 1024), headers: json })
    expectError(test, atBound, 400, 'INVALID_PARAMS')
    const past = await test.rest.send('POST', login, { body: bodyOf(64 * 1024 + 1), headers: json })
    expectError(test, past, 413, 'PAYLOAD_TOO_LARGE')
  })

  it('is not read without a credential: any body returns 401', async () => {
    for (const [body, headers] of [
      ['{', json],
      ['a=b', { 'content-type': 'application/x-www-form-urlencoded' }],
      [bodyOf(70_000), json],
    ] as const) {
      expectError(test, await test.rest.send('POST', '/v1/urls', { body, headers }), 401, 'UNAUTHENTICATED')
    }
  })

  it('that is empty is treated as absent', async () => {
    for (const headers of [{}, json] as Record<string, string>[]) {
      expectError(test, await test.rest.send('DELETE', '/v1/urls/none', { token, headers }), 404, 'LINK_NOT_FOUND')
    }
  })
})

describe('a path', () => {
  it.each([
    '/v1',
    '/v1/',
    '/api',
    '/api/',
    '/api/v1',
    '/api/v1/?page=1',
    '/v1/nothing',
    '/v2/urls',
    '/api/v2/urls',
    '/v1/urls/a/b',
    '/V1/URLS',
    '/v1//urls',
    '/v1/auth',
    '/v1/..%2f..%2fetc/passwd',
    '/v1/auth/me;a=b',
    `/v1/${'a'.repeat(10_000)}/b`,
    '/v1/%ff/%00',
    '/graphql/schema',
  ])('that no operation has is answered 404 ROUTE_NOT_FOUND: %s', async (path) => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      expectError(test, await test.rest.send(method, path, { token }), 404, 'ROUTE_NOT_FOUND')
    }
  })

  it('that no operation has returns 404 with any body', async () => {
    for (const [body, headers] of [
      ['{', json],
      ['a', { 'content-type': 'text/plain' }],
      [bodyOf(70_000), json],
    ] as const) {
      expectError(test, await test.rest.send('POST', '/v1/nothing', { body, headers }), 404, 'ROUTE_NOT_FOUND')
    }
  })

  it.each([
    '%ff',
    '%',
    '%zz',
    '%c3%28',
    '%E0%A4%A',
    '%ed%a0%80',
    '%25',
    '..%2f..%2fauth%2fme',
    'a'.repeat(300),
    'a'.repeat(20_000),
    'acc_%F0%9F%A6%8A',
    '%22%27--%3B',
    "';%20drop%20table%20account;%20--",
  ])('that names nobody by %s is answered 404 like any unknown id', async (id) => {
    for (const method of ['GET', 'DELETE']) {
      const answer = await test.rest.send(method, `/v1/urls/${id}`, { token })
      expectError(test, answer, 404, 'LINK_NOT_FOUND')
    }
    const resolved = await test.rest.get(`/v1/urls/redirect/${id}`)
    expectError(test, resolved, 404, 'LINK_NOT_FOUND')
    expect((await test.rest.get(`/${id}`)).status).toBe(404)
  })

  it('with a NUL character returns 400', async () => {
    expectError(test, await test.rest.get('/v1/urls/%00', { token }), 400, 'INVALID_PARAMS')
    expect((await test.rest.get('/a%00b')).status).toBe(404)
  })

  it('with an undecodable query is treated as an unknown value', async () => {
    const answer = await test.rest.get('/v1/urls?page=%ff&limit=%', { token })
    const { details } = expectError(test, answer, 400, 'INVALID_PARAMS')
    expect(details?.map(({ field }) => field)).toEqual(['page', 'limit'])
  })
})

describe('a method', () => {
  it.each([
    ['PUT', '/v1/urls', 'GET, POST, HEAD'],
    ['DELETE', '/api/v1/urls', 'GET, POST, HEAD'],
    ['POST', '/v1/auth/me', 'GET, PATCH, HEAD'],
    ['GET', '/v1/auth/login', 'POST'],
    ['HEAD', '/v1/auth/login', 'POST'],
    ['PATCH', '/api/auth/register', 'POST'],
  ])('%s that %s does not have is answered 405 with Allow: %s', async (method, path, allow) => {
    for (const body of [undefined, '{', bodyOf(70_000)]) {
      const answer = await test.rest.send(method, path, { body, headers: body ? json : {} })
      expect([answer.status, answer.headers.allow]).toEqual([405, allow])
      if (method !== 'HEAD') expectError(test, answer, 405, 'METHOD_NOT_ALLOWED')
    }
  })

  it.each(['PROPFIND', 'QUERY', 'LOCK', 'SEARCH'])(
    '%s, which no route has, returns a status below 500',
    async (method) => {
      const { status, json } = await test.rest.send(method, '/v1/urls', { token })
      expect([404, 405]).toContain(status)
      expect(Object.keys(json)).toEqual(['error', 'message', 'timestamp'])
    },
  )
})

describe('a query string', () => {
  it.each(['?%zz=1', '?%=%', '?nonsense=1'])(
    '%s is answered 400 INVALID_PARAMS, which the operation declares',
    async (query) => {
      for (const path of ['/v1/public-stats', '/v1/auth/me/deletion', '/v1/urls']) {
        const answer = await test.rest.get(`${path}${query}`, { token })
        expectError(test, answer, 400, 'INVALID_PARAMS')
        const { requestId } = answer.json.error
        expect(test.logs.filter(({ reqId, msg }) => reqId === requestId && msg === 'undeclared error')).toEqual([])
      }
    },
  )
})
