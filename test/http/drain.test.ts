import { once } from 'node:events'
import { connect } from 'node:net'
import fastify from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { GracefulShutdown } from '../../src/platform/http/graceful-shutdown.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { Wire } from './wire.ts'

let test: TestApp

async function listening(): Promise<number> {
  test = await startApp()
  return Number(new URL(await test.app.server.listen({ port: 0, host: '127.0.0.1' })).port)
}

/** Starts a POST without the last byte of its body; `finish` sends it. */
async function begun(port: number, path: string, body: object): Promise<{ wire: Wire; finish: () => void }> {
  const text = JSON.stringify(body)
  const wire = await Wire.open(port)
  const isReceived = once(test.app.server.server, 'request')
  wire.send(`POST ${path} HTTP/1.1`, 'Host: tack.test', 'Content-Type: application/json')
  wire.send('', `Content-Length: ${Buffer.byteLength(text)}`, '', text.slice(0, -1))
  await isReceived
  return { wire, finish: () => wire.send(text.slice(-1)) }
}

const ada = () => ({ name: 'Ada', email: `${test.seed.word()}@example.com`, password: 'correct horse battery' })

describe('closing the app', () => {
  afterEach(() => test.close())

  it('completes a running request with connection: close', async () => {
    const port = await listening()
    const { wire, finish } = await begun(port, '/v1/auth/register', ada())
    const closing = test.app.close()
    finish()
    const answer = await wire.ended()
    expect(answer).toMatch(/^HTTP\/1\.1 201 Created\r\n/)
    expect(answer).toMatch(/\r\nconnection: close\r\n/i)
    expect(answer).toContain('"token"')
    await closing
  })

  it('completes a running GraphQL operation', async () => {
    const port = await listening()
    const variables = { input: ada() }
    const query = 'mutation ($input: RegisterInput!) { register(input: $input) { user { email } } }'
    const { wire, finish } = await begun(port, '/graphql', { query, variables })
    const closing = test.app.close()
    finish()
    expect(await wire.ended()).toContain(variables.input.email)
    await closing
  })

  it('returns 503 at /readyz with Retry-After and accepts no new connection', async () => {
    const port = await listening()
    const slow = await begun(port, '/v1/auth/register', ada())
    const probe = await Wire.open(port)
    probe.send('GET /readyz HTTP/1.1', 'Host: tack.test', '')
    const ready = await Wire.open(port)
    ready.send('GET /readyz HTTP/1.1', 'Host: tack.test', '', '')
    // Both were sent, and a later one was read, so the head of the first was read too.
    expect(await ready.received('\r\n\r\n{')).toMatch(/^HTTP\/1\.1 200 OK/)

    const closing = test.app.close()
    probe.send('', '')
    const answer = await probe.ended()
    expect(answer).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n/)
    expect(answer).toMatch(/\r\nconnection: close\r\n/i)
    expect(answer).toMatch(/\r\nretry-after: \d+\r\n/i)
    expect(answer).toContain('{"status":"draining"}')
    const [refused] = await once(connect(port, '127.0.0.1'), 'error')
    expect(refused).toMatchObject({ code: 'ECONNREFUSED' })

    slow.finish()
    expect(await slow.wire.ended()).toMatch(/^HTTP\/1\.1 201/)
    await closing
  })

  it('closes idle connections', async () => {
    const port = await listening()
    const wire = await Wire.open(port)
    wire.send('GET /healthz HTTP/1.1', 'Host: tack.test', '', '')
    expect(await wire.received('{"status":"ok"}')).toMatch(/\r\nconnection: keep-alive\r\n/i)
    await test.app.close()
    await wire.ended()
  })

  it('may be called twice', async () => {
    await listening()
    await test.app.close()
    await test.app.close()
  })
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
