import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuthScheme } from '../../src/platform/auth/caller.ts'
import { allScopes, type Scope } from '../../src/platform/auth/scopes.ts'
import { listOperations } from '../../src/platform/graphql/operations.ts'
import { listRestOperations } from '../../src/platform/rest/rest-operations.ts'
import { schema } from '../support/api.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { oneOfEach } from '../support/size.ts'
import { type Inputs, inputsFor, repetitionErrors } from './acts.ts'
import { openToAnyone, tokenWith } from './anyone.ts'
import { declared, expectInEnvelope, expectInExtensions } from './envelope.ts'
import { overGraph, overRest } from './faces.ts'
import { accessClassOf, answersNull, needsMoreScopes, representatives, sessionOnly } from './operation-sets.ts'
import { scopeCodes } from './recipes.ts'
import { inputsWithoutRows } from './refused-inputs.ts'
import { scopeOf } from './table.ts'

let test: TestApp
let account: SeededAccount
let open: TestApp
beforeAll(async () => {
  test = await sharedApp()
  account = await test.seed.account()
  open = await openToAnyone(test, account)
})
afterAll(async () => {
  await open.close()
  await test.close()
})

const restOperations = new Map(listRestOperations(schema).map((operation) => [operation.name, operation]))

/** The result of a credential with these scopes. */
function answerTo(operation: string, scheme: AuthScheme, granted: readonly Scope[]): 'answers' | [number, string] {
  const scope = scopeOf(operation)
  if (scope === 'none') return 'answers'
  if (scheme === 'apiKey' && scope.endsWith(':profile')) return [401, 'API_KEY_NOT_ACCEPTED']
  if (!granted.includes(scope as Scope) || needsMoreScopes.has(operation)) return [403, 'INSUFFICIENT_SCOPE']
  return sessionOnly.has(operation) ? [403, 'SESSION_REQUIRED'] : 'answers'
}

const scopes = [...allScopes]
const everyCredential = (['apiKey', 'oauth'] as const).flatMap((scheme) =>
  scopes.map((scope) => ({ scheme, granted: [scope] })),
)

/** The representatives with every single scope; the others with theirs alone, and with all but theirs. */
function credentialsFor(operation: string): { scheme: AuthScheme; granted: Scope[] }[] {
  if (representatives.has(operation)) return everyCredential
  const own = scopes.filter((scope) => scope === scopeOf(operation))
  const others = scopes.filter((scope) => scope !== scopeOf(operation))
  return [own, others].filter(({ length }) => length > 0).map((granted) => ({ scheme: 'oauth', granted }))
}

const cells = listOperations(schema).flatMap((operation) =>
  credentialsFor(operation.name).map(({ scheme, granted }) => {
    const expected = answerTo(operation.name, scheme, granted)
    const token = tokenWith(scheme, ...granted)
    return [operation.name, token, String(expected), { operation, token, expected }] as const
  }),
)

/** Successful requests to one operation share their rows, except those that can be made only once. */
const sharedInputs = new Map<string, Promise<Inputs>>()
async function inputsOf(name: string, expected: unknown): Promise<Inputs> {
  if (expected !== 'answers' && !needsMoreScopes.has(name)) return inputsWithoutRows(name)
  const actor = { test, account, word: () => test.seed.word() }
  if (name in repetitionErrors) return inputsFor(name, actor)
  const inputs = sharedInputs.get(name) ?? inputsFor(name, actor)
  sharedInputs.set(name, inputs)
  return inputs
}

const particularsOf = (code: string) => (code === 'INSUFFICIENT_SCOPE' ? { fields: ['scope'] } : {})

describe('the decorators of each operation', () => {
  it.each(listOperations(schema).map((operation) => [operation.name, operation] as const))(
    'declare for %s exactly the scope errors that occur below',
    (name, { errors }) => {
      const codes = errors.map(({ definition }) => definition.code).filter((code) => scopeCodes.has(code))
      const met = cells.flatMap(([each, , , { expected }]) =>
        each === name && expected !== 'answers' && scopeCodes.has(expected[1]) ? [expected[1]] : [],
      )
      expect(new Set(codes)).toEqual(new Set(met))
    },
  )
})

/** The first operation of each class is tried by requests. */
const inClasses = new Set(
  oneOfEach(listOperations(schema), ({ name, ...operation }) =>
    representatives.has(name) || needsMoreScopes.has(name) ? name : accessClassOf(operation),
  ).map(({ name }) => name),
)
const tried = cells.filter(([name]) => inClasses.has(name))

describe('over REST', () => {
  it.each(tried.filter(([name]) => restOperations.has(name)))('%s with %s: %s', async (name, _token, _answer, cell) => {
    const operation = restOperations.get(name)
    if (!operation) throw new Error(`${name} is not served over REST.`)
    const answer = await overRest(open, operation, await inputsOf(name, cell.expected), { token: cell.token })
    if (cell.expected === 'answers') return expect(answer.status).toBe(operation.route.status)
    const [status, code] = cell.expected
    expect(answer.status).toBe(status)
    expectInEnvelope(answer, declared(operation, code), test.clock.now(), particularsOf(code))
  })
})

describe('over GraphQL', () => {
  // The rows of some operations are deleted by acts that need their place.
  beforeAll(() => sharedInputs.clear())

  it.each(tried)('%s with %s: %s', async (name, _token, _answer, { operation, token, expected }) => {
    const answer = await overGraph(open, operation, await inputsOf(name, expected), { token })
    const data = answersNull.has(name) ? null : expect.anything()
    if (expected === 'answers') return expect([answer.error, answer.data]).toEqual([undefined, data])
    const [status, code] = expected
    expect(answer.error?.extensions.http?.status ?? 401).toBe(status)
    expectInExtensions(answer, operation, declared(operation, code), particularsOf(code))
  })
})

describe('an object field with its own scope', () => {
  it('returns 403 with only the scope of its parent', async () => {
    const document = '{ me { id urls(first: 1) { nodes { id } } } }'
    const { errors } = await open.graph(document, { token: tokenWith('oauth', 'read:profile') })
    expect(errors?.map(({ path, extensions }) => [path, extensions.code])).toEqual([
      [['me', 'urls'], 'INSUFFICIENT_SCOPE'],
    ])
  })
})
