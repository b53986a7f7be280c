import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { IdempotencyConflict, isCreateRoute } from '../../src/platform/rest/idempotency/idempotency-key.ts'
import { listRestOperations } from '../../src/platform/rest/rest-operations.ts'
import { apiRoots } from '../../src/platform/rest/rest-routes.ts'
import { parametersOf, responseOf } from '../rest/openapi.ts'
import { schema } from '../support/api.ts'
import { startApp, type TestApp } from '../support/app.ts'
import type { RestAnswer } from '../support/rest.ts'
import { oneOfEach, trials } from '../support/size.ts'
import { type Inputs, inputsFor, newActor } from './acts.ts'
import { overRest, restOperation } from './faces.ts'
import { dump, mark } from './rows.ts'

let test: TestApp
let openapi: RestAnswer['json']
beforeAll(async () => {
  test = await startApp()
  openapi = (await test.rest.get('/v1/openapi.json')).json
})
afterAll(() => test.close())

// New creating operations are included automatically. On the embedded database, one that writes outside the transaction
// of the context hangs here.
const all = listRestOperations(schema)
const creating = all.filter(({ route }) => isCreateRoute(route)).map(({ name }) => name)
const others = all.filter(({ route }) => !isCreateRoute(route)).map(({ name }) => name)

/** Sends one request repeatedly with one key, under each root in turn. */
async function repeater(name: string): Promise<{ inputs: Inputs; send: (inputs: Inputs) => Promise<RestAnswer> }> {
  const actor = await newActor(test)
  const headers = { 'idempotency-key': test.seed.word() }
  let sent = 0
  const send = (inputs: Inputs) => {
    const root = apiRoots[sent++ % apiRoots.length] ?? '/v1'
    return overRest(test, restOperation(test, name), inputs, { headers, root, token: actor.account.token })
  }
  return { inputs: await inputsFor(name, actor), send }
}

/** The value with the first text in it changed. */
function withOtherText(value: unknown): unknown {
  if (typeof value === 'string') return `${value}x`
  if (Array.isArray(value)) return value.with(0, withOtherText(value[0]))
  if (typeof value !== 'object' || value === null) return value
  const texts = Object.entries(value).filter(([, each]) => typeof each === 'string')
  const [[name, each] = ['', undefined]] = texts.length > 0 ? texts : Object.entries(value)
  return { ...value, [name]: withOtherText(each) }
}

/** The rows of the service without stored answers. */
async function rows(since: number) {
  const { idempotency: _stored, ...others } = await dump(test, since)
  return others
}

describe.each(creating)('%s with an Idempotency-Key', (name) => {
  const { status: created } = all.find((operation) => operation.name === name)?.route ?? { status: 0 }

  it('runs once: repetitions get the first answer byte for byte, and no row changes', async () => {
    const start = await mark(test)
    const { inputs, send } = await repeater(name)
    const first = await send(inputs)
    expect([first.status, first.headers['idempotency-replayed']]).toEqual([created, undefined])
    const after = await rows(start)
    for (let again = 0; again < trials(1, 3); again++) {
      const answer = await send(inputs)
      expect([answer.status, answer.text]).toEqual([created, first.text])
      expect(answer.headers['idempotency-replayed']).toBe('true')
    }
    expect(await rows(start)).toEqual(after)
  })

  it('has the header, the replay and the conflict in OpenAPI', () => {
    const described = openapi.paths[restOperation(test, name).route.path].post
    expect(parametersOf(openapi, described)).toContainEqual(
      expect.objectContaining({ name: 'Idempotency-Key', in: 'header' }),
    )
    expect(responseOf(openapi, described, created).headers).toHaveProperty('Idempotency-Replayed')
    const conflict = responseOf(openapi, described, 409)
    expect(conflict.headers).toHaveProperty('Retry-After')
    expect(Object.keys(conflict.content['application/json'].examples)).toContain('IDEMPOTENCY_CONFLICT')
    expect(described.responses['409'].description ?? conflict.description).toContain('IDEMPOTENCY_CONFLICT')
  })
})

// One mechanism compares the bodies.
it.each(oneOfEach(creating, () => 'any'))(
  '%s returns 409 IDEMPOTENCY_CONFLICT in the envelope for another body, and no row changes',
  async (name) => {
    const start = await mark(test)
    const { inputs, send } = await repeater(name)
    await send(inputs)
    const after = await rows(start)
    const { status, json } = await send(withOtherText(inputs) as Inputs)
    expect([status, json]).toEqual([
      409,
      {
        error: {
          code: 'IDEMPOTENCY_CONFLICT',
          message: 'This Idempotency-Key was used with another body.',
          resolution: IdempotencyConflict.definition.resolution,
          requestId: expect.any(String),
        },
        message: json.error.message,
        timestamp: test.clock.now().toISOString(),
      },
    ])
    expect(await rows(start)).toEqual(after)
  },
)

it.each(others)('%s creates nothing and has no Idempotency-Key in OpenAPI', (name) => {
  const { method, path } = restOperation(test, name).route
  const described = openapi.paths[path][method.toLowerCase()]
  const { responses } = described
  expect(parametersOf(openapi, described).map(({ name }) => name)).not.toContain('Idempotency-Key')
  expect(JSON.stringify(responses)).not.toMatch(/Idempotency/i)
})
