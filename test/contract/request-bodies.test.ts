import { type GraphQLArgument, getNullableType, isListType, isNonNullType } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listRestOperations, type RestOperation, takesQuery } from '../../src/platform/rest/rest-operations.ts'
import { expectError } from '../links/answers.ts'
import { schema } from '../support/api.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import { type Actor, type Inputs, inputsFor, newActor } from './acts.ts'
import { overRest, pathOf } from './faces.ts'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp()
})
afterAll(() => test.close())

// Operations of administrators need a login of their own; access.test.ts covers it.
const operations = listRestOperations(schema).filter(({ access }) => access.open || access.role === undefined)
const named = (each: readonly RestOperation[]) => each.map((operation) => [operation.name, operation] as const)
const bodyArguments = ({ field, pathArguments, route }: RestOperation): GraphQLArgument[] =>
  route.upload ? [] : field.args.filter(({ name }) => !pathArguments.includes(name))

/** Sends the inputs as the account whose rows they are. */
async function send(actor: Actor, operation: RestOperation, inputs: Inputs) {
  return overRest(test, operation, inputs, { token: actor.account.token })
}

describe('PATCH with the whole answer of a GET', () => {
  const isRecord = ({ name, route }: RestOperation) => route.method === 'PATCH' && name !== 'updateUrls'

  it.each(named(operations.filter(isRecord)))('changes nothing and returns 200: %s', async (name, update) => {
    const actor = await newActor(test)
    const inputs = await inputsFor(name, actor)
    const path = Object.fromEntries(update.pathArguments.map((each) => [each, inputs[each]]))
    const read = operations.find(({ route }) => route.method === 'GET' && route.path === update.route.path)
    const changed = await send(actor, update, inputs)
    expect(changed.status).toBe(200)
    const record = read ? (await send(actor, read, path)).json : changed.json
    const sendWhole = (body: object) =>
      test.rest.patch(`/v1${pathOf(update, inputs)}`, body, { token: actor.account.token })
    const answer = await sendWhole(record)
    expect({ status: answer.status, error: answer.json.error }).toEqual({ status: 200 })
    const after = read ? (await send(actor, read, path)).json : answer.json
    expect({ ...after, updatedAt: null }).toEqual({ ...record, updatedAt: null })
    // What is neither an input nor a field of the record is an error as before.
    const misspelt = await sendWhole({ ...record, nonsense: 1 })
    expectError(misspelt, 400, 'INVALID_PARAMS')
    expect(misspelt.json.error.details).toMatchObject([{ field: 'nonsense' }])
  })
})

describe('PATCH of several records', () => {
  it('takes each as GET returns it, and refuses misspelt fields', async () => {
    const actor = await newActor(test)
    const { token } = actor.account
    const post = (longUrl: string) => test.rest.post('/v1/urls', { longUrl, clickLimit: 5 }, { token })
    const records = [(await post('https://example.com/1')).json, (await post('https://example.com/2')).json]
    const patch = (items: object[]) => test.rest.patch('/v1/urls/bulk', { items }, { token })
    const answer = await patch(records)
    expect(answer.json.error).toBeUndefined()
    expect(answer.json.results).toMatchObject(records.map(({ id }) => ({ status: 'updated', url: { id } })))
    for (const { updatedAt, ...record } of records)
      expect((await test.rest.get(`/v1/urls/${record.id}`, { token })).json).toMatchObject(record)
    expectError(await patch([{ ...records[0], nonsense: 1 }]), 400, 'INVALID_PARAMS', ['items.0.nonsense'])
  })
})

describe('null', () => {
  const isDefault = ({ type, defaultValue }: GraphQLArgument) => isNonNullType(type) && defaultValue !== undefined
  const creates = operations.filter(({ route }) => route.method === 'POST')
  const withDefaults = creates.filter((each) => bodyArguments(each).some(isDefault))

  it.each(named(withDefaults))('in the place of a default is the default: %s', async (name, operation) => {
    const nulls = Object.fromEntries(
      bodyArguments(operation)
        .filter(isDefault)
        .map((each) => [each.name, null]),
    )
    const actor = await newActor(test)
    const answer = await send(actor, operation, { ...(await inputsFor(name, actor)), ...nulls })
    // A delivery has an `error` too.
    expect([answer.status, answer.json.error ?? null]).toEqual([operation.route.status, null])
  })

  const isFlag = ({ type }: GraphQLArgument) => String(getNullableType(type)) === 'Boolean'
  // `isWatched` of a link is null while it follows its account.
  const isChange = ({ name, route }: RestOperation) => /^(PATCH|PUT)$/.test(route.method) && name !== 'updateUrlHealth'
  const changes = operations.filter((each) => isChange(each) && bodyArguments(each).some(isFlag))

  it.each(named(changes))('for a flag that is changed returns 400: %s', async (name, operation) => {
    const actor = await newActor(test)
    const inputs = await inputsFor(name, actor)
    for (const { name: flag } of bodyArguments(operation).filter(isFlag)) {
      const answer = await send(actor, operation, { ...inputs, [flag]: null })
      expectError(answer, 400, 'INVALID_PARAMS')
      expect(answer.json.error.details).toMatchObject([{ field: flag }])
    }
  })
})

describe('a list in a body', () => {
  const isList = ({ type }: GraphQLArgument) => isListType(getNullableType(type))
  const withLists = operations.filter((each) => !takesQuery(each) && bodyArguments(each).some(isList))

  it.each(named(withLists))('must be an array: %s', async (name, operation) => {
    const actor = await newActor(test)
    const inputs = await inputsFor(name, actor)
    for (const { name: list } of bodyArguments(operation).filter(isList)) {
      const answer = await send(actor, operation, { ...inputs, [list]: 'DE' })
      expectError(answer, 400, 'INVALID_PARAMS')
      const issue = expect.stringContaining('must be a list of ')
      expect(answer.json.error.details).toContainEqual({ field: list, issue })
    }
  })
})
