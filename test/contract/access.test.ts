import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generateApiKey } from '../../src/modules/identity/api-keys/api-key-secret.ts'
import { listOperations, type Operation } from '../../src/platform/graphql/operations.ts'
import { listRestOperations } from '../../src/platform/rest/rest-operations.ts'
import { schema } from '../support/api.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { oneOfEach } from '../support/size.ts'
import { type Inputs, inputsFor, needsOwnAccount, repetitionErrors } from './acts.ts'
import { declared, expectInEnvelope, expectInExtensions } from './envelope.ts'
import { overGraph, overRest, restOperation } from './faces.ts'
import { adminOnly, answersNull, representatives } from './operation-sets.ts'
import { credentialCodes, expiredKey, revokedKey } from './recipes.ts'
import { inputsWithoutRows } from './refused-inputs.ts'
import { contract, scopeOf } from './table.ts'

let test: TestApp
let account: SeededAccount
let expired: string
const keys = { good: '', revoked: '', expired: '' }
beforeAll(async () => {
  test = await sharedApp()
  test.clock.advance({ days: -2 })
  expired = (await test.seed.account()).token
  test.clock.advance({ days: 2 })
  account = await test.seed.account()
  keys.good = (await test.seed.key(account)).key
  keys.revoked = await revokedKey({ test, account })
  keys.expired = await expiredKey(test)
})
afterAll(() => test.close())

/** Null when the operation succeeds; a function of the scope when it depends on it. */
type Code = string | ((scope: string) => string | null)

/**
 * Each credential: the header, and the error code of a protected operation. What a session and an API key are accepted
 * for is in parity.test.ts, routes.test.ts and scopes.test.ts.
 */
const credentials: readonly {
  name: string
  header: (account: SeededAccount) => string | undefined
  code: Code
}[] = [
  { name: 'no credential', header: () => undefined, code: 'UNAUTHENTICATED' },
  { name: 'a tampered session', header: ({ token }) => `Bearer ${tampered(token)}`, code: 'INVALID_TOKEN' },
  { name: 'an expired session', header: () => `Bearer ${expired}`, code: 'TOKEN_EXPIRED' },
  { name: 'a mistyped key', header: () => `Bearer tk_${'a'.repeat(36)}`, code: 'INVALID_TOKEN' },
  { name: 'an unknown key', header: () => `Bearer ${generateApiKey()}`, code: 'INVALID_TOKEN' },
  {
    name: 'an API key',
    header: () => `Bearer ${keys.good}`,
    code: (scope) => (scope.endsWith(':profile') ? 'API_KEY_NOT_ACCEPTED' : null),
  },
  { name: 'a revoked key', header: () => `Bearer ${keys.revoked}`, code: 'API_KEY_REVOKED' },
  { name: 'an expired key', header: () => `Bearer ${keys.expired}`, code: 'API_KEY_EXPIRED' },
  {
    name: 'Basic',
    header: ({ email, password }) => `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`,
    code: 'INVALID_TOKEN',
  },
]

/** The same claims with another subject and the old signature. */
function tampered(token: string): string {
  const [head = '', body = '', signature = ''] = token.split('.')
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
  const others = Buffer.from(JSON.stringify({ ...claims, sub: 'acc_somebody_else' })).toString('base64url')
  return [head, others, signature].join('.')
}

// Generated from the schema, so every new operation is included.
const operations: Operation[] = listOperations(schema)
const restNames = new Set(listRestOperations(schema).map(({ name }) => name))
const matrix = operations.flatMap((operation) =>
  credentials.flatMap(({ name, header, code }) => {
    const scope = scopeOf(operation.name)
    // Open, because its error says more than the one of all others: failures.test.ts tries it.
    if (operation.name === 'verifyEmail') return []
    const answer = scope === 'none' ? 'answers' : typeof code === 'function' ? code(scope) : code
    return answer === null ? [] : [[operation.name, name, answer, { operation, header }] as const]
  }),
)

/** Every credential for the representatives, and for the others a request without one. */
const cells = matrix.filter(
  ([operation, credential]) => representatives.has(operation) || credential === 'no credential',
)

const actor = (whose: SeededAccount) => ({ test, account: whose, word: () => test.seed.word() })

const accountFor = (name: string) => (needsOwnAccount.has(name) ? test.seed.account() : account)

/** All requests to one operation share their rows, except those that can be made only once. */
const sharedInputs = new Map<string, Promise<Inputs>>()
function inputsOf(name: string, expected: string, whose: SeededAccount): Promise<Inputs> {
  if (expected !== 'answers') return Promise.resolve(inputsWithoutRows(name))
  if (name in repetitionErrors) return inputsFor(name, actor(whose))
  const inputs = sharedInputs.get(name) ?? inputsFor(name, actor(whose))
  sharedInputs.set(name, inputs)
  return inputs
}

const headersWith = (authorization: string | undefined) => (authorization ? { headers: { authorization } } : {})

describe('the decorators of each operation', () => {
  it.each(operations.map((operation) => [operation.name, operation] as const))(
    '%s requires the scope of the contract',
    (name, { access }) => {
      expect(access.open ? 'none' : access.scope).toBe(scopeOf(name))
    },
  )

  it('need the role of an admin of the installation exactly where the contract says so', () => {
    const ofAdmins = operations.filter(({ access }) => !access.open && access.role === 'admin')
    expect(ofAdmins.map(({ name }) => name).toSorted()).toEqual([...adminOnly].toSorted())
  })

  it.each(operations.map((operation) => [operation.name, operation] as const))(
    'declare for %s exactly the errors of its credentials',
    (name, { errors }) => {
      const codes = errors.map(({ definition }) => definition.code).filter((code) => credentialCodes.has(code))
      const met = matrix.flatMap(([each, , answer]) => (each === name && answer !== 'answers' ? [answer] : []))
      expect(new Set(codes)).toEqual(new Set(met))
    },
  )
})

describe('over REST', () => {
  it.each(cells.filter(([name]) => restNames.has(name)))(
    '%s with %s: %s',
    async (name, _with, expected, { header }) => {
      const operation = restOperation(test, name)
      const whose = await accountFor(name)
      const inputs = await inputsOf(name, expected, whose)
      const answer = await overRest(test, operation, inputs, headersWith(header(whose)))
      if (expected === 'answers') return expect(answer.status).toBe(operation.route.status)
      expect(answer.status).toBe(401)
      expectInEnvelope(answer, declared(operation, expected), test.clock.now())
      expect(answer.headers['www-authenticate']).toBe(challengeFor(expected))
    },
  )
})

describe('over GraphQL', () => {
  // The rows of some operations are deleted by acts that need their place.
  beforeAll(() => sharedInputs.clear())

  it.each(cells)('%s with %s: %s', async (name, _with, expected, { operation, header }) => {
    const whose = await accountFor(name)
    const inputs = await inputsOf(name, expected, whose)
    const answer = await overGraph(test, operation, inputs, headersWith(header(whose)))
    const data = answersNull.has(name) ? null : expect.anything()
    if (expected === 'answers') return expect([answer.error, answer.data]).toEqual([undefined, data])
    expect(answer.error?.extensions.http.status).toBe(401)
    expectInExtensions(answer, operation, declared(operation, expected))
  })
})

/** RFC 6750, 3: the error attribute requires a credential in the request. */
function challengeFor(code: string): string {
  const isOfCredential = code !== 'UNAUTHENTICATED' && code !== 'API_KEY_NOT_ACCEPTED'
  return !isOfCredential ? 'Bearer realm="tack"' : 'Bearer realm="tack", error="invalid_token"'
}

describe('a request without a credential', () => {
  const guarded = contract.filter(({ scope }) => scope !== 'none')
  /** One hook refuses before anything of the request is read. */
  const guardedOfEachKind = oneOfEach(guarded, ({ method, path }) => `${method} ${path.includes('{')}`)
  const writes = guardedOfEachKind.filter(({ method }) => method !== 'GET')
  const at = (path: string, id = '%00') => `/v1${path.replace(/\{\w+\}/g, id)}`

  it.each(guardedOfEachKind.map((row) => [row.method, row.path] as const))(
    'gets 401 from %s %s before 400 for invalid input',
    async (method, path) => {
      const hostile = { longUrl: 42, unknown: { deep: [null] }, password: 7 }
      const answer = await test.rest.send(method, `${at(path)}?page=none&limit=-1`, {
        body: method === 'GET' ? undefined : hostile,
      })
      expect([answer.status, answer.json.error.code]).toEqual([401, 'UNAUTHENTICATED'])
    },
  )

  it.each(writes.map((row) => [row.method, row.path] as const))(
    'gets 401 from %s %s before 400 for malformed JSON, 413 and 415',
    async (method, path) => {
      const json = { 'content-type': 'application/json' }
      const hostile = [
        { body: '{"longUrl": ', headers: json },
        { body: JSON.stringify({ longUrl: 'x'.repeat(100_000) }), headers: json },
        { body: 'longUrl=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
        { body: 'x', headers: { 'content-type': 'text/plain' } },
      ]
      for (const options of hostile) {
        const { status, json: answer } = await test.rest.send(method, at(path, 'x'), options)
        expect([status, answer.error.code], options.headers['content-type']).toEqual([401, 'UNAUTHENTICATED'])
      }
    },
  )

  it('gets 400, 413 and 415 from open operations', async () => {
    const post = (body: string, type: string) =>
      test.rest.post('/v1/free-urls/shorten', body, { headers: { 'content-type': type } })
    expect((await post('{"longUrl": ', 'application/json')).status).toBe(400)
    expect((await post(JSON.stringify({ longUrl: 'x'.repeat(100_000) }), 'application/json')).status).toBe(413)
    expect((await post('x', 'text/plain')).status).toBe(415)
  })
})
