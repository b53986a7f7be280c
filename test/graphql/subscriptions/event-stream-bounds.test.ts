import { type IncomingMessage, request } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { GraphQLObjectType, GraphQLSchema, GraphQLString } from 'graphql'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readSettings } from '../../../src/config.ts'
import { serveGraphql } from '../../../src/platform/graphql/graphql-endpoint.ts'
import { OperationRunner } from '../../../src/platform/graphql/operation-runner.ts'
import { EventQueue } from '../../../src/platform/graphql/subscriptions/event-queue.ts'
import type { EventStreams } from '../../../src/platform/graphql/subscriptions/event-streams.ts'
import { createServer } from '../../../src/platform/http/http-server.ts'
import { authenticateRequests } from '../../../src/platform/http/request-authentication.ts'
import { authenticatorOf } from '../../support/authenticator.ts'
import { TestClock } from '../../support/clock.ts'
import { uncheckedEventStreams } from '../../support/event-streams.ts'
import { eventStreamClient, socketUrl } from '../../support/live.ts'
import { unlimited } from '../../support/quota.ts'
import { contextWithoutDatabase } from '../../support/resolvers.ts'

/** The events of the last subscription, and whether it has ended. */
let events: EventQueue<string>
let hasEnded: boolean

const text = { type: GraphQLString, resolve: (event: string) => event }
const schema = new GraphQLSchema({
  query: new GraphQLObjectType({ name: 'Query', fields: { one: { type: GraphQLString, resolve: () => '1' } } }),
  subscription: new GraphQLObjectType({
    name: 'Subscription',
    fields: {
      text: {
        ...text,
        subscribe: () => {
          hasEnded = false
          events = new EventQueue<string>(() => {
            hasEnded = true
          })
          return events
        },
      },
    },
  }),
})

let server: FastifyInstance
let eventStreams: EventStreams
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const settings = readSettings({ DATABASE_URL: 'memory://', LOG_LEVEL: 'silent' })
  const clock = new TestClock()
  server = createServer(settings)
  authenticateRequests(server, contextWithoutDatabase(settings, clock), authenticatorOf())
  const runner = new OperationRunner({ schema, quota: unlimited(clock), allowsIntrospection: true })
  eventStreams = uncheckedEventStreams(runner, 1)
  await serveGraphql(server, runner, eventStreams)
})
afterEach(async () => {
  vi.useRealTimers()
  await server.close()
})

const openStreams = () => eventStreams.metrics()[0]?.value

it('returns UNAVAILABLE for a subscription beyond the limit of the process, and for no query', async () => {
  const client = await eventStreamClient(server)
  const first = client.subscribe('subscription { text }')
  await expect.poll(openStreams).toBe(1)
  const second = client.subscribe('subscription { text }')
  await expect.poll(() => second.errors?.[0]?.extensions).toMatchObject({ code: 'UNAVAILABLE', http: { status: 503 } })
  const query = client.subscribe('{ one }')
  await expect.poll(() => query.events).toEqual([{ data: { one: '1' } }])
  expect([first.errors, first.isComplete]).toEqual([undefined, false])
  await client.close()
})

/** A subscription whose answer is not read until it is iterated. */
async function openUnread(): Promise<IncomingMessage> {
  const url = (await socketUrl(server)).replace('ws:', 'http:')
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const headers = { accept: 'text/event-stream', 'content-type': 'application/json' }
  request(url, { method: 'POST', headers }, (response) => resolve(response.pause()))
    .on('error', reject)
    .end(JSON.stringify({ query: 'subscription { text }' }))
  return promise
}

/** Publishes events of 20 KB until the subscription ends. Without a bound it would not: that is 100 MB. */
async function publishUntilEnd(): Promise<number> {
  let count = 0
  for (; !hasEnded && count < 5_000; count++) {
    events.push('x'.repeat(20_000))
    await setImmediate()
  }
  return count
}

it('ends the subscription of a slow reader, who reads the events so far and SUBSCRIBER_TOO_SLOW', async () => {
  const response = await openUnread()
  const published = await publishUntilEnd()
  expect(hasEnded).toBe(true)
  const messages = Buffer.concat(await response.toArray())
    .toString()
    .split('\n\n')
  expect(messages.slice(-3)).toEqual([
    expect.stringContaining('"code":"SUBSCRIBER_TOO_SLOW"'),
    'event: complete\ndata:',
    '',
  ])
  // The events that waited in the queue are not sent.
  expect(messages.length).toBeLessThan(published - 900)
  await expect.poll(openStreams).toBe(0)
})

/** A second passes for the service before each look. */
function passingSeconds<T>(look: () => T): () => T {
  return () => {
    vi.advanceTimersByTime(1_000)
    return look()
  }
}

it('disconnects a client that never reads', async () => {
  const response = await openUnread()
  await publishUntilEnd()
  await expect.poll(passingSeconds(openStreams)).toBe(0)
  await expect(response.toArray()).rejects.toThrow('aborted')
})

it('ends the subscription of a client that reads nothing for ten seconds, though few events wait', async () => {
  const response = await openUnread()
  for (let count = 0; count < 900; count++) events.push('x'.repeat(20_000))
  await expect.poll(passingSeconds(() => hasEnded)).toBe(true)
  expect(Buffer.concat(await response.toArray()).toString()).toMatch(
    /SUBSCRIBER_TOO_SLOW.*\n\nevent: complete\ndata:\n\n$/,
  )
})
