import { setTimeout as pause } from 'node:timers/promises'
import fastify from 'fastify'
import { execute, GraphQLObjectType, GraphQLSchema, GraphQLString, parse } from 'graphql'
import { expect, it } from 'vitest'
import { superviseResolvers } from '../../src/platform/graphql/graph-schema.ts'
import { InFlightTracker } from '../../src/platform/graphql/in-flight-tracker.ts'
import { OperationDeadline, OperationTimedOut } from '../../src/platform/graphql/operation-deadline.ts'
import type { AppContext } from '../../src/platform/graphql/request-types.ts'
import { authenticateRequests } from '../../src/platform/http/request-authentication.ts'

const never = Promise.withResolvers<string>().promise
const schema = new GraphQLSchema({
  query: new GraphQLObjectType({
    name: 'Query',
    fields: {
      slow: { type: GraphQLString, resolve: () => never },
      quick: { type: GraphQLString, resolve: async () => 'here' },
    },
  }),
})
superviseResolvers(schema)
const inFlight = new InFlightTracker()

const run = (deadline: OperationDeadline) =>
  execute({ schema, document: parse('{ slow quick }'), contextValue: { deadline, inFlight } })

it('fields that are late fail with OPERATION_TIMED_OUT and abort their signal; the others are answered', async () => {
  const deadline = new OperationDeadline()
  deadline.start({ seconds: 0.01, isRead: false })
  const { data, errors } = await run(deadline)
  expect(data).toEqual({ slow: null, quick: 'here' })
  expect(errors?.map(({ path, originalError }) => [path, originalError])).toEqual([
    [['slow'], expect.any(OperationTimedOut)],
  ])
  expect(deadline.signal.reason).toBeInstanceOf(OperationTimedOut)
})

it('a read ends when its caller disconnects, and a change does not', async () => {
  const [read, change] = [new OperationDeadline(), new OperationDeadline()]
  read.start({ seconds: 10, isRead: true })
  change.start({ seconds: 10, isRead: false })
  const answer = run(read)
  for (const deadline of [read, change]) deadline.onDisconnect()
  expect((await answer).errors).toHaveLength(1)
  expect([read.signal.aborted, change.signal.aborted]).toEqual([true, false])
  change.end()
})

it('a read whose caller disconnects before it starts ends at once', async () => {
  const deadline = new OperationDeadline()
  deadline.onDisconnect()
  deadline.start({ seconds: 10, isRead: true })
  expect(deadline.signal.aborted).toBe(true)
  expect((await run(deadline)).errors).toHaveLength(1)
})

it('nothing is aborted after the end of an operation', async () => {
  const deadline = new OperationDeadline()
  deadline.start({ seconds: 0.005, isRead: true })
  deadline.end()
  deadline.onDisconnect()
  await new Promise((resolve) => setTimeout(resolve, 10))
  expect(deadline.signal.aborted).toBe(false)
})

it('the authentication of the request counts as time of its operation', async () => {
  const server = fastify()
  const authenticate = () => pause(60, { kind: 'anonymous' } as const)
  authenticateRequests(server, {} as AppContext, { authenticate })
  server.get('/', async ({ context: { deadline } }) => {
    deadline.start({ seconds: 0.05, isRead: true })
    await pause(30)
    return { isAborted: deadline.signal.aborted }
  })
  expect((await server.inject('/')).json()).toEqual({ isAborted: true })
  await server.close()
})
