import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createClientErrorHandler } from '../../src/platform/http/error-responses.ts'
import { SlowBodies } from '../../src/platform/http/slow-bodies.ts'
import { systemClock } from '../../src/platform/shared/time.ts'

const megabyte = Buffer.alloc(1_000_000, 'a')

let server: FastifyInstance
let slowBodies: SlowBodies
/** The body of the request that has arrived last. It is read when `read` is called. */
let body: Readable
let read = Promise.withResolvers<void>()

beforeAll(async () => {
  server = fastify({
    bodyLimit: 10_000_000,
    // The limit of Node, which is longer in the service.
    requestTimeout: 100,
    http: { headersTimeout: 50, connectionsCheckingInterval: 10 },
    clientErrorHandler: createClientErrorHandler(systemClock, {}),
  })
  slowBodies = new SlowBodies(server)
  server.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  server.post('/', async (incoming) => {
    body = incoming.body as Readable
    await read.promise
    return { length: (await text(body)).length }
  })
  await server.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => server.close())

/** Begins to send a body of a megabyte, and returns when its beginning has arrived. */
async function send(bytes: Buffer) {
  read = Promise.withResolvers<void>()
  const { port } = server.server.address() as AddressInfo
  const headers = { 'content-type': 'text/csv', 'content-length': megabyte.length }
  const client = request({ host: '127.0.0.1', port, method: 'POST', agent: false, headers })
  client.on('error', () => undefined)
  const answer = once(client, 'response').then(async ([response]) => ({
    status: response.statusCode,
    json: JSON.parse(await text(response)),
  }))
  const seen = once(server.server, 'request')
  client.write(bytes)
  const [{ socket }] = await seen
  await expect.poll(() => body?.readableLength).toBeGreaterThan(0)
  const arrived = (count: number) => expect.poll(() => socket.bytesRead).toBeGreaterThanOrEqual(count)
  return { client, answer, arrived }
}

it('reads a body to its end that arrives at the minimum rate, beyond the time limit of Node for a request', async () => {
  const timeout = once(server.server, 'clientError')
  const { client, answer, arrived } = await send(megabyte.subarray(0, 400_000))
  read.resolve()
  const [error] = await timeout
  expect(error.code).toBe('ERR_HTTP_REQUEST_TIMEOUT')
  await arrived(400_000)
  slowBodies.tick(50_000)
  client.end(megabyte.subarray(400_000))
  expect(await answer).toEqual({ status: 200, json: { length: megabyte.length } })
})

it('returns 408 and what to do when less than 16 KB a second have arrived after half a minute', async () => {
  const { answer, arrived } = await send(megabyte.subarray(0, 100_000))
  read.resolve()
  await arrived(100_000)
  slowBodies.tick(36_000)
  slowBodies.tick(1_000)
  const { status, json } = await answer
  expect([status, json.error.code]).toEqual([408, 'REQUEST_TIMEOUT'])
  expect(json.error.resolution).toContain('a large file in parts')
})

it('returns 408 after half a minute to a client that sends a byte now and then', async () => {
  const { client, answer } = await send(megabyte.subarray(0, 1))
  read.resolve()
  for (let seconds = 0; seconds < 32; seconds++) {
    client.write('a')
    slowBodies.tick(1_000)
  }
  expect((await answer).status).toBe(408)
})

it('does not count the time in which the service does not read, for an hour', async () => {
  const { client, answer } = await send(megabyte.subarray(0, 400_000))
  await expect.poll(() => body.readableLength).toBeGreaterThanOrEqual(body.readableHighWaterMark)
  slowBodies.tick(3_000_000)
  read.resolve()
  client.end(megabyte.subarray(400_000))
  expect((await answer).status).toBe(200)

  const second = await send(megabyte.subarray(0, 400_000))
  await expect.poll(() => body.readableLength).toBeGreaterThanOrEqual(body.readableHighWaterMark)
  slowBodies.tick(3_600_000)
  expect((await second.answer).status).toBe(408)
  read.resolve()
})
