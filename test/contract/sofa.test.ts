import { getNamedType, getNullableType, isInputObjectType, isListType } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RequestContext } from '../../src/platform/graphql/request-context.ts'
import { readInputs } from '../../src/platform/rest/request-inputs.ts'
import { createSofa } from '../../src/platform/rest/rest-interface.ts'
import { listRestOperations, type RestOperation } from '../../src/platform/rest/rest-operations.ts'
import { toRestSchema } from '../../src/platform/rest/rest-schema.ts'
import { schema } from '../support/api.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import { type Inputs, inputsFor, newActor } from './acts.ts'
import { overRest, pathOf } from './faces.ts'
import { files, uploads } from './operation-sets.ts'
import { withoutChance } from './rows.ts'
import { anotherLike, contextOf } from './world.ts'

let test: TestApp
let sofa: ReturnType<typeof createSofa>
let restOperations: RestOperation[]
/** The context of the next request to sofa-api. */
let sofaContext: RequestContext
beforeAll(async () => {
  test = await sharedApp()
  const restSchema = toRestSchema(test.app.schema)
  restOperations = listRestOperations(restSchema)
  sofa = createSofa(restSchema, restOperations, { context: () => sofaContext })
})
afterAll(() => test.close())

interface Answer {
  readonly status: number
  readonly body: unknown
}

/** The route of the service, and the context of its resolver. */
async function served(operation: RestOperation, inputs: Inputs, token: string): Promise<[Answer, RequestContext]> {
  const [{ status, json }, context] = await contextOf(() => overRest(test, operation, inputs, { token }))
  return [{ status, body: json }, context]
}

/** The handler of sofa-api for the same route, with its fetch layer and graphql-js, in a similar context. */
async function bySofa(operation: RestOperation, inputs: Inputs, like: RequestContext): Promise<Answer> {
  sofaContext = anotherLike(like)
  sofaContext.isRest = true
  const { method } = operation.route
  const rest = Object.entries(inputs).filter(([name]) => !operation.pathArguments.includes(name))
  const url = new URL(pathOf(operation, inputs), 'http://localhost')
  if (method === 'GET') for (const [name, value] of rest) url.searchParams.set(name, String(value))
  const hasBody = method !== 'GET' && (method !== 'DELETE' || operation.route.hasBody === true)
  const answer = await sofa.fetch(url.href, {
    method,
    ...(hasBody && { body: JSON.stringify(Object.fromEntries(rest)) }),
  })
  return { status: answer.status, body: await answer.json() }
}

/** The inputs that sofa-api accepts: it refuses null and date-times, each of which is optional. */
function acceptable(inputs: Inputs): Inputs {
  return Object.fromEntries(Object.entries(inputs).filter(([name, value]) => value !== null && !dates.has(name)))
}

const dates = new Set(['expiresAt', 'since', 'until', 'startsAt', 'endsAt', 'time', 'scheduledFrom'])

/** The inputs in the form that sofa-api accepts: with defaults. */
function plain(operation: RestOperation, inputs: Inputs): Inputs {
  const isRead = ['GET', 'DELETE'].includes(operation.route.method)
  const params = Object.fromEntries(operation.pathArguments.map((name) => [name, String(inputs[name])]))
  const rest = Object.fromEntries(Object.entries(inputs).filter(([name]) => !(name in params)))
  const text = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)]))
  return acceptable(
    readInputs(operation, isRead ? { params, query: text, body: undefined } : { params, query: {}, body: rest }),
  )
}

/** The parts of two equal calls that differ by chance. */
function comparable({ status, body }: Answer): unknown {
  const text = JSON.stringify(withoutChance(body)).replace(/\bt[0-9a-f]{12}\b/g, 'word')
  return { status, body: JSON.parse(text) }
}

/** What decides how a route reads and writes: its method, status and kinds of inputs, and whether it returns a list. */
function shapeOf({ kind, route, field, pathArguments }: RestOperation): string {
  const inputs = field.args.map(({ name, type }) => {
    const isObject = isInputObjectType(getNamedType(type))
    return `${pathArguments.includes(name) ? 'path' : ''}${isObject ? 'object' : getNamedType(type)}${isListType(getNullableType(type))}`
  })
  const answer = isListType(getNullableType(field.type))
  return [kind, route.method, route.status, route.hasBody, answer, ...new Set(inputs.toSorted())].join()
}

/** The first operation of each shape. sofa-api does not support files and uploads. */
const ofEachShape = [
  ...new Map(
    listRestOperations(toRestSchema(schema))
      .filter(({ name }) => !files.has(name) && !uploads.has(name))
      .toReversed()
      .map((operation) => [shapeOf(operation), operation.name]),
  ).values(),
]

describe('a route of each shape returns what sofa-api itself would', () => {
  it.each(ofEachShape)('%s', async (name) => {
    const operation = restOperations.find((each) => each.name === name)
    if (!operation) throw new Error(`${name} is not served over REST.`)
    const actor = await newActor(test)
    const inputs = acceptable(await inputsFor(name, actor))
    const [ours, context] = await served(operation, inputs, actor.account.token)
    expect(ours.status).toBe(operation.route.status)
    // A read is repeated; a write is repeated on other rows.
    const others = operation.kind === 'query' ? inputs : await inputsFor(name, actor)
    const theirs = await bySofa(operation, plain(operation, others), context)
    if (operation.kind === 'query') expect(theirs).toEqual(ours)
    else expect(comparable(theirs)).toEqual(comparable(ours))
  })
})
