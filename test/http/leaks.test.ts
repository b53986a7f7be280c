import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listRestOperations } from '../../src/platform/rest/rest-operations.ts'
import { startApp, type TestApp } from '../support/app.ts'
import type { RestOptions } from '../support/rest.ts'
import type { SeededAccount } from '../support/seed.ts'
import { trials } from '../support/size.ts'

let test: TestApp
let account: SeededAccount
beforeAll(async () => {
  test = await startApp({ NODE_ENV: 'production', LOG_LEVEL: 'info' })
  account = await test.seed.account()
})
afterAll(() => test.close())

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']
const json = { 'content-type': 'application/json' }

/** Internals: stacks, statements, drivers, file paths and package names. */
const inside = [
  /^\s*at .+:\d+/m,
  /node_modules|node:internal|\.[jt]s:\d+|\/(home|tmp|usr|work|app|src|dist)\//,
  // Within one JSON string: the descriptions of the OpenAPI document use these words too.
  /\b(select (?:[^"]|\\")+ from|insert into|update (?:[^"]|\\")+ set|delete from)\b|duplicate key|violates|syntax error at|SQLSTATE/i,
  /\b(Type|Reference|Syntax|Range|Driver|Validation|GraphQL|Aggregate)Error\b|\w+Error:|"stack"/,
  /fastify|FST_|apollo|mikro|pglite|postgres|sofa|type-?graphql|class-validator|argon2|jsonwebtoken|express/i,
]

const hostileSegments = [
  'x',
  '%00',
  '%ff',
  '..%2f..%2fetc%2fpasswd',
  "'%20or%201=1--",
  'x'.repeat(3000),
  '__proto__',
  '💥',
]
const hostileQueries = ['', '?page=-1&limit=1e9', "?page='&limit[]=1", '?__proto__[x]=1&page=%00', '?page=1&page=2']
const nested = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`

const hostileBodies: RestOptions[] = [
  {},
  { headers: json, body: '{' },
  { headers: json, body: 'null' },
  { headers: json, body: '[]' },
  { headers: json, body: '{"__proto__":{"x":1}}' },
  { headers: json, body: '{"constructor":{"prototype":{}}}' },
  { headers: json, body: nested },
  { headers: json, body: JSON.stringify({ longUrl: { a: [] }, name: 1, email: [], password: {}, title: '\u0000' }) },
  {
    headers: json,
    body: JSON.stringify({
      longUrl: 'http://\ud800.example/',
      customUrl: "'; drop table link; --",
      name: 'x\u0000',
      email: 'a@b.c',
      password: '\u0000'.repeat(20),
      clickLimit: 1e308,
      expiresAt: '9999-99-99T99:99:99Z',
    }),
  },
  { headers: { 'content-type': 'text/plain' }, body: 'longUrl=x' },
  { headers: { 'content-type': 'multipart/form-data; boundary=x' }, body: '--x--' },
  { headers: { ...json, 'idempotency-key': '' }, body: '{}' },
  { headers: { ...json, authorization: 'Bearer \u00ff.x.y', host: '[:::' }, body: '{}' },
]

const documents = [
  '{',
  '{ nothing }',
  '{ me { passwordHash } }',
  'query($id: ID!) { url(id: $id) { id } }',
  '{ url(id: "\\u0000") { id } }',
  '{ url(id: 9e999) { id } }',
  'mutation { createUrl(input: { destination: "x", expiresAt: "never" }) { id } }',
  '{ urls(first: 10, after: "\\u0000x") { nodes { id } } }',
  'subscription { x }',
  '{ __type(name: "Query") { name',
]

/** Headers of Apollo Client, which the answer to a preflight names. */
const apolloHeaders = /x-apollo-operation-(?:name|id)|apollo-require-preflight|apollographql-client-(?:name|version)/g

function expectSealed(answer: string, where: string): void {
  const text = answer.replace(apolloHeaders, '')
  for (const word of inside) expect(text, `${where}: ${word}`).not.toMatch(word)
}

/** Every path of the API, and other paths. */
function* pathsOf(): Generator<string> {
  const paths = new Set(listRestOperations(test.app.schema).map(({ route }) => route.path))
  for (const path of paths)
    for (const segment of path.includes('{') ? hostileSegments : ['']) yield `/v1${path.replace(/\{\w+\}/g, segment)}`
  yield* ['/graphql', '/v1/openapi.json/', '/docs/x', '/assets/x', '/assets/..%2f..%2fpackage.json', '/metrics']
  yield* hostileSegments.map((segment) => `/${segment}`)
}

describe('in production', () => {
  it('no answer to a hostile request contains internals', async () => {
    const seen = new Set<number>()
    let bodyIndex = 0
    for (const path of pathsOf()) {
      for (const [index, method] of methods.entries()) {
        const query = hostileQueries[index % hostileQueries.length]
        const bodies = method === 'POST' || method === 'PATCH' ? hostileBodies : hostileBodies.slice(0, 1)
        for (let n = 0; n < Math.min(trials(2, bodies.length), bodies.length); n++) {
          const options = bodies[bodyIndex++ % bodies.length]
          const answer = await test.rest.send(method, path + query, { token: account.token, ...options })
          seen.add(answer.status)
          const where = `${method} ${path.slice(0, 80)}${query}`
          expect(answer.status, where).not.toBe(500)
          expectSealed(answer.text, where)
          expectSealed(JSON.stringify(answer.headers), where)
        }
      }
    }
    for (const status of [400, 404, 405, 415]) expect(seen).toContain(status)
  })

  it('no answer of /graphql does', async () => {
    for (const query of documents) {
      for (const token of [undefined, account.token, 'a.b.c']) {
        const { text, status } = await test.rest.post('/graphql', { query, variables: { id: '\u0000' } }, { token })
        expect(status, query).toBeLessThan(500)
        expectSealed(text, query)
      }
    }
  })

  it('no 500 does, over GraphQL and REST', async () => {
    // The requests above have logged the other account out.
    const { token } = await test.seed.account()
    await test.sql('alter table link rename to link_away')
    try {
      const rest = await test.rest.get('/v1/urls', { token })
      expect([rest.status, rest.json.error.code]).toEqual([500, 'INTERNAL'])
      expectSealed(rest.text, 'REST')
      const graph = await test.rest.post('/graphql', { query: '{ urls { nodes { id } } }' }, { token })
      expect(graph.json.errors[0].extensions.code).toBe('INTERNAL')
      expectSealed(graph.text, 'GraphQL')
      const visitor = await test.rest.get('/some-code')
      expectSealed(visitor.text, 'visitor')
    } finally {
      await test.sql('alter table link_away rename to link')
    }
  })

  it('there is no GraphiQL, nor anything else that runs in a browser, at /graphql', async () => {
    const { text, headers } = await test.rest.get('/graphql', { headers: { accept: 'text/html' } })
    expect(text).not.toMatch(/<script|<link rel="(?!icon"|apple-touch-icon")|\/assets\/|YogaGraphiQL/)
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
  })
})
