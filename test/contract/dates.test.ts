import { type GraphQLInputType, getNamedType, isInputObjectType, isObjectType } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listRestOperations } from '../../src/platform/rest/rest-operations.ts'
import { toRestSchema } from '../../src/platform/rest/rest-schema.ts'
import { codeOf } from '../qr-codes/seed.ts'
import { schema } from '../support/api.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import { oneOfEach } from '../support/size.ts'
import { type Actor, type Inputs, inputsFor, linkOf, newActor } from './acts.ts'
import { overGraph, overRest } from './faces.ts'
import { selectionOf } from './translation.ts'

let test: TestApp
let actor: Actor
beforeAll(async () => {
  test = await sharedApp()
  actor = await newActor(test)
})
afterAll(() => test.close())

const instants = [
  ...['0000-01-01T00:00:00Z', '0000-12-31T23:59:59.999Z', '0001-01-01T00:00:00Z', '0001-01-01T00:00:00+14:00'],
  ...['0001-01-01T12:00:00-12:00', '0099-12-31T23:59:59Z', '1582-10-10T00:00:00Z', '1970-01-01T00:00:00Z'],
  ...['9998-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z', '9999-12-31T12:00:00-12:00', '9999-12-31T23:59:59-12:00'],
  ...[
    '-000001-01-01T00:00:00Z',
    '-271821-04-20T00:00:00.000Z',
    '+010000-01-01T00:00:00Z',
    '+275760-09-13T00:00:00.000Z',
  ],
  ...['+275760-09-13T00:00:00.001Z', '2026-02-30T00:00:00Z', '2026-13-01T00:00:00Z', '2026-06-30T23:59:60Z', '-1', ''],
]

const isDate = (type: GraphQLInputType) => getNamedType(type).name === 'DateTime'

/** Every date of a REST operation. */
const restDates = listRestOperations(toRestSchema(schema)).flatMap((operation) =>
  operation.field.args.filter(({ type }) => isDate(type)).map(({ name }) => [operation.name, name, operation] as const),
)

/** Every date in an input object of a field of an object: the field, the argument, and the date in it. */
const fieldDates = Object.values(schema.getTypeMap()).flatMap((type) =>
  isObjectType(type) && !/^(Query|Mutation|Subscription|__.*)$/.test(type.name)
    ? Object.values(type.getFields()).flatMap((field) =>
        field.args.flatMap((argument) => {
          const input = getNamedType(argument.type)
          const dates = isInputObjectType(input)
            ? Object.values(input.getFields()).filter((each) => isDate(each.type))
            : []
          return dates.map(({ name }) => [`${type.name}.${field.name}`, name, { field, argument }] as const)
        }),
      )
    : [],
)

/** Inputs that combine with a date: zones on both sides of UTC, and the shortest and the longest buckets. */
const combinations: readonly Inputs[] = [
  {},
  { timezone: 'Pacific/Kiritimati' },
  { timezone: 'America/Los_Angeles', unit: 'month' },
  { timezone: 'Asia/Kathmandu', unit: 'hour' },
  { unit: 'week' },
  { unit: 'minute' },
]

describe('a date of any year', () => {
  // Over REST and GraphQL in turn: both read an instant by the same scalar.
  it.each(
    oneOfEach(restDates, ([name, argument]) => `${argument} ${name.slice(0, 6)}`).map(
      (each, first) => [...each, first] as const,
    ),
  )('is answered 200 or 400 by %s(%s)', async (name, argument, operation, first) => {
    const { interval: _, ...inputs } = await inputsFor(name, actor)
    const accepted = new Set(operation.field.args.map((each) => each.name))
    for (const [index, instant] of instants.entries()) {
      // A workspace may have few exports that wait; new inputs end them.
      if (/^create\w+Export$/.test(name)) await inputsFor(name, actor)
      const combination = combinations[index % combinations.length]
      const others = Object.entries({ ...inputs, ...combination }).filter(([each]) => accepted.has(each))
      const dated = { ...Object.fromEntries(others), [argument]: instant }
      // 409: an alias that the instant before has taken.
      if ((index + first) % 2 === 0) {
        const { status } = await overRest(test, operation, dated, { token: actor.account.token })
        expect([status, dated]).toEqual([expect.toSatisfy((each) => [200, 201, 202, 400, 409].includes(each)), dated])
        continue
      }
      const { error } = await overGraph(test, operation, dated, { token: actor.account.token })
      // The scalar refuses an instant before the service gives a status.
      const status = error ? error.extensions.http?.status : 200
      expect([status, dated]).toEqual([expect.toSatisfy((each) => [undefined, 200, 400, 409].includes(each)), dated])
    }
  })

  it.each(oneOfEach(fieldDates, ([, date, { field }]) => `${date} ${field.name}`))(
    'is answered with a value or 400 by %s(%s)',
    async (owner, date, { field, argument }) => {
      const [typeName = ''] = owner.split('.')
      const id = typeName === 'UrlItem' ? (await linkOf(actor)).id : (await codeOf(test, actor.account)).id
      const names = new Set(field.args.map(({ name }) => name))
      const unit = names.has('unit') ? ', unit: MONTH' : ''
      const document = `query ($id: ID!, $filter: ${argument.type}) {
      node(id: $id) { ... on ${typeName} { ${field.name}(${argument.name}: $filter${unit}) ${selectionOf(field.type)} } } }`
      for (const [index, instant] of instants.entries()) {
        const timezone = ['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles'][index % 3]
        const variables = { id, filter: { timezone, [date]: instant } }
        const { errors } = await test.graph(document, { token: actor.account.token, variables })
        expect([errors?.[0]?.extensions.http ?? { status: 400 }, variables]).toEqual([{ status: 400 }, variables])
      }
    },
  )

  it('is accepted in many operations', () => {
    expect(new Set(restDates.map(([name]) => name)).size).toBeGreaterThan(7)
    expect(fieldDates.length).toBeGreaterThan(5)
  })
})
