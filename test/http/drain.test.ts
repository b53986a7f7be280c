import { once } from 'node:events'
import { connect } from 'node:net'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GracefulShutdown } from '../../src/platform/http/graceful-shutdown.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { Wire } from './wire.ts'

let test: TestApp
let port: number
beforeAll(async () => {
  test = await startApp()
  port = Number(new URL(await test.app.server.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => test.close())

/** Starts a POST without the last byte of its body; `finish` sends it. */
async function begun(path: string, body: object): Promise<{ wire: Wire; finish: () => void }> {
  const text = JSON.stringify(body)
  const wire = await Wire.open(port)
  const isReceived = once(test.app.server.server, 'request')
  wire.send(`POST ${path} HTTP/1.1`, 'Host: tack.test', 'Content-Type: application/json')
  wire.send('', `Content-Length: ${Buffer.byteLength(text)}`, '', text.slice(0, -1))
  await isReceived
  return { wire, finish: () => wire.send(text.slice(-1)) }
}

const ada = () => ({ name: 'Ada', email: `${test.seed.word()}@example.com`, password: 'correct horse battery' })

// One play, because an app closes once.
it('closing the app ends idle connections, refuses new ones, and completes what runs', async () => {
  const idle = await Wire.open(port)
  idle.send('GET /healthz HTTP/1.1', 'Host: tack.test', '', '')
  expect(await idle.received('{"status":"ok"}')).toMatch(/\r\nconnection: keep-alive\r\n/i)
  const overRest = await begun('/v1/auth/register', ada())
  const variables = { input: ada() }
  const query = 'mutation ($input: RegisterInput!) { register(input: $input) { user { email } } }'
  const overGraphql = await begun('/graphql', { query, variables })
  const probe = await Wire.open(port)
  probe.send('GET /readyz HTTP/1.1', 'Host: tack.test', '')
  const ready = await Wire.open(port)
  ready.send('GET /readyz HTTP/1.1', 'Host: tack.test', '', '')
  // Both were sent, and a later one was read, so the head of the first was read too.
  expect(await ready.received('\r\n\r\n{')).toMatch(/^HTTP\/1\.1 200 OK/)

  const closing = test.app.close()
  await idle.ended()
  probe.send('', '')
  const unready = await probe.ended()
  expect(unready).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n/)
  expect(unready).toMatch(/\r\nconnection: close\r\n/i)
  expect(unready).toMatch(/\r\nretry-after: \d+\r\n/i)
  expect(unready).toContain('{"status":"draining"}')
  const [refused] = await once(connect(port, '127.0.0.1'), 'error')
  expect(refused).toMatchObject({ code: 'ECONNREFUSED' })

  overRest.finish()
  const registered = await overRest.wire.ended()
  expect(registered).toMatch(/^HTTP\/1\.1 201 Created\r\n/)
  expect(registered).toMatch(/\r\nconnection: close\r\n/i)
  expect(registered).toContain('"token"')
  overGraphql.finish()
  expect(await overGraphql.wire.ended()).toContain(variables.input.email)
  await closing
  // It may be called twice, as `afterAll` does once more.
  await test.app.close()
})

describe('GracefulShutdown', () => {
  it('closes open connections after its timeout', async () => {
    const server = fastify()
    const drain = new GracefulShutdown(server, 50)
    const requested = new Promise<void>((resolve) => {
      server.get('/never', () => {
        resolve()
        return new Promise(() => undefined)
      })
    })
    const wire = await Wire.open(Number(new URL(await server.listen({ port: 0, host: '127.0.0.1' })).port))
    wire.send('GET /never HTTP/1.1', 'Host: tack.test', '', '')
    await requested
    await drain.close()
    expect(await wire.ended()).toBe('')
  })
})
