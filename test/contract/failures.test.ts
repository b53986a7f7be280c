import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listOperations, type Operation } from '../../src/platform/graphql/operations.ts'
import { listRestOperations } from '../../src/platform/rest/rest-operations.ts'
import { RateLimited } from '../../src/platform/shared/general.errors.ts'
import type { ServiceErrorClass } from '../../src/platform/shared/service-error.ts'
import { schema } from '../support/api.ts'
import { sharedApp, type TestApp, withSettings } from '../support/app.ts'
import type { RestAnswer } from '../support/rest.ts'
import { oneOfEach } from '../support/size.ts'
import { type Actor, newActor } from './acts.ts'
import { expectInEnvelope, expectInExtensions } from './envelope.ts'
import { documentOf, overGraph, overRest, pathOf, restOperation } from './faces.ts'
import { representatives } from './operation-sets.ts'
import type { Recipe } from './recipe.ts'
import { recipeFor, recipeNames, testedElsewhere, workspaceCodes } from './recipes.ts'

let test: TestApp
/** Sends what is refused for its inputs or its caller alone. */
let common: Actor
beforeAll(async () => {
  test = await sharedApp()
  common = await newActor(test)
})
afterAll(() => test.close())

const operations = listOperations(schema)
const restOperations = new Map(listRestOperations(schema).map((operation) => [operation.name, operation]))

type Case = readonly [string, string, { operation: Operation; failure: ServiceErrorClass; recipe: Recipe }]

const missing: string[] = []
const cases: Case[] = operations.flatMap((operation) =>
  operation.errors.flatMap((failure): Case[] => {
    const { code } = failure.definition
    if (failure === RateLimited || testedElsewhere.has(code)) return []
    const recipe = recipeFor(operation.name, code)
    if (!recipe && workspaceCodes.has(code)) return []
    if (!recipe) missing.push(`${operation.name}: ${code}`)
    return recipe ? [[operation.name, code, { operation, failure, recipe }]] : []
  }),
)

/** Errors whose recipes leave the rows of the actor as they are. */
const leavesRows =
  /^(ACCOUNT_BEING_DELETED|INVALID_PARAMS|FORBIDDEN|DESTINATION_\w+|SLUG_\w+|OPTION_CONFLICT|LINK_NOT_FOUND|RULE_NOT_FOUND|QR_NOT_FOUND|BIO_PAGE_NOT_FOUND)$/

async function request({ inputs, via }: Recipe, operation: Operation, code: string) {
  const actor = leavesRows.test(code) ? common : await newActor(test)
  return {
    inputs: await inputs(actor, operation.name),
    via: { token: actor.account.token, ...(await via?.(actor)) },
  }
}

/** The secret values of the inputs, which no answer may contain. */
const secretsOf = (inputs: Readonly<Record<string, unknown>>) =>
  Object.entries(inputs).flatMap(([name, value]) => (/password$/i.test(name) && value ? [String(value)] : []))

describe('every declared error', () => {
  it('has a recipe', () => {
    expect(missing).toEqual([])
  })

  it('is declared for every recipe', () => {
    const declared = operations.flatMap(({ name, errors }) =>
      errors.map(({ definition }) => `${name}: ${definition.code}`),
    )
    expect(recipeNames().filter((each) => !declared.includes(each))).toEqual([])
  })

  it('is declared once by each operation, with a status of 400 or more', () => {
    for (const { name, errors } of operations) {
      expect(new Set(errors.map(({ definition }) => definition.code)).size, name).toBe(errors.length)
      for (const { definition } of errors)
        expect(definition.status, `${name} ${definition.code}`).toBeGreaterThanOrEqual(400)
    }
  })
})

describe('a failure', () => {
  // The second interface meets the rows that the first has left: a failure changes none.
  it.each(oneOfEach(cases, ([, code, { operation }]) => `${code} ${operation.kind}`))(
    '%s returns %s in the envelope and in extensions',
    async (name, code, { operation, failure, recipe }) => {
      const { inputs, via } = await request(recipe, operation, code)
      const secrets = secretsOf(inputs)
      const rest = restOperations.get(name)
      if (rest) {
        const answer = await overRest(test, rest, inputs, via)
        expectInEnvelope(answer, failure, test.clock.now(), recipe)
        for (const secret of secrets) expect(answer.text).not.toContain(secret)
      }
      if (recipe.onlyOverRest) return
      const answer = await overGraph(test, operation, inputs, via)
      expectInExtensions(answer, operation, failure, recipe)
      for (const secret of secrets) expect(JSON.stringify(answer.error)).not.toContain(secret)
    },
  )
})

describe('RATE_LIMITED', () => {
  let limited: TestApp
  beforeAll(async () => {
    limited = withSettings(test, { RATE_LIMITS: 'on', RATE_LIMIT_PER_MINUTE: '1' })
  })
  afterAll(() => limited.close())

  /** The second of two requests from one address, which exceeds the quota. */
  async function secondOf(from: string, send: (from: string) => Promise<{ status: number }>) {
    expect((await send(from)).status).not.toBe(429)
    return (await send(from)) as RestAnswer
  }

  function expectError({ status, headers }: RestAnswer, error: { code: string; resolution: string }): void {
    expect([status, error.code, error.resolution]).toEqual([429, 'RATE_LIMITED', RateLimited.definition.resolution])
    expect(headers['retry-after']).toBe('60')
    expect([headers['ratelimit-limit'], headers['ratelimit-remaining'], headers['ratelimit-reset']]).toEqual([
      '1',
      '0',
      '60',
    ])
  }

  // rate-limits.test.ts has every route.
  const limitedOperations = oneOfEach(
    operations.filter(({ name }) => representatives.has(name)),
    ({ kind }) => kind,
  )

  it.each(limitedOperations.map((operation, index) => [operation.name, operation, index] as const))(
    '%s returns it over REST with Retry-After',
    async (name, _operation, index) => {
      const operation = restOperation(limited, name)
      const path = `/v1${pathOf(operation, { id: 'x', shortUrl: 'x', urlId: 'x' })}`
      const answer = await secondOf(`203.0.113.${index + 1}`, (from) =>
        limited.rest.send(operation.route.method, path, { from }),
      )
      expectError(answer, answer.json.error)
    },
  )

  // Rejected before GraphQL runs, and still a GraphQL answer.
  it.each(limitedOperations.map((operation, index) => [operation.name, operation, index] as const))(
    '%s returns it at /graphql with Retry-After',
    async (_name, operation, index) => {
      const query = documentOf(operation, {})
      const answer = await secondOf(`198.51.100.${index + 1}`, (from) =>
        limited.rest.post('/graphql', { query }, { from }),
      )
      const [{ extensions }] = answer.json.errors
      expectError(answer, extensions)
      expect(extensions.retryAfterSeconds).toBe(60)
    },
  )
})
